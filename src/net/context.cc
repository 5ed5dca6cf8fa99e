#include "net/context.h"

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/channel.h"
#include "net/deadlines.h"
#include "net/session.h"

namespace senja::net {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Descriptor = asio::posix::stream_descriptor;
using OnAccept = std::function<void(int socket, const IpAddress& peer)>;

}  // namespace

// All of it is touched by the context's thread alone, except through io_.
class Context::Core final : public Replies {
 public:
  Core(const Bounds& bounds, const Clock& clock, Tally& tally)
      : bounds_(bounds), clock_(clock), tally_(tally), timer_(io_), buffer_(read_bytes_max, '\0') {}
  ~Core() override { connections_.clear(); }

  void send(const Reply& reply, Response response) override;

  class Connection;
  void adopt(Arrival arrival);
  void tick();
  void keep_appointments();
  void queue_handshake(std::uint64_t id);
  void shake_next_hand();
  void await_connections(OnAccept on_accept);
  void forget(std::uint64_t id) { connections_.erase(id); }

  const Bounds bounds_;
  const Clock& clock_;
  Tally& tally_;
  asio::io_context io_{1};
  asio::steady_timer timer_;
  std::optional<Descriptor> listener_;
  std::optional<Surroundings> around_;
  std::string buffer_;  // what one read brought; sessions keep what they cannot use yet
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
  Deadlines deadlines_;
  std::deque<std::uint64_t> handshakes_;  // connections that can go on with theirs
  std::uint64_t next_id_ = 1;
  bool draining_ = false;
};

// The socket of one session. Destroyed when it is closed and no operation of its own is under way.
class Context::Core::Connection final : public Wire {
 public:
  Connection(Core& core, std::uint64_t id, Arrival arrival)
      : core_(core),
        id_(id),
        socket_(core.io_, arrival.socket),
        channel_(std::move(arrival), core.tally_),
        session_(id, *this, *core.around_) {}
  ~Connection() override { core_.tally_.open.fetch_sub(1, std::memory_order_relaxed); }

  // Runs something that may end the connection, and buries it then. Nothing of it may be touched afterwards.
  template <class Step>
  void step(Step step) {
    ++depth_;  // a handler that answers at once comes back here
    step(session_);
    if (--depth_ > 0) return;
    if (closed_ && !reading_ && !writing_) return core_.forget(id_);
    if (session_.deadline() < appointment_) core_.deadlines_.add(appointment_ = session_.deadline(), id_);
  }

  // One that was made. It may have been for an earlier time than is now of interest, or be one of several.
  void keep(const Deadlines::Appointment& appointment, SteadyTime now) {
    if (appointment.at != appointment_) return;
    appointment_ = SteadyTime::max();
    step([now](Session& session) { session.tick(now); });
  }

  void read_now(const error_code& error);
  void want_read() override;
  bool write(std::string_view bytes) override;
  void shut_down_sending() override;
  void close() override;
  const Caller& caller() const override { return channel_.caller(); }
  std::expected<IpAddress, std::string> client_of(const Headers& headers) const override {
    return channel_.client_of(headers);
  }

 private:
  void await_read(Progress needed);
  void await_write(Progress needed);
  void on_readable(const error_code& error);
  void on_writable(const error_code& error);

  Core& core_;
  const std::uint64_t id_;
  Descriptor socket_;
  Channel channel_;
  Session session_;
  std::string unsent_;
  SteadyTime appointment_ = SteadyTime::max();  // the earliest one made
  int depth_ = 0;
  bool reading_ = false, writing_ = false, closed_ = false;
  bool broken_ = false;     // on_writable tells the session so
  bool finishing_ = false;  // all is written but TLS's goodbye
};

void Context::Core::Connection::want_read() {
  if (reading_ || closed_) return;
  if (!channel_.bytes_at_hand()) return await_read(Progress::needs_read);
  reading_ = true;
  asio::post(core_.io_, [this] { on_readable({}); });
}

void Context::Core::Connection::await_read(Progress needed) {
  reading_ = true;
  socket_.async_wait(needed == Progress::needs_write ? Descriptor::wait_write : Descriptor::wait_read,
                     [this](const error_code& error) { on_readable(error); });
}

void Context::Core::Connection::await_write(Progress needed) {
  writing_ = true;
  socket_.async_wait(needed == Progress::needs_read ? Descriptor::wait_read : Descriptor::wait_write,
                     [this](const error_code& error) { on_writable(error); });
}

void Context::Core::Connection::on_readable(const error_code& error) {
  error || closed_ || channel_.established() ? read_now(error) : core_.queue_handshake(id_);
}

void Context::Core::Connection::read_now(const error_code& error) {
  reading_ = false;
  step([&](Session& session) {
    if (error || closed_) return session.on_end();
    std::size_t got = 0;
    const Progress progress = channel_.read(core_.buffer_.data(), core_.buffer_.size(), got);
    if (progress == Progress::done) return session.on_bytes(std::string_view{core_.buffer_}.substr(0, got));
    progress == Progress::ended ? session.on_end() : await_read(progress);
  });
}

// Nearly always the kernel takes all of it at once, and nothing needs to be kept or waited for.
bool Context::Core::Connection::write(std::string_view bytes) {
  if (closed_) return false;
  Progress progress = Progress::needs_write;
  if (unsent_.empty()) progress = channel_.write(bytes);
  if (progress == Progress::done) return true;
  unsent_.append(bytes);
  if (writing_) return false;
  if (progress != Progress::ended) {
    await_write(progress);
  } else {  // told from outside the call
    writing_ = broken_ = true;
    asio::post(core_.io_, [this] { on_writable({}); });
  }
  return false;
}

void Context::Core::Connection::on_writable(const error_code& error) {
  writing_ = false;
  step([&](Session& session) {
    if (error || closed_ || broken_) return session.on_end();
    if (finishing_) return shut_down_sending();
    std::string_view rest = unsent_;
    const Progress progress = channel_.write(rest);
    if (progress == Progress::ended) return session.on_end();
    unsent_.erase(0, unsent_.size() - rest.size());
    if (progress != Progress::done) return await_write(progress);
    std::string{}.swap(unsent_);  // an idle connection holds no buffer
    session.on_written();
  });
}

void Context::Core::Connection::shut_down_sending() {
  const Progress progress = channel_.shut_down_sending();
  finishing_ = progress != Progress::done;
  if (finishing_ && !writing_) await_write(progress);
}

void Context::Core::Connection::close() {
  if (std::exchange(closed_, true)) return;
  channel_.close();
  error_code ignored;
  ignored = socket_.close(ignored);  // closed it is, whatever it says
}

void Context::Core::send(const Reply& reply, Response response) {
  const auto found = connections_.find(reply.connection);
  if (found == connections_.end()) return;
  found->second->step([&](Session& session) { session.respond(reply.request, response); });
}

void Context::Core::adopt(Arrival arrival) {
  const int on = 1;
  ::setsockopt(arrival.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const std::uint64_t id = next_id_++;
  auto made = std::make_unique<Connection>(*this, id, std::move(arrival));
  Connection& connection = *connections_.emplace(id, std::move(made)).first->second;
  connection.step([this](Session& session) {
    session.start();
    if (draining_) session.drain();
  });
}

void Context::Core::tick() {
  timer_.expires_after(tick_interval);
  timer_.async_wait([this](const error_code& error) {
    if (error) return;
    around_->handler.tick(clock_.steady());
    keep_appointments();
    tick();
  });
}

// A few at a time: where many end at once, those who came to be served do not wait for all of them.
void Context::Core::keep_appointments() {
  const SteadyTime now = clock_.steady();
  for (std::size_t kept = 0; kept < appointments_at_a_time; ++kept) {
    const auto next = deadlines_.take(now);
    if (!next) return;
    if (const auto found = connections_.find(next->connection); found != connections_.end()) found->second->keep(*next, now);
  }
  asio::post(io_, [this] { keep_appointments(); });
}

// A handshake costs as much as many requests. One at a time, and in between whoever is through with theirs.
void Context::Core::queue_handshake(std::uint64_t id) {
  handshakes_.push_back(id);
  if (handshakes_.size() == 1) asio::post(io_, [this] { shake_next_hand(); });
}

void Context::Core::shake_next_hand() {
  const auto found = connections_.find(handshakes_.front());
  if (found != connections_.end()) found->second->read_now({});
  handshakes_.pop_front();
  if (!handshakes_.empty()) asio::post(io_, [this] { shake_next_hand(); });
}

void Context::Core::await_connections(OnAccept on_accept) {
  listener_->async_wait(Descriptor::wait_read, [this, on_accept = std::move(on_accept)](const error_code& error) mutable {
    if (error) return;
    int refused = 0;
    for (std::size_t taken = 0; taken < connections_at_a_time && refused == 0; ++taken) {
      sockaddr_storage peer{};
      socklen_t size = sizeof peer;
      const int socket =
          ::accept4(listener_->native_handle(), reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0)
        refused = errno;
      else
        on_accept(socket, IpAddress::of(peer));
    }
    if (refused != EMFILE && refused != ENFILE && refused != ENOBUFS && refused != ENOMEM)
      return await_connections(std::move(on_accept));
    // Out of descriptors: the next connection would fail likewise, so give others time to end.
    auto pause = std::make_shared<asio::steady_timer>(io_, tick_interval);
    pause->async_wait([this, pause, on_accept = std::move(on_accept)](const error_code&) mutable {
      if (listener_) await_connections(std::move(on_accept));
    });
  });
}

Context::Context(const Bounds& bounds, const Clock& clock, Tally& tally)
    : core_(std::make_unique<Core>(bounds, clock, tally)) {}
Context::~Context() = default;

void Context::serve(Handler& handler) {
  core_->around_.emplace(handler, *core_, core_->clock_, core_->bounds_, RequestIds{core_->clock_}, DateText{},
                         std::string{});
  core_->tick();
}

void Context::accept_from(int listener, OnAccept on_accept) {
  core_->listener_.emplace(core_->io_, ::dup(listener));
  core_->await_connections(std::move(on_accept));
}

void Context::run() {
  const auto work = asio::make_work_guard(core_->io_);
  core_->io_.run();
}

void Context::post(std::move_only_function<void()> work) { asio::post(core_->io_, std::move(work)); }

void Context::adopt(Arrival arrival) {
  post([core = core_.get(), arrival = std::move(arrival)]() mutable { core->adopt(std::move(arrival)); });
}

void Context::stop_accepting() {
  post([core = core_.get()] { core->listener_.reset(); });
}

void Context::drain() {
  post([core = core_.get()] {
    core->draining_ = true;
    for (auto at = core->connections_.begin(); at != core->connections_.end();) {
      Core::Connection& connection = *at->second;
      ++at;
      connection.step([](Session& session) { session.drain(); });
    }
  });
}

void Context::stop() { core_->io_.stop(); }

}  // namespace senja::net

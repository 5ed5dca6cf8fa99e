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
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/session.h"

namespace senja::net {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Descriptor = asio::posix::stream_descriptor;

}  // namespace

// All of it is touched by the context's thread alone, except through io_.
class Context::Core final : public Replies {
 public:
  Core(const Bounds& bounds, const Clock& clock, std::atomic<std::size_t>& open_connections)
      : bounds_(bounds), clock_(clock), open_(open_connections), timer_(io_), buffer_(read_bytes_max, '\0') {}
  ~Core() override { connections_.clear(); }

  void send(const Reply& reply, Response response) override;

  class Connection;
  void adopt(int socket);
  void tick();
  void await_connections(std::function<void(int)> on_accept);
  void forget(std::uint64_t id) { connections_.erase(id); }

  const Bounds bounds_;
  const Clock& clock_;
  std::atomic<std::size_t>& open_;
  asio::io_context io_{1};
  asio::steady_timer timer_;
  std::optional<Descriptor> listener_;
  std::optional<Surroundings> around_;
  std::string buffer_;  // what one read brought; sessions keep what they cannot use yet
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
  std::uint64_t next_id_ = 1;
  bool draining_ = false;
};

// The socket of one session. Destroyed when it is closed and no operation of its own is under way.
class Context::Core::Connection final : public Wire {
 public:
  Connection(Core& core, std::uint64_t id, int socket)
      : core_(core), id_(id), socket_(core.io_, socket), session_(id, *this, *core.around_) {}
  ~Connection() override { core_.open_.fetch_sub(1, std::memory_order_relaxed); }

  // Runs something that may end the connection, and buries it then. Nothing of it may be touched afterwards.
  template <class Step>
  void step(Step step) {
    ++depth_;  // a handler that answers at once comes back here
    step(session_);
    if (--depth_ == 0 && closed_ && !reading_ && !writing_) core_.forget(id_);
  }

  void want_read() override {
    if (reading_ || closed_) return;
    reading_ = true;
    socket_.async_wait(Descriptor::wait_read, [this](const error_code& error) { on_readable(error); });
  }
  bool write(std::string_view bytes) override;
  void shut_down_sending() override { ::shutdown(socket_.native_handle(), SHUT_WR); }
  const Caller& caller() const override { return caller_; }
  void close() override {
    closed_ = true;
    error_code ignored;
    static_cast<void>(socket_.close(ignored));
  }

 private:
  void on_readable(const error_code& error);
  void on_writable(const error_code& error);
  bool send_some(std::string_view& bytes);
  void await_write() {
    writing_ = true;
    socket_.async_wait(Descriptor::wait_write, [this](const error_code& error) { on_writable(error); });
  }

  Core& core_;
  const std::uint64_t id_;
  Descriptor socket_;
  Caller caller_;
  Session session_;
  std::string unsent_;
  int depth_ = 0;
  bool reading_ = false, writing_ = false, closed_ = false, broken_ = false;
};

void Context::Core::Connection::on_readable(const error_code& error) {
  reading_ = false;
  step([&](Session& session) {
    if (error) return session.on_end();
    const ssize_t got = ::recv(socket_.native_handle(), core_.buffer_.data(), core_.buffer_.size(), 0);
    if (got > 0) return session.on_bytes(std::string_view{core_.buffer_}.substr(0, static_cast<std::size_t>(got)));
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return want_read();
    session.on_end();
  });
}

// Nearly always the kernel takes all of it at once, and nothing needs to be kept or waited for.
bool Context::Core::Connection::write(std::string_view bytes) {
  if (unsent_.empty() && send_some(bytes) && bytes.empty()) return true;
  unsent_.append(bytes);
  if (!writing_ && !closed_) await_write();
  return false;
}

void Context::Core::Connection::on_writable(const error_code& error) {
  writing_ = false;
  step([&](Session& session) {
    std::string_view rest = unsent_;
    if (error || broken_ || !send_some(rest)) return session.on_end();
    unsent_.erase(0, unsent_.size() - rest.size());
    unsent_.empty() ? session.on_written() : await_write();
  });
}

// False when the connection is broken. Takes from `bytes` what the kernel took.
bool Context::Core::Connection::send_some(std::string_view& bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      broken_ = errno != EAGAIN;
      return !broken_;
    }
  }
  return true;
}

void Context::Core::send(const Reply& reply, Response response) {
  const auto found = connections_.find(reply.connection);
  if (found == connections_.end()) return;
  found->second->step([&](Session& session) { session.respond(reply.request, response); });
}

void Context::Core::adopt(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const std::uint64_t id = next_id_++;
  Connection& connection = *connections_.emplace(id, std::make_unique<Connection>(*this, id, socket)).first->second;
  connection.step([this](Session& session) {
    session.start();
    if (draining_) session.drain();
  });
}

void Context::Core::tick() {
  timer_.expires_after(tick_interval);
  timer_.async_wait([this](const error_code& error) {
    if (error) return;
    const SteadyTime now = clock_.steady();
    around_->handler.tick(now);
    for (auto at = connections_.begin(); at != connections_.end();) {
      Connection& connection = *at->second;
      ++at;  // the step may bury it
      connection.step([now](Session& session) { session.tick(now); });
    }
    tick();
  });
}

void Context::Core::await_connections(std::function<void(int)> on_accept) {
  listener_->async_wait(Descriptor::wait_read, [this, on_accept = std::move(on_accept)](const error_code& error) mutable {
    if (error) return;
    int socket = 0;
    while ((socket = ::accept4(listener_->native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0)
      on_accept(socket);
    if (errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM)
      return await_connections(std::move(on_accept));
    // Out of descriptors: the next connection would fail likewise, so give others time to end.
    auto pause = std::make_shared<asio::steady_timer>(io_, tick_interval);
    pause->async_wait([this, pause, on_accept = std::move(on_accept)](const error_code&) mutable {
      if (listener_) await_connections(std::move(on_accept));
    });
  });
}

Context::Context(const Bounds& bounds, const Clock& clock, std::atomic<std::size_t>& open_connections)
    : core_(std::make_unique<Core>(bounds, clock, open_connections)) {}
Context::~Context() = default;

void Context::serve(Handler& handler) {
  core_->around_.emplace(handler, *core_, core_->clock_, core_->bounds_, RequestIds{core_->clock_}, DateText{},
                         std::string{});
  core_->tick();
}

void Context::accept_from(int listener, std::function<void(int)> on_accept) {
  core_->listener_.emplace(core_->io_, ::dup(listener));
  core_->await_connections(std::move(on_accept));
}

void Context::run() {
  const auto work = asio::make_work_guard(core_->io_);
  core_->io_.run();
}

void Context::post(std::move_only_function<void()> work) { asio::post(core_->io_, std::move(work)); }

void Context::adopt(int socket) {
  post([core = core_.get(), socket] { core->adopt(socket); });
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

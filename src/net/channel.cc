#include "net/channel.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "net/forwarded.h"
#include "net/tls.h"

namespace senja::net {

namespace {

bool try_again() { return errno == EAGAIN || errno == EINTR; }
void count(std::atomic<std::uint64_t>& counter) { counter.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

Channel::Channel(Arrival arrival, Tally& tally) : arrival_(std::move(arrival)), tally_(tally) {
  caller_.address = arrival_.peer;
  const TrustedProxies& proxies = arrival_.edge->proxies;
  if (proxies.proxy_protocol && proxies.trusts(arrival_.peer)) proxy_header_ = std::make_unique<ProxyHeader>();
  established_ = !proxy_header_ && !arrival_.edge->tls;
}

Progress Channel::read(char* into, std::size_t size, std::size_t& got) {
  got = 0;
  if (proxy_header_)
    if (const Progress progress = read_proxy_header(into, size); progress != Progress::done) return progress;
  if (!established_)
    if (const Progress progress = shake_hands(); progress != Progress::done) return progress;
  if (!tls_ || quiet_) return receive(into, size, got);
  Progress progress = Progress::done;
  while (progress == Progress::done && got < size) {  // records are small, and a read's worth is not
    std::size_t more = 0;
    progress = tls_->read(into + got, size - got, more);
    got += more;
  }
  return got > 0 ? Progress::done : progress;
}

// Looks at what came, and takes away the header's bytes alone: what follows is TLS's or the session's.
Progress Channel::read_proxy_header(char* into, std::size_t size) {
  const ssize_t seen = ::recv(arrival_.socket, into, size, MSG_PEEK);
  if (seen < 0 && try_again()) return Progress::needs_read;
  if (seen <= 0) return Progress::ended;
  proxy_begun_ = true;
  const std::size_t used = proxy_header_->feed({into, static_cast<std::size_t>(seen)});
  if (::recv(arrival_.socket, into, used, 0) != static_cast<ssize_t>(used)) return Progress::ended;
  if (proxy_header_->state() == ProxyHeader::State::more) return Progress::needs_read;
  if (proxy_header_->state() == ProxyHeader::State::bad) return Progress::ended;
  const auto source = std::exchange(proxy_header_, nullptr)->source();
  if (source && !take_place(*source)) return Progress::ended;
  caller_.address = source.value_or(caller_.address);
  established_ = !arrival_.edge->tls;
  return Progress::done;
}

Progress Channel::shake_hands() {
  if (!tls_) tls_ = arrival_.edge->tls->accept(arrival_.socket);
  const Progress progress = tls_->handshake();
  if (progress != Progress::done) return progress;
  established_ = caller_.secure = true;
  certificate_ = tls_->peer_certificate();
  if (certificate_) caller_.certificate = &*certificate_;
  return Progress::done;
}

Progress Channel::receive(char* into, std::size_t size, std::size_t& got) const {
  const ssize_t received = ::recv(arrival_.socket, into, size, 0);
  if (received < 0 && try_again()) return Progress::needs_read;
  if (received <= 0) return Progress::ended;
  got = static_cast<std::size_t>(received);
  return Progress::done;
}

Progress Channel::write(std::string_view& bytes) {
  if (tls_) return tls_->write(bytes);
  while (!bytes.empty()) {
    const ssize_t sent = ::send(arrival_.socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      return errno == EAGAIN ? Progress::needs_write : Progress::ended;
    }
  }
  return Progress::done;
}

Progress Channel::shut_down_sending() {
  quiet_ = true;
  if (tls_)
    if (const Progress progress = tls_->say_goodbye(); progress != Progress::done && progress != Progress::ended)
      return progress;
  ::shutdown(arrival_.socket, SHUT_WR);
  return Progress::done;
}

void Channel::close() {
  if (proxy_header_ && proxy_begun_) count(tally_.proxy_failed);
  if (tls_ && !established_ && tls_->begun()) count(tally_.tls_failed);
  if (tls_ && established_ && !quiet_) static_cast<void>(tls_->say_goodbye());
  arrival_.place = {};
}

bool Channel::bytes_at_hand() const { return tls_ && !quiet_ && tls_->bytes_at_hand(); }

std::expected<IpAddress, std::string> Channel::client_of(const Headers& headers) const {
  return forwarded_client(headers, caller_.address, arrival_.edge->proxies);
}

// Counts the client that a proxy announced, as if it had come itself.
bool Channel::take_place(const IpAddress& peer) {
  if (arrival_.edge->proxies.trusts(peer)) return true;
  auto place = tally_.peers.take(peer, arrival_.edge->connections_per_peer_max);
  if (!place) {
    count(tally_.refused_per_peer);
    return false;
  }
  arrival_.place = std::move(*place);
  return true;
}

}  // namespace senja::net

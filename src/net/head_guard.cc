#include "net/head_guard.h"

#include <algorithm>
#include <array>
#include <optional>

#include "net/host_name.h"

namespace senja::net {

namespace {

using namespace std::string_view_literals;

// How other protocols open that are sent here by mistake.
struct Opening {
  std::string_view bytes, detail;
};
constexpr std::array openings{
    Opening{"\x16\x03"sv, "this looks like TLS; this listener speaks plain HTTP"},
    Opening{"PROXY "sv, "this looks like the PROXY protocol; this listener does not take it"},
    Opening{"\r\n\r\n\0\r\nQUIT\n"sv, "this looks like the PROXY protocol; this listener does not take it"},
};

constexpr std::string_view request_line_form = "the request line is not: method, space, target, space, HTTP/1.1";

std::optional<std::uint64_t> length_of(std::string_view digits);
Fault too_large(std::string_view detail);

}  // namespace

HeadGuard::State HeadGuard::see(std::string_view bytes) {
  if (!started_ && !start(bytes)) return state_;
  while (state_ == State::more) {
    const std::string_view rest = bytes.substr(line_begin_);
    const LineEnd::State found = line_end_.find(rest, bytes_max_ - line_begin_);
    const std::string_view line = rest.substr(0, line_end_.at());
    switch (found) {
      case LineEnd::State::more:
        return state_;
      case LineEnd::State::found:
        line_begin_ += line.size() + 2;
        line_end_ = {};
        take_line(line);
        break;
      case LineEnd::State::too_long:
        fail(too_large("the request's head is larger than is taken"));
        break;
      default:
        fail(found == LineEnd::State::control && !request_line_read_
                 ? bad_request("a control byte stands in the request line")
                 : fault_of(found, line));
    }
  }
  return state_;
}

// True once it is clear that no other protocol is spoken, and where the request line begins.
bool HeadGuard::start(std::string_view bytes) {
  constexpr std::string_view empty_line = "\r\n";
  begun_ = !empty_line.starts_with(bytes);
  for (const Opening& opening : openings) {
    if (bytes.starts_with(opening.bytes)) {
      fail(bad_request(opening.detail));
      return false;
    }
    if (opening.bytes.starts_with(bytes)) return false;
  }
  // RFC 9112 2.2: old clients send a line too much after a body.
  if (bytes.starts_with(empty_line)) begin_ = line_begin_ = empty_line.size();
  started_ = true;
  return true;
}

void HeadGuard::take_line(std::string_view line) {
  if (!request_line_read_) return take_request_line(line);
  line.empty() ? finish() : take_field(line);
}

void HeadGuard::take_request_line(std::string_view line) {
  request_line_read_ = true;
  if (line.empty()) return fail(bad_request("more than one empty line stands before the request line"));
  if (std::ranges::count(line, ' ') != 2) return fail(bad_request(request_line_form));
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  const std::string_view method = line.substr(0, first), target = line.substr(first + 1, last - first - 1),
                         version = line.substr(last + 1);
  if (!token(method)) return fail(bad_request("the request's method is not a token"));
  if (!version.starts_with("HTTP/")) return fail(bad_request(request_line_form));
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return fail(bad_request("only HTTP/1.0 and HTTP/1.1 are spoken here"));
  framing_.version_1_0 = version == "HTTP/1.0";
  if (target.empty()) return fail(bad_request("the request's target is empty"));
  if (!std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7f; }))
    return fail(bad_request("the request's target holds a byte that it may hold only percent-encoded"));
  if (!target.starts_with('/') && !(target == "*" && method == "OPTIONS"))
    return fail(bad_request("the target must begin with a slash; the absolute and authority forms are not taken here"));
}

void HeadGuard::take_field(std::string_view line) {
  if (fields_ == fields_max_) return fail(too_large("the request has more header fields than are taken"));
  ++fields_;
  const auto field = read_field(line);
  if (!field) return fail(field.error());
  const auto& [name, value] = *field;
  if (same_name(name, "host")) {
    if (host_seen_) return fail(bad_request("there is more than one Host field"));
    if (!host_name_valid(value)) return fail(bad_request("the Host field is not a host with an optional port"));
    host_seen_ = true;
  } else if (same_name(name, "content-length")) {
    take_length(value);
  } else if (same_name(name, "transfer-encoding")) {
    take_encoding(value);
  } else if (same_name(name, "connection")) {
    take_connection(value, true);
  } else if (same_name(name, "proxy-connection")) {
    take_connection(value, false);
  }
}

void HeadGuard::take_length(std::string_view value) {
  if (framing_.body.chunked) return fail(bad_request("Content-Length and Transfer-Encoding must not stand together"));
  if (framing_.body.content_length) return fail(bad_request("there is more than one Content-Length field"));
  framing_.body.content_length = length_of(value);
  if (!framing_.body.content_length) fail(bad_request("Content-Length is not one number of at most 18 digits"));
}

void HeadGuard::take_encoding(std::string_view value) {
  if (framing_.body.content_length) return fail(bad_request("Content-Length and Transfer-Encoding must not stand together"));
  if (framing_.body.chunked) return fail(bad_request("there is more than one Transfer-Encoding field"));
  if (framing_.version_1_0) return fail(bad_request("HTTP/1.0 has no Transfer-Encoding"));
  if (!same_name(value, "chunked")) return fail(bad_request("the only Transfer-Encoding taken is chunked"));
  framing_.body.chunked = true;
}

// Proxy-Connection never became a standard: it means nothing here, but parsers read it like the other.
void HeadGuard::take_connection(std::string_view value, bool counts) {
  while (true) {
    const std::size_t comma = value.find(',');
    const std::string_view option = trimmed(value.substr(0, comma));
    if (!option.empty() && !token(option)) return fail(bad_request("the Connection field is not a list of tokens"));
    close_ |= counts && same_name(option, "close");
    keep_alive_ |= counts && same_name(option, "keep-alive");
    if (comma == std::string_view::npos) return;
    value.remove_prefix(comma + 1);
  }
}

void HeadGuard::finish() {
  if (!host_seen_ && !framing_.version_1_0) return fail(bad_request("the Host field is missing"));
  framing_.keep_alive = !close_ && (keep_alive_ || !framing_.version_1_0);
  state_ = State::whole;
}

void HeadGuard::fail(Fault fault) {
  state_ = State::faulty;
  fault_ = fault;
}

namespace {

std::optional<std::uint64_t> length_of(std::string_view digits) {
  constexpr std::size_t digits_max = 18;  // any such number fits into 63 bits
  if (digits.empty() || digits.size() > digits_max) return std::nullopt;
  std::uint64_t length = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    length = length * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return length;
}

Fault too_large(std::string_view detail) { return {431, "headers_too_large", detail}; }

}  // namespace

}  // namespace senja::net

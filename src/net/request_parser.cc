#include "net/request_parser.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <optional>
#include <string>

namespace senja::net {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using Text = boost::beast::string_view;

constexpr std::size_t chunk_size_digits_max = 16;
constexpr std::size_t body_reserve_max = 64 * 1024;  // a length that was merely announced reserves no more

std::string_view view(Text text) { return {text.data(), text.size()}; }
bool decimal(char c) { return c >= '0' && c <= '9'; }
bool hexadecimal(char c) { return decimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
Fault fault_of(const error_code& error);

// Collects straight into a RawRequest. Beast is lenient in a few places where we are not; each says so.
class Collector final : public http::basic_parser<true> {
 public:
  explicit Collector(const Bounds& bounds) : fields_max_(bounds.header_fields_max) {
    header_limit(static_cast<std::uint32_t>(bounds.head_bytes_max));
    body_limit(boost::none);
  }

  RawRequest request;
  Announced announced;
  int version = 11;
  const char* input = nullptr;  // where the bytes of the current put() start

 private:
  void on_request_impl(http::verb, Text method, Text target, int http_version, error_code&) override {
    request.method = view(method);
    request.target = view(target);
    request.headers.reserve(12, 512);
    version = http_version;
  }

  void on_field_impl(http::field field, Text name, Text value, error_code& error) override {
    if (is_header_done()) return;  // a trailer: read, bounded, and not mixed up with what was signed
    if (folded(name, value)) return refuse(error, http::error::bad_value);
    if (request.headers.size() == fields_max_) return refuse(error, http::error::header_limit);
    // Beast takes "5, 5", and the field twice with the same number.
    if (field == http::field::content_length) {
      const auto length = content_length_of(value);
      if (!length || announced.content_length) return refuse(error, http::error::bad_content_length);
      announced.content_length = length;
    }
    // Beast takes any list that ends in "chunked", and others as if they were not there.
    if (field == http::field::transfer_encoding) {
      if (version == 10 || announced.chunked || !same_name(view(value), "chunked"))
        return refuse(error, http::error::bad_transfer_encoding);
      announced.chunked = true;
    }
    request.headers.add(view(name), view(value));
  }

  // Beast joins folded lines: the value then stands elsewhere, or a line end lies before it.
  static bool folded(Text name, Text value) {
    const char* colon = name.data() + name.size();
    const auto gap = reinterpret_cast<std::uintptr_t>(value.data()) - reinterpret_cast<std::uintptr_t>(colon);
    if (gap == 0 || gap > limits::body_bytes_max_ceiling) return true;
    return std::any_of(colon + 1, value.data(), [](char c) { return c != ' ' && c != '\t'; });
  }

  static std::optional<std::uint64_t> content_length_of(Text value) {
    constexpr std::size_t digits_max = 18;
    if (value.empty() || value.size() > digits_max || !std::ranges::all_of(value, decimal)) return std::nullopt;
    std::uint64_t length = 0;
    for (const char c : value) length = length * 10 + static_cast<std::uint64_t>(c - '0');
    return length;
  }

  // Beast takes any number of leading zeros, and extensions of any length.
  void on_chunk_header_impl(std::uint64_t, Text extensions, error_code& error) override {
    std::size_t digits = 0;
    for (const char* at = extensions.data(); at != input && hexadecimal(at[-1]); --at) ++digits;
    if (digits > chunk_size_digits_max || extensions.size() > chunk_line_bytes_max) refuse(error, http::error::bad_chunk);
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code&) override {
    if (length) request.body.reserve(std::min<std::uint64_t>(*length, body_reserve_max));
  }
  std::size_t on_body_impl(Text bytes, error_code&) override {
    request.body.append(bytes.data(), bytes.size());
    return bytes.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, error_code& error) override {
    return on_body_impl(bytes, error);
  }

  void on_response_impl(int, Text, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_finish_impl(error_code&) override {}

  static void refuse(error_code& error, http::error why) { error = why; }

  std::size_t fields_max_;
};

}  // namespace

struct RequestParser::Engine {
  explicit Engine(const Bounds& limits) : bounds(limits) { collector.emplace(bounds); }

  Bounds bounds;
  std::optional<Collector> collector;
  State state = State::head;
  std::size_t head_bytes = 0;
  Fault fault;

  void fail(Fault why) {
    state = State::faulty;
    fault = why;
  }
  void finish_head(std::size_t unused);
  void after_body(bool wants_more, std::size_t unused);
};

RequestParser::RequestParser(const Bounds& bounds) : engine_(std::make_unique<Engine>(bounds)) {}
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;
RequestParser::~RequestParser() = default;

std::size_t RequestParser::feed(std::string_view bytes) {
  Engine& engine = *engine_;
  Collector& collector = *engine.collector;
  std::size_t used = 0;
  while (used < bytes.size() && (engine.state == State::head || engine.state == State::body)) {
    error_code error;
    collector.input = bytes.data() + used;
    const std::size_t step = collector.put(boost::asio::const_buffer(bytes.data() + used, bytes.size() - used), error);
    used += step;
    const bool wants_more = error == http::error::need_more;
    if (error && !wants_more) {
      engine.fail(fault_of(error));
    } else if (engine.state == State::head) {
      engine.head_bytes += step;
      const std::size_t unused = collector.is_header_done() ? 0 : bytes.size() - used;
      engine.finish_head(unused);
    } else {
      engine.after_body(wants_more, bytes.size() - used);
    }
    if (wants_more) break;
  }
  return used;
}

void RequestParser::Engine::finish_head(std::size_t unused) {
  // Beast counts the request line and the fields apart.
  if (head_bytes + unused > bounds.head_bytes_max) return fail(fault_of(http::error::header_limit));
  if (!collector->is_header_done()) return;
  const std::size_t hosts = collector->request.headers.count("host");
  if (hosts > 1 || (hosts == 0 && collector->version == 11))
    return fail({400, "bad_request", "exactly one Host header is needed"});
  state = State::head_done;
}

void RequestParser::Engine::after_body(bool wants_more, std::size_t unused) {
  if (collector->is_done()) {
    state = State::complete;
  } else if (wants_more && unused > chunk_line_bytes_max) {
    fail({400, "bad_request", "a chunk's size line or the trailer is too long"});
  }
}

RequestParser::State RequestParser::state() const { return engine_->state; }
const Fault& RequestParser::fault() const { return engine_->fault; }
RawRequest& RequestParser::request() { return engine_->collector->request; }
const Announced& RequestParser::announced() const { return engine_->collector->announced; }
bool RequestParser::keep_alive() const { return engine_->collector->keep_alive(); }
bool RequestParser::version_1_0() const { return engine_->collector->version == 10; }
bool RequestParser::body_to_come() const { return engine_->state != State::complete && !engine_->collector->is_done(); }

void RequestParser::expect_body(std::size_t bytes_max) {
  Engine& engine = *engine_;
  if (engine.collector->is_done()) {
    engine.state = State::complete;
  } else if (engine.collector->announced.content_length.value_or(0) > bytes_max) {
    engine.fail(fault_of(http::error::body_limit));
  } else {
    engine.collector->body_limit(bytes_max);
    engine.state = State::body;
  }
}

RawRequest RequestParser::take() {
  Engine& engine = *engine_;
  RawRequest request = std::move(engine.collector->request);
  engine.collector.emplace(engine.bounds);
  engine.state = State::head;
  engine.head_bytes = 0;
  return request;
}

namespace {

Fault fault_of(const error_code& error) {
  if (error == http::error::body_limit) return {413, "body_too_large", "the body is larger than this path takes"};
  if (error == http::error::header_limit) return {431, "headers_too_large", "the request's head is larger than is taken"};
  if (error == http::error::bad_version) return {400, "bad_request", "only HTTP/1.0 and HTTP/1.1 are spoken here"};
  if (error == http::error::bad_content_length || error == http::error::multiple_content_length)
    return {400, "bad_request", "Content-Length must be one number, and stand alone"};
  if (error == http::error::bad_transfer_encoding)
    return {400, "bad_request", "Transfer-Encoding must be chunked, on HTTP/1.1, and stand alone"};
  if (error == http::error::bad_chunk || error == http::error::bad_chunk_extension)
    return {400, "bad_request", "a chunk of the body is malformed"};
  return {400, "bad_request", "the request's head is malformed"};
}

}  // namespace

}  // namespace senja::net

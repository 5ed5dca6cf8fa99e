#include "net/request_parser.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <optional>
#include <string>

#include "net/chunk_guard.h"
#include "net/head_guard.h"

namespace senja::net {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using Text = boost::beast::string_view;

constexpr std::size_t body_reserve_max = 64 * 1024;  // a length that was merely announced reserves no more

std::string_view view(Text text) { return {text.data(), text.size()}; }
Fault fault_of(const error_code& error);

// Collects straight into a RawRequest. Beast is lenient in places where we are not: it is only given what the guards passed.
class Collector final : public http::basic_parser<true> {
 public:
  explicit Collector(const Bounds& bounds) {
    header_limit(static_cast<std::uint32_t>(bounds.head_bytes_max));
    body_limit(boost::none);
  }

  // Whether the bytes were a whole head to it too, and one of the same framing.
  bool takes_head(std::string_view head, const Framing& framing) {
    error_code error;
    const std::size_t used = put(boost::asio::const_buffer(head.data(), head.size()), error);
    if (error || used != head.size() || !is_header_done() || chunked() != framing.body.chunked) return false;
    const auto length = content_length();
    return length ? framing.body.content_length == *length : !framing.body.content_length;
  }

  RawRequest request;

 private:
  void on_request_impl(http::verb, Text method, Text target, int, error_code&) override {
    request.method = view(method);
    request.target = view(target);
  }
  void on_field_impl(http::field, Text name, Text value, error_code&) override {
    // A trailer was read and bounded; it does not mix with what was signed.
    if (!is_header_done()) request.headers.add(view(name), view(value));
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
  void on_chunk_header_impl(std::uint64_t, Text, error_code&) override {}
  void on_response_impl(int, Text, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_finish_impl(error_code&) override {}
};

}  // namespace

struct RequestParser::Engine {
  explicit Engine(const Bounds& limits) : bounds(limits) { reset(); }

  Bounds bounds;
  std::optional<HeadGuard> head;
  std::optional<ChunkGuard> chunks;
  std::optional<Collector> collector;
  State state = State::head;
  Fault fault;

  void reset() {
    head.emplace(bounds);
    chunks.emplace(bounds.header_fields_max);
    collector.emplace(bounds);
    state = State::head;
  }
  void fail(Fault why) {
    state = State::faulty;
    fault = why;
  }
  std::size_t feed_head(std::string_view bytes);
  std::size_t feed_body(std::string_view bytes);
};

RequestParser::RequestParser(const Bounds& bounds) : engine_(std::make_unique<Engine>(bounds)) {}
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;
RequestParser::~RequestParser() = default;

std::size_t RequestParser::feed(std::string_view bytes) {
  Engine& engine = *engine_;
  if (engine.state == State::head) return engine.feed_head(bytes);
  std::size_t used = 0;
  while (used < bytes.size() && engine.state == State::body) {
    const std::size_t step = engine.feed_body(bytes.substr(used));
    if (step == 0) break;
    used += step;
  }
  return used;
}

std::size_t RequestParser::Engine::feed_head(std::string_view bytes) {
  const HeadGuard::State seen = head->see(bytes);
  if (seen == HeadGuard::State::more) return 0;
  if (seen == HeadGuard::State::faulty) {
    fail(head->fault());
    return 0;
  }
  const std::string_view whole = bytes.substr(head->begin(), head->end() - head->begin());
  collector->request.headers.reserve(head->fields(), whole.size());
  if (collector->takes_head(whole, head->framing())) {
    state = State::head_done;
  } else {
    fail(bad_request("the request's head is malformed"));
  }
  return head->end();
}

// One piece of the body: data, or what stands between.
std::size_t RequestParser::Engine::feed_body(std::string_view bytes) {
  const bool chunked = head->framing().body.chunked;
  if (chunked) {
    bytes = bytes.substr(0, chunks->pass(bytes));
    if (chunks->state() == ChunkGuard::State::faulty) fail(chunks->fault());
    if (bytes.empty()) return 0;
  }
  error_code error;
  const std::size_t used = collector->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  if (error || (chunked && used != bytes.size())) {  // a piece that the guard passed is a piece to Beast too
    fail(fault_of(error));
  } else if (collector->is_done()) {
    state = State::complete;
  }
  return used;
}

RequestParser::State RequestParser::state() const { return engine_->state; }
bool RequestParser::begun() const { return engine_->head->begun(); }
const Fault& RequestParser::fault() const { return engine_->fault; }
RawRequest& RequestParser::request() { return engine_->collector->request; }
const Announced& RequestParser::announced() const { return engine_->head->framing().body; }
bool RequestParser::keep_alive() const { return engine_->head->framing().keep_alive; }
bool RequestParser::version_1_0() const { return engine_->head->framing().version_1_0; }
bool RequestParser::body_to_come() const { return engine_->state != State::complete && !engine_->collector->is_done(); }

void RequestParser::expect_body(std::size_t bytes_max) {
  Engine& engine = *engine_;
  if (engine.collector->is_done()) {
    engine.state = State::complete;
  } else if (announced().content_length.value_or(0) > bytes_max) {
    engine.fail(fault_of(http::error::body_limit));
  } else {
    engine.collector->body_limit(bytes_max);
    engine.state = State::body;
  }
}

RawRequest RequestParser::take() {
  RawRequest request = std::move(engine_->collector->request);
  engine_->reset();
  return request;
}

namespace {

Fault fault_of(const error_code& error) {
  if (error == http::error::body_limit) return {413, "body_too_large", "the body is larger than this path takes"};
  return bad_request("a chunk of the body is malformed");
}

}  // namespace

}  // namespace senja::net

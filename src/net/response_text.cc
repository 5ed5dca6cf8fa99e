#include "net/response_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <utility>

#include "senja/rules/answer.h"

namespace senja::net {

namespace {

struct Reason {
  int status;
  std::string_view text;
};
constexpr std::array<Reason, 26> reasons{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {425, "Too Early"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {507, "Insufficient Storage"},
}};

std::string_view reason_of(int status);
bool without_content(int status);
bool names_content_type(const std::pair<std::string, std::string>& header);
void append_number(std::string& out, std::uint64_t number);
void append_header(std::string& out, std::string_view name, std::string_view value);

}  // namespace

void append_response(std::string& out, const Response& response, const ResponseFrame& frame) {
  const bool content = !without_content(response.status);
  out += "HTTP/1.1 ";
  append_number(out, static_cast<std::uint64_t>(response.status));
  out += ' ';
  out += reason_of(response.status);
  if (content) {
    if (std::ranges::none_of(response.headers, names_content_type)) {
      out += "\r\ncontent-type: ";
      out += response.content_type;
    }
    out += "\r\ncontent-length: ";
    append_number(out, response.body.size());
  }
  out += "\r\ndate: ";
  out += frame.date;
  if (!frame.keep_alive) {
    out += "\r\nconnection: close";
  } else if (frame.version_1_0) {
    out += "\r\nconnection: keep-alive";
  }
  out += "\r\n";
  if (!frame.request_id.empty()) append_header(out, "x-request-id", frame.request_id);
  for (const auto& header : response.headers)
    if (content || !names_content_type(header)) append_header(out, header.first, header.second);
  out += "\r\n";
  if (content && !frame.without_body) out += response.body;
}

Response refusal(int status, std::string_view code, std::string_view detail) {
  rules::Answer answer = rules::problem(status, code, detail);
  return {.status = answer.status, .headers = std::move(answer.headers), .body = std::move(answer.body)};
}

std::string_view DateText::at(WallTime now) {
  const auto second = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
  if (second == second_) return text_;
  second_ = second;
  const std::time_t time = second;
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 64> text{};
  text_.assign(text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts));
  return text_;
}

namespace {

std::string_view reason_of(int status) {
  const auto* found = std::ranges::find(reasons, status, &Reason::status);
  return found == reasons.end() ? "Other" : found->text;
}

// RFC 9110 6.4.1: a body behind these would be read as the next answer.
bool without_content(int status) { return status < 200 || status == 204 || status == 304; }

bool names_content_type(const std::pair<std::string, std::string>& header) {
  return same_name(header.first, "content-type");
}

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end);
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  for (const char c : value) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  out += "\r\n";
}

}  // namespace

}  // namespace senja::net

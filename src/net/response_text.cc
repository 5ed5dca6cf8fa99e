#include "net/response_text.h"

#include <array>
#include <charconv>
#include <chrono>

#include "senja/rules/answer.h"

namespace senja::net {

namespace {

std::string_view reason(int status);
void append_number(std::string& out, std::uint64_t number);
void append_header(std::string& out, std::string_view name, std::string_view value);

}  // namespace

void append_response(std::string& out, const Response& response, const ResponseFrame& frame) {
  out += "HTTP/1.1 ";
  append_number(out, static_cast<std::uint64_t>(response.status));
  out += ' ';
  out += reason(response.status);
  out += "\r\ncontent-type: ";
  out += response.content_type;
  out += "\r\ncontent-length: ";
  append_number(out, response.body.size());
  out += "\r\ndate: ";
  out += frame.date;
  if (!frame.keep_alive) {
    out += "\r\nconnection: close";
  } else if (frame.version_1_0) {
    out += "\r\nconnection: keep-alive";
  }
  out += "\r\n";
  for (const auto& [name, value] : response.headers) append_header(out, name, value);
  out += "\r\n";
  if (!frame.without_body) out += response.body;
}

Response refusal(int status, std::string_view code, std::string_view detail) {
  rules::Answer answer = rules::problem(status, code, detail);
  return {.status = answer.status, .headers = std::move(answer.headers), .body = std::move(answer.body)};
}

std::string_view DateText::at(WallTime now) {
  using namespace std::chrono;
  const auto since_epoch = floor<seconds>(now.time_since_epoch());
  if (since_epoch.count() == second_) return text_;
  second_ = since_epoch.count();
  constexpr std::array days_text{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array months_text{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const sys_days day{floor<days>(since_epoch)};
  const year_month_day date{day};
  const hh_mm_ss clock{since_epoch - day.time_since_epoch()};
  const auto two = [this](auto number) {
    text_ += static_cast<char>('0' + number / 10 % 10);
    text_ += static_cast<char>('0' + number % 10);
  };
  const int year_number = static_cast<int>(date.year());
  text_.clear();
  text_ += days_text[weekday{day}.c_encoding()];
  text_ += ", ";
  two(static_cast<unsigned>(date.day()));
  text_.append(1, ' ').append(months_text[static_cast<unsigned>(date.month()) - 1]).append(1, ' ');
  two(year_number / 100);
  two(year_number % 100);
  text_ += ' ';
  two(clock.hours().count());
  text_ += ':';
  two(clock.minutes().count());
  text_ += ':';
  two(clock.seconds().count());
  text_ += " GMT";
  return text_;
}

namespace {

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Other";
  }
}

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
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

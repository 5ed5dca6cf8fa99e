#include "cli/raw_request.h"

#include <charconv>

namespace senja::cli {

namespace {

using Failure = std::unexpected<std::string>;

std::string_view take_line(std::string_view& text);
std::string_view trimmed(std::string_view text);
std::expected<void, std::string> read_request_line(std::string_view line, RawRequest& request);
std::expected<void, std::string> cut_body(const Headers& headers, std::string& body);

}  // namespace

std::expected<RawRequest, std::string> parse_raw_request(std::string_view text) {
  RawRequest request;
  if (auto read = read_request_line(take_line(text), request); !read) return Failure("line 1: " + read.error());
  for (int number = 2;; ++number) {
    if (text.empty()) break;  // a head alone, without its blank line, has no body
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == line.npos || name.empty() || name.find_first_of(" \t") != name.npos)
      return Failure("line " + std::to_string(number) + ": expected \"Name: value\"");
    request.headers.add(name, trimmed(line.substr(colon + 1)));
  }
  request.body = text;
  if (auto cut = cut_body(request.headers, request.body); !cut) return Failure(cut.error());
  return request;
}

namespace {

std::expected<void, std::string> read_request_line(std::string_view line, RawRequest& request) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == line.npos || first == last || !line.substr(last + 1).starts_with("HTTP/1."))
    return Failure("expected \"POST /path HTTP/1.1\"");
  request.method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  if (const std::size_t scheme = target.find("://"); scheme != target.npos && !target.starts_with('/')) {
    const std::size_t path = target.find('/', scheme + 3);
    target = path == target.npos ? "/" : target.substr(path);
  }
  if (!target.starts_with('/') || target.find(' ') != target.npos) return Failure("the target must begin with '/'");
  request.target = target;
  return {};
}

std::expected<void, std::string> cut_body(const Headers& headers, std::string& body) {
  if (headers.count("transfer-encoding") > 0) return Failure("a body with Transfer-Encoding cannot be read from a file");
  const auto length = headers.first("content-length");
  if (!length) return {};
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(length->data(), length->data() + length->size(), bytes);
  if (headers.count("content-length") > 1 || error != std::errc{} || end != length->data() + length->size())
    return Failure("Content-Length is not one number");
  if (bytes > body.size())
    return Failure("Content-Length is " + std::to_string(bytes) + ", but the body has only " + std::to_string(body.size()) +
                   " bytes");
  body.resize(bytes);
  return {};
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

}  // namespace

}  // namespace senja::cli

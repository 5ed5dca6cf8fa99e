#include "cli/asking.h"

#include <boost/json.hpp>
#include <ostream>

#include "cli/commands.h"
#include "cli/table.h"
#include "cli/tokens.h"

namespace senja::cli {

namespace {

std::string reason_of(const net::ClientResponse& answer, bool with_token);

}  // namespace

std::expected<std::string, int> ask(const Admin& admin, World& world, net::ClientRequest request) {
  const auto url = net::parse_url(admin.url);
  if (!url || url->target != "/") {
    world.err << "senja: --admin: " << (url ? "write the address alone, like http://127.0.0.1:8081" : url.error()) << "\n";
    return std::unexpected(Exit::usage);
  }
  const auto token = token_of(admin, world);
  if (!token) return std::unexpected(token.error());
  const auto tls = tls_of(*url, admin.ca, world);
  if (!tls) return std::unexpected(tls.error());

  if (!request.body.empty()) request.headers.emplace_back("Content-Type", "application/json");
  if (!token->empty()) request.headers.emplace_back("Authorization", "Bearer " + *token);
  auto answer = world.http(*url, request, *tls);
  if (!answer) {
    world.err << "senja: " << printable(answer.error()) << "\n";
    return std::unexpected(Exit::unreachable);
  }
  answer->body = without_tokens(std::move(answer->body));  // who answers may be something that echoes what it is sent
  if (answer->status / 100 == 2) return std::move(answer->body);
  if (admin.json) world.out << answer->body << "\n";
  world.err << "senja: " << reason_of(*answer, !token->empty()) << "\n";
  return std::unexpected(Exit::no);
}

std::expected<std::string, int> get(const Admin& admin, World& world, std::string target) {
  return ask(admin, world, {"GET", std::move(target), {}, ""});
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF", plain = "-._~";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter || plain.find(c) != plain.npos)
      out += c;
    else
      out.append({'%', digits[byte >> 4], digits[byte & 0xf]});
  }
  return out;
}

std::string query_of(const std::string& source, const Paging& paging, bool open) {
  std::string query;
  const auto add = [&query](std::string_view name, const std::string& value) {
    if (!value.empty()) query.append(query.empty() ? "?" : "&").append(name).append("=").append(percent_encoded(value));
  };
  add("source", source);
  add("open", open ? "true" : "");
  add("limit", paging.limit ? std::to_string(*paging.limit) : "");
  add("cursor", paging.cursor);
  return query;
}

namespace {

// {"title","detail"} in words, or the status alone.
std::string reason_of(const net::ClientResponse& answer, bool with_token) {
  constexpr int unauthorized = 401;
  if (answer.status == unauthorized && !with_token)
    return "the token is missing: set SENJA_TOKEN, or say --token-file FILE (401)";
  if (answer.status == unauthorized) return "the token is not known there, or its time is over (401)";
  const std::string status = std::to_string(answer.status);
  boost::system::error_code error;
  const boost::json::value body = boost::json::parse(answer.body, error);
  if (error || !body.is_object()) return "the server answered " + status;
  std::string words;
  for (const char* name : {"title", "detail"}) {
    const auto* text = body.as_object().if_contains(name);
    if (text != nullptr && text->is_string() && !text->as_string().empty())
      words.append(words.empty() ? "" : ": ").append(printable(text->as_string()));
  }
  return words.empty() ? "the server answered " + status : words + " (" + status + ")";
}

}  // namespace

}  // namespace senja::cli

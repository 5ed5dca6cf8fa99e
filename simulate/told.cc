#include "told.h"

#include <stdexcept>
#include <utility>

#include "senja/signature/sign.h"
#include "sources.h"

namespace senja::simulate {
namespace {

std::string seconds(WallTime at) {
  return std::to_string(std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count());
}

}  // namespace

std::string Told::body() const {
  std::string body = R"({"event_id":")" + id + R"(","issued_at":)" + seconds(issued_at);
  if (!resource.empty())
    body += R"(,"resource_id":")" + resource + R"(","action":")" + action + R"(","version":)" + std::to_string(version);
  if (expires_at) body += R"(,"expires_at":)" + seconds(*expires_at);
  return body + R"(,"user":")" + user + R"(","amount":)" + std::to_string(amount) + "}";
}

RawRequest request_for(const inbound::Source& source, std::string body, WallTime received_at) {
  RawRequest raw;
  raw.method = "POST";
  raw.target = "/in/" + source.name.text;
  signature::ToSign what{raw.method, raw.target, body, {}, received_at};
  const auto headers = signature::sign(source.scheme, source.secrets.front().secret, what);
  if (!headers) throw std::logic_error("cannot sign: " + headers.error());
  for (const auto& [name, value] : *headers) raw.headers.add(name, value);
  raw.body = std::move(body);
  raw.received_at = received_at;
  return raw;
}

}  // namespace senja::simulate

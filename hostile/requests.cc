#include "requests.h"

#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"

namespace senja::hostile {

namespace {

constexpr std::string_view host_line = "Host: gateway\r\n";
constexpr std::size_t note_bytes = 240;  // an event of about 300 bytes

std::string post_line() { return "POST " + std::string{source_path} + " HTTP/1.1\r\n" + std::string{host_line}; }

}  // namespace

Requests::Requests()
    : secret_("hostile-run-secret-of-its-own"),
      another_("hostile-run-secret-of-another"),
      scheme_(signature::compile(*signature::find_scheme("sha256-body")).value()) {}

std::string Requests::good() const { return request(secret_); }
std::string Requests::forged() const { return request(another_); }

std::string Requests::request(const Secret& secret) const {
  const std::string id = "evt_" + std::to_string(next_.fetch_add(1, std::memory_order_relaxed));
  const std::string body = R"({"event_id":")" + id + R"(","note":")" + std::string(note_bytes, 'n') + R"("})";
  std::string text = post_line();
  const auto headers = signature::sign(scheme_, secret, {.target = std::string{source_path}, .body = body});
  for (const auto& [name, value] : headers.value()) text.append(name).append(": ").append(value).append("\r\n");
  return text.append("Content-Type: application/json\r\nContent-Length: ")
      .append(std::to_string(body.size()))
      .append("\r\n\r\n")
      .append(body);
}

std::string health_request() { return "GET /healthz HTTP/1.1\r\n" + std::string{host_line} + "\r\n"; }

std::string head_of_body(std::string_view framing) {
  return post_line() + "X-Webhook-Signature: sha256=" + std::string(64, '0') + "\r\n" + std::string{framing} + "\r\n\r\n";
}

}  // namespace senja::hostile

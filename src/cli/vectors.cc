#include "cli/vectors.h"

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <ostream>
#include <vector>

#include "senja/model/limits.h"
#include "senja/signature/catalogue.h"
#include "senja/signature/encode.h"
#include "senja/signature/verifier.h"

namespace senja::cli {

namespace {

namespace json = boost::json;
using Problem = std::unexpected<std::string>;

struct Vector {
  std::string name, why, secret;
  RawRequest request;
  bool valid = false;
};
struct VectorsFile {
  signature::Scheme scheme;
  std::vector<Vector> vectors;
  std::size_t challenges = 0;
};

std::expected<VectorsFile, std::string> read_file(std::string_view text);
std::expected<Vector, std::string> read_vector(const json::value& value, const Vector& defaults);
std::expected<void, std::string> read_headers(const json::value* value, Headers& headers);
std::optional<std::string> text_at(const json::value& value, std::string_view key);
std::optional<WallTime> time_at(const json::value& value, std::string_view key);
std::string_view host_of(std::string_view url);
std::string_view target_of(std::string_view url);
std::expected<void, std::string> judge(const signature::Scheme& scheme, const Vector& vector);

}  // namespace

std::expected<VectorsReport, std::string> run_vectors(std::string_view text, std::ostream& out) {
  const auto file = read_file(text);
  if (!file) return Problem(file.error());

  VectorsReport report{.challenges = file->challenges};
  for (const Vector& vector : file->vectors) {
    const auto accepted = judge(file->scheme, vector);
    const bool agrees = accepted.has_value() == vector.valid;
    ++report.requests;
    report.disagreements += agrees ? 0 : 1;
    out << (agrees ? "agree     " : "DISAGREE  ") << vector.name << ": ";
    if (!agrees) out << "expected " << (vector.valid ? "valid" : "invalid") << " (" << vector.why << "), found ";
    out << (accepted ? "valid" : "invalid, " + accepted.error()) << '\n';
  }
  if (report.challenges > 0) out << report.challenges << " challenges not judged: handshakes are not supported\n";
  out << report.requests << " requests, " << report.disagreements << " disagree\n";
  return report;
}

namespace {

// A secret that cannot be a key lets nothing in, as the configuration would be refused.
std::expected<void, std::string> judge(const signature::Scheme& scheme, const Vector& vector) {
  auto verifier = signature::Verifier::make(scheme, {{Secret{vector.secret}, std::nullopt, std::nullopt}});
  if (!verifier) return Problem("the secret " + verifier.error().problem);
  const auto verified = verifier->verify(vector.request);
  if (!verified) return Problem(std::string{verified.error().why});
  return {};
}

std::expected<VectorsFile, std::string> read_file(std::string_view text) {
  json::error_code error;
  const json::value root = json::parse(text, error);
  if (error) return Problem("not JSON: " + error.message());
  if (!root.is_object()) return Problem("not a JSON object");

  const auto provider = text_at(root, "provider");
  if (!provider) return Problem("provider: expected a text");
  const signature::SchemeRow* row = signature::find_scheme(*provider);
  if (row == nullptr) return Problem("provider: no scheme is named " + *provider);
  auto scheme = signature::compile(*row);
  if (!scheme) return Problem(*provider + ": " + scheme.error().field + ": " + scheme.error().problem);
  VectorsFile file{.scheme = *std::move(scheme), .vectors = {}};

  Vector defaults;
  defaults.secret = text_at(root, "secret").value_or("");
  const auto now = time_at(root, "now");
  if (!now) return Problem("now: expected seconds as an integer");
  defaults.request.received_at = *now;

  const json::value* requests = root.get_object().if_contains("requests");
  if (requests == nullptr || !requests->is_array()) return Problem("requests: expected an array");
  for (const json::value& value : requests->get_array()) {
    auto vector = read_vector(value, defaults);
    if (!vector) return Problem("requests/" + std::to_string(file.vectors.size()) + vector.error());
    file.vectors.push_back(*std::move(vector));
  }
  if (const json::value* challenges = root.get_object().if_contains("challenges"); challenges && challenges->is_array())
    file.challenges = challenges->get_array().size();
  return file;
}

std::expected<Vector, std::string> read_vector(const json::value& value, const Vector& defaults) {
  if (!value.is_object()) return Problem(": expected an object");
  Vector vector = defaults;
  vector.name = text_at(value, "name").value_or("");
  vector.why = text_at(value, "why").value_or("");
  vector.secret = text_at(value, "secret").value_or(defaults.secret);
  if (value.get_object().contains("now")) {
    const auto now = time_at(value, "now");
    if (!now) return Problem("/now: expected seconds as an integer");
    vector.request.received_at = *now;
  }
  const auto expect = text_at(value, "expect");
  if (expect != "valid" && expect != "invalid") return Problem("/expect: expected valid or invalid");
  vector.valid = expect == "valid";

  const auto url = text_at(value, "url");
  if (!url || !url->contains("://")) return Problem("/url: expected a full URL");
  vector.request.method = text_at(value, "method").value_or("POST");
  vector.request.target = target_of(*url);
  if (const auto read = read_headers(value.get_object().if_contains("headers"), vector.request.headers); !read)
    return Problem("/headers: " + read.error());
  if (vector.request.headers.count("Host") == 0) vector.request.headers.add("Host", host_of(*url));

  auto body = signature::from_base64(text_at(value, "body_base64").value_or(""));
  if (!body) return Problem("/body_base64: expected base64");
  vector.request.body = *std::move(body);
  return vector;
}

std::expected<void, std::string> read_headers(const json::value* value, Headers& headers) {
  if (value == nullptr || !value->is_object()) return Problem("expected an object");
  for (const auto& [name, one_or_more] : value->get_object()) {
    const json::array values = one_or_more.is_array() ? one_or_more.get_array() : json::array{one_or_more};
    for (const json::value& text : values) {
      if (!text.is_string()) return Problem("expected a text or a list of texts at " + std::string{name});
      headers.add(name, text.get_string());
    }
  }
  return {};
}

std::optional<std::string> text_at(const json::value& value, std::string_view key) {
  const json::value* found = value.get_object().if_contains(key);
  if (found == nullptr || !found->is_string()) return std::nullopt;
  return std::string{found->get_string()};
}

std::optional<WallTime> time_at(const json::value& value, std::string_view key) {
  constexpr std::int64_t last_second =
      std::chrono::floor<std::chrono::seconds>(limits::event_time_max.time_since_epoch()).count();
  const json::value* found = value.get_object().if_contains(key);
  if (found == nullptr || !found->is_int64()) return std::nullopt;
  if (found->get_int64() < 0 || found->get_int64() > last_second) return std::nullopt;
  return WallTime{std::chrono::seconds{found->get_int64()}};
}

std::string_view target_of(std::string_view url) {
  const std::size_t path = url.find('/', url.find("://") + 3);
  return path == std::string_view::npos ? "/" : url.substr(path);
}

std::string_view host_of(std::string_view url) {
  url.remove_prefix(url.find("://") + 3);
  return url.substr(0, url.find('/'));
}

}  // namespace

}  // namespace senja::cli

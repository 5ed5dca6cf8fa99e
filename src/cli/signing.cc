#include <ostream>
#include <utility>

#include "cli/commands.h"
#include "cli/raw_request.h"
#include "cli/table.h"
#include "cli/vectors.h"
#include "senja/signature/catalogue.h"
#include "senja/signature/encode.h"
#include "senja/signature/sign.h"
#include "senja/signature/verifier.h"

namespace senja::cli {

namespace {

constexpr std::size_t secret_bytes = 32;
constexpr std::size_t id_bytes = 16;

struct Signed {
  net::ClientHeaders headers;
  std::string body;
};
std::optional<Signed> sign_input(const Sign& sign, const std::string& target, World& world);
std::optional<signature::Scheme> scheme_named(const std::string& name, World& world);

}  // namespace

int run(const Sign& sign, World& world) {
  const auto made = sign_input(sign, sign.target, world);
  if (!made) return Exit::usage;
  for (const auto& [name, value] : made->headers) world.out << name << ": " << value << "\n";
  return Exit::done;
}

int run(const Send& send, World& world) {
  const auto url = net::parse_url(send.url);
  if (!url) {
    world.err << "senja: --url: " << url.error() << "\n";
    return Exit::usage;
  }
  auto made = sign_input(send.sign, url->target, world);
  if (!made) return Exit::usage;

  net::ClientRequest request{send.sign.method, url->target, send.headers, std::move(made->body)};
  bool typed = false;
  for (const auto& [name, value] : send.headers) typed = typed || same_name(name, "content-type");
  if (!typed) request.headers.emplace_back("Content-Type", "application/json");
  std::ranges::move(made->headers, std::back_inserter(request.headers));
  const auto tls = tls_of(*url, send.ca, world);
  if (!tls) return tls.error();
  const auto answer = world.http(*url, request, *tls);
  if (!answer) {
    world.err << "senja: " << printable(answer.error()) << "\n";
    return Exit::unreachable;
  }
  world.out << answer->status;
  if (const auto wait = answer->header("retry-after")) world.out << " (retry after " << printable(*wait) << " s)";
  if (answer->header("senja-replay")) world.out << " (a replay of the recorded outcome)";
  world.out << "\n" << printable(answer->body) << "\n";
  return answer->status / 100 == 2 ? Exit::done : Exit::no;
}

int run(const VerifyRequest& verify, World& world) {
  const auto scheme = scheme_named(verify.scheme, world);
  if (!scheme) return Exit::usage;
  auto verifier = signature::Verifier::make(*scheme, {{Secret(verify.secret), std::nullopt, std::nullopt}});
  if (!verifier) {
    world.err << "senja: --secret: " << verifier.error().problem << "\n";
    return Exit::usage;
  }
  const auto text = read_input(verify.file, world);
  if (!text) return Exit::usage;
  auto request = parse_raw_request(*text);
  if (!request) {
    world.err << "senja: " << verify.file << ": " << request.error() << "\n";
    return Exit::usage;
  }
  request->received_at = verify.now.value_or(world.clock.wall());
  const auto verified = verifier->verify(std::move(*request));
  if (verified)
    world.out << "valid\n";
  else
    world.out << "invalid: "
              << (verified.error().kind == signature::Refusal::Kind::timestamp ? "timestamp: " : "signature: ")
              << verified.error().why << "\n";
  return verified ? Exit::done : Exit::no;
}

int run(const VerifyVectors& verify, World& world) {
  const auto text = read_input(verify.file, world);
  if (!text) return Exit::usage;
  const auto report = run_vectors(*text, world.out);
  if (!report) {
    world.err << "senja: " << verify.file << ": " << report.error() << "\n";
    return Exit::usage;
  }
  if (verify.challenges) {
    world.err << "senja: --challenges: handshakes are not supported by this version; " << report->challenges
              << " not judged\n";
    return Exit::no;
  }
  return report->disagreements == 0 ? Exit::done : Exit::no;
}

int run(const Keygen& keygen, World& world) {
  const std::string bytes = random_bytes(secret_bytes, world.entropy);
  world.out << (keygen.form == Keygen::Form::hex ? signature::to_hex(bytes) : "whsec_" + signature::to_base64(bytes))
            << "\n";
  return Exit::done;
}

namespace {

std::optional<Signed> sign_input(const Sign& sign, const std::string& target, World& world) {
  const auto scheme = scheme_named(sign.scheme, world);
  if (!scheme) return std::nullopt;
  auto body = read_input(sign.file, world);
  if (!body) return std::nullopt;

  const bool id_in_header = !scheme->id.empty() && scheme->id.front().kind == signature::Place::Kind::header;
  const std::string id =
      !sign.id.empty() || !id_in_header ? sign.id : "msg_" + signature::to_hex(random_bytes(id_bytes, world.entropy));
  const WallTime at = sign.now.value_or(world.clock.wall());
  auto headers = signature::sign(*scheme, Secret(sign.secret), {sign.method, target, *body, id, at});
  if (headers) return Signed{std::move(*headers), std::move(*body)};
  world.err << "senja: cannot sign: " << headers.error() << "\n";
  return std::nullopt;
}

std::optional<signature::Scheme> scheme_named(const std::string& name, World& world) {
  const signature::SchemeRow* row = signature::find_scheme(name);
  if (row == nullptr) {
    world.err << "senja: --scheme: \"" << name << "\" is not a scheme\n";
    return std::nullopt;
  }
  return signature::compile(*row).value();  // every row of the catalogue compiles
}

}  // namespace

}  // namespace senja::cli

#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>

#include "cli/verbs.h"
#include "senja/contract/times.h"
#include "senja/model/limits.h"
#include "senja/signature/catalogue.h"

namespace senja::cli {

namespace {

void add_scheme(CLI::App& verb, std::string& scheme);
CLI::Option* add_secret(CLI::App& verb, std::string& secret, const Parsing& parsing);
void add_now(CLI::App& verb, std::optional<WallTime>& now);
void add_sign(CLI::App& app, Parsing& parsing);
void add_send(CLI::App& app, Parsing& parsing);
void add_verify(CLI::App& app, Parsing& parsing);
void add_keygen(CLI::App& app, Parsing& parsing);
void need_secret(const std::string& secret);

}  // namespace

void add_signing(CLI::App& app, Parsing& parsing) {
  add_sign(app, parsing);
  add_send(app, parsing);
  add_verify(app, parsing);
  add_keygen(app, parsing);
  for (const char* verb : {"sign", "send", "verify", "keygen"}) app.get_subcommand(verb)->group("Signatures");
}

namespace {

void add_sign(CLI::App& app, Parsing& parsing) {
  CLI::App* verb = add_verb(app, "sign", "print the headers that a sender of a scheme would add",
                            "sign --scheme sha256-body --secret rewards-demo-secret --file claim.json");
  auto sign = std::make_shared<Sign>();
  add_scheme(*verb, sign->scheme);
  add_secret(*verb, sign->secret, parsing);
  verb->add_option("--file", sign->file, "the body; - is standard input")->required()->type_name("FILE");
  add_now(*verb, sign->now);
  verb->add_option("--id", sign->id, "the event's id, where the scheme signs one; else a random one")->type_name("ID");
  verb->add_option("--method", sign->method, "where the scheme signs it; else POST")->type_name("NAME");
  verb->add_option("--target", sign->target, "path and query, where the scheme signs them")->type_name("PATH");
  verb->callback([&parsing, sign] {
    need_secret(sign->secret);
    parsing.chosen = *sign;
  });
}

void add_send(CLI::App& app, Parsing& parsing) {
  CLI::App* verb = add_verb(app, "send", "sign a body and POST it; exit 1 unless the answer is a 2xx",
                            "send --url http://127.0.0.1:8080/in/rewards --scheme sha256-body --secret rewards-demo-secret "
                            "--file claim.json");
  auto send = std::make_shared<Send>();
  auto headers = std::make_shared<std::vector<std::string>>();
  verb->add_option("--url", send->url, "where to")->required()->type_name("URL");
  add_scheme(*verb, send->sign.scheme);
  add_secret(*verb, send->sign.secret, parsing);
  verb->add_option("--file", send->sign.file, "the body; - is standard input")->required()->type_name("FILE");
  add_now(*verb, send->sign.now);
  verb->add_option("--id", send->sign.id, "the event's id, where the scheme signs one; else a random one")->type_name("ID");
  add_ca(*verb, send->ca, parsing);
  verb->add_option("--header", *headers, "one more header; may be repeated")->type_name("'NAME: VALUE'");
  verb->callback([&parsing, send, headers] {
    need_secret(send->sign.secret);
    for (const std::string& text : *headers) {
      const std::size_t colon = text.find(':');
      if (colon == 0 || colon == text.npos || text.find_first_of("\r\n") != text.npos)
        refuse_words("--header: write it as 'Name: value'");
      const std::size_t value = std::min(text.find_first_not_of(' ', colon + 1), text.size());
      send->headers.emplace_back(text.substr(0, colon), text.substr(value));
    }
    parsing.chosen = *send;
  });
}

void add_verify(CLI::App& app, Parsing& parsing) {
  CLI::App* verb = add_verb(app, "verify", "judge the signature of a raw HTTP request, or a file of test vectors",
                            "verify --scheme github --secret S --request request.http\n"
                            "  senja verify --vectors stripe.json");
  auto request = std::make_shared<VerifyRequest>();
  auto vectors = std::make_shared<VerifyVectors>();
  CLI::Option* file =
      verb->add_option("--vectors", vectors->file, "a line a request; exit 1 if any disagrees")->type_name("FILE");
  verb->add_flag("--challenges", vectors->challenges, "its handshakes, too (not in this version)")->needs(file);
  CLI::Option* raw =
      verb->add_option("--request", request->file, "a raw HTTP request; - is standard input")->type_name("FILE");
  add_scheme(*verb, request->scheme);
  verb->get_option("--scheme")->required(false)->excludes(file);
  add_secret(*verb, request->secret, parsing)->excludes(file);
  add_now(*verb, request->now);
  raw->excludes(file);
  verb->callback([&parsing, request, vectors] {
    if (!vectors->file.empty()) {
      parsing.chosen = *vectors;
      return;
    }
    if (request->file.empty()) refuse_words("--request FILE or --vectors FILE is needed");
    if (request->scheme.empty()) refuse_words("--scheme is needed");
    need_secret(request->secret);
    parsing.chosen = *request;
  });
}

void add_keygen(CLI::App& app, Parsing& parsing) {
  CLI::App* verb = add_verb(app, "keygen", "print a new random secret of 32 bytes", "keygen > rewards.key");
  auto hex = std::make_shared<bool>(false);
  verb->add_flag("--hex", *hex, "as 64 hex digits instead of whsec_ and base64");
  verb->callback([&parsing, hex] { parsing.chosen = Keygen{*hex ? Keygen::Form::hex : Keygen::Form::whsec}; });
}

void add_scheme(CLI::App& verb, std::string& scheme) {
  std::string names;
  for (const auto& row : signature::catalogue())
    if (row.name != "none") names.append(names.empty() ? "" : ", ").append(row.name);
  verb.add_option("--scheme", scheme, names)->required()->type_name("NAME")->check([names](const std::string& name) {
    const bool known = name != "none" && signature::find_scheme(name) != nullptr;
    return known ? std::string() : "\"" + name + "\" is not one of " + names;
  });
}

CLI::Option* add_secret(CLI::App& verb, std::string& secret, const Parsing& parsing) {
  secret = parsing.variable("SENJA_SECRET", "");
  return verb.add_option("--secret", secret, "the source's secret (or SENJA_SECRET, which ps does not show)")
      ->type_name("TEXT");
}

void need_secret(const std::string& secret) {
  if (secret.empty()) refuse_words("--secret is needed (or SENJA_SECRET)");
}

// Integer seconds or RFC 3339.
void add_now(CLI::App& verb, std::optional<WallTime>& now) {
  const auto read = [&now](const CLI::results_t& words) {
    std::int64_t seconds = 0;
    const std::string& text = words.at(0);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc{} && end == text.data() + text.size() && seconds >= 0 &&
        seconds <= limits::event_time_max.time_since_epoch().count() / 1'000'000)
      now = WallTime{std::chrono::seconds{seconds}};
    else
      now = contract::parse_rfc3339(text);
    return now.has_value();
  };
  verb.add_option("--now", read, "the time to sign or judge by, instead of the clock's")->type_name("SECONDS|RFC3339");
}

}  // namespace

}  // namespace senja::cli

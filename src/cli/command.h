// The command line is a closed set: parse() gives one Command, or says what is wrong with the words, before anything is
// opened. run.h does what a Command says.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/settings.h"
#include "senja/model/time.h"

namespace senja::cli {

// Serving.
struct Serve {
  std::string config;
  config::Overrides overrides;
};
struct Demo {
  bool once = false;
};
struct ConfigCheck {
  std::string config;
  config::Overrides overrides;
};

// Signing and verifying, without a server.
struct Sign {
  std::string scheme, secret;
  std::string file;  // "-": standard input
  std::optional<WallTime> now;
  std::string id;  // empty: a random one where the scheme has an id
  std::string method = "POST", target = "/";
};
struct Send {
  Sign sign;  // its target is the URL's
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string ca;  // as Admin's
};
struct VerifyRequest {
  std::string scheme, secret;
  std::string file;  // a raw HTTP request; "-": standard input
  std::optional<WallTime> now;
};
struct VerifyVectors {
  std::string file;
  bool challenges = false;
};
struct Keygen {
  enum class Form : std::uint8_t { whsec, hex } form = Form::whsec;
};

// Tokens for the admin listener.
struct TokenNew {
  std::string name = "operator";
  std::vector<std::string> scopes{"read"};
};
struct TokenHash {};

// Asking a running server, through its admin listener.
struct Admin {
  std::string url;
  bool json = false;       // the answer's bytes as they came
  std::string token;       // given, or from the environment; empty: none
  std::string token_file;  // holds another one, which then counts; empty: none
  std::string ca;          // a file of certificates to believe, for https; empty: the system's
};
struct Paging {
  std::optional<std::int64_t> limit;
  std::string cursor;
};
struct EventsGet {
  Admin admin;
  std::string source, event_id;
};
struct EventsList {
  Admin admin;
  std::string source;  // empty: all
  Paging paging;
};
struct ResourcesGet {
  Admin admin;
  std::string id;
};
struct ResourcesList {
  Admin admin;
  Paging paging;
};
struct ResourcesPut {
  Admin admin;
  std::string id, state;
  std::string expires_at;  // RFC 3339, integer seconds, or "never"
  std::optional<std::int64_t> version, if_match;
};
struct WaitingList {
  Admin admin;
  std::string source;
  Paging paging;
};
struct LettersList {
  Admin admin;
  std::string source;
  bool open = false;  // only those not resolved yet
  Paging paging;
};
struct LettersShow {
  Admin admin;
  std::string id;
};
struct LettersReplay {
  Admin admin;
  std::string id, reason;
  std::string new_expiry;  // RFC 3339 or integer seconds; empty: none given
  bool ignore_expiry = false, may_have_applied = false;
};
struct ClockAccept {
  Admin admin;
  std::string reason;
};

struct Version {};

using Command = std::variant<Serve, Demo, ConfigCheck, Sign, Send, VerifyRequest, VerifyVectors, Keygen, TokenNew, TokenHash,
                             EventsGet, EventsList, ResourcesGet, ResourcesList, ResourcesPut, WaitingList, LettersList,
                             LettersShow, LettersReplay, ClockAccept, Version>;

// Help that was asked for (exit 0, standard output), or what is wrong with the words (exit 2, standard error).
struct Usage {
  bool asked_for = false;
  std::string text;
};

// `words` without the program's name. SENJA_ADMIN, SENJA_TOKEN, SENJA_CA and SENJA_SECRET stand in for --admin,
// --token, --ca and --secret.
std::expected<Command, Usage> parse(const std::vector<std::string>& words,
                                    const std::map<std::string, std::string>& environment);

}  // namespace senja::cli

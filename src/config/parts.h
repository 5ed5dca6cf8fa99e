// The parts of the config, each read by a file of its name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "config/section.h"
#include "config/settings.h"
#include "senja/contract/contract.h"
#include "senja/signature/scheme.h"

namespace senja::config {

// Where the config comes from: files it names stand relative to its folder.
struct Surroundings {
  const Outside& outside;
  std::string folder;
  std::expected<std::string, std::string> read(const std::string& name) const;
};

Server read_server(Section section, const Surroundings& surroundings);
// What stands between the sockets and HTTP: proxies, connections of one peer, and (in [server.tls], [server.admin_tls]) TLS.
void read_edge(Section& section, const Surroundings& surroundings, Server& server);
std::shared_ptr<const net::TlsContext> read_tls(Section section, const Surroundings& surroundings);
Log read_log(Section& server);
void read_store(Section section, const Surroundings& surroundings, store::Settings& store);

// The schemes of [scheme.NAME], compiled; names of the catalogue are taken.
using Schemes = std::map<std::string, signature::Scheme>;
Schemes read_schemes(Section section);

// nullptr: something was reported.
std::shared_ptr<const inbound::Source> read_source(Section section, const std::string& name, const Schemes& schemes,
                                                   const Surroundings& surroundings);

// What reading a source builds up.
struct Draft {
  inbound::Source source;
  rules::Policy policy;
  contract::Contract contract;
};

std::vector<signature::LiveSecret> read_secrets(Section& source, const signature::Scheme& scheme,
                                                const Surroundings& surroundings);
void read_contract(Section section, Draft& draft);
void read_transitions(Section section, Draft& draft);
void read_effects(Section& source, Draft& draft);
void read_schemas(Section section, Draft& draft, const Surroundings& surroundings);  // after transitions and effects
void read_answer_overrides(Section section, Draft& draft);

// Who may send, how fast, and how often the source should be heard from.
void read_admission(Section& source, Draft& draft);

// Time and memory (SPEC 2.3, 2.4): also checks that an event is remembered for as long as it can be accepted.
void read_time(Section& source, Draft& draft);

// The tokens of [[token]]; nullptr: none.
std::shared_ptr<const Tokens> read_tokens(Section& all, const Surroundings& surroundings);

// By which names the admin listener may be asked, and from where (SPEC 6): without tokens from this machine alone.
void read_admin_hosts(Section& section, Server& server);
void check_admin_listener(Section section, const Settings& settings);

// Words shared by the parts.
std::optional<WallTime> read_moment(Section& section, std::string_view key);  // RFC 3339, or a date of TOML's
std::optional<contract::Place> read_place(Section& section, std::string_view key);
std::optional<contract::Place> place_of(Section& section, const Node& node, std::string_view key);
std::optional<Scalar> scalar_of(const Node& node);  // nullopt: a list or a table
bool is_required(const contract::Contract& contract, std::string_view field);
void need(contract::Contract& contract, std::string_view field);  // missing → 422, unless a default is stated
bool word_is_sound(std::string_view word);                        // a state or an action: 1 to 64 bytes, no control bytes

}  // namespace senja::config

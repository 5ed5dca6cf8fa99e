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

Server read_server(Section section);
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

// Time and memory (SPEC 2.3, 2.4): also checks that an event is remembered for as long as it can be accepted.
void read_time(Section& source, Draft& draft);

// Words shared by the parts.
std::optional<contract::Place> read_place(Section& section, std::string_view key);
std::optional<contract::Place> place_of(Section& section, const Node& node, std::string_view key);
std::optional<Scalar> scalar_of(const Node& node);  // nullopt: a list or a table
bool is_required(const contract::Contract& contract, std::string_view field);
void need(contract::Contract& contract, std::string_view field);  // missing → 422, unless a default is stated
bool word_is_sound(std::string_view word);                        // a state or an action: 1 to 64 bytes, no control bytes

}  // namespace senja::config

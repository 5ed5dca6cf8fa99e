// Who may send to a source, how fast, and how often it should be heard from.
#include "config/parts.h"

namespace senja::config {

namespace {

constexpr std::int64_t rate_max = 1'000'000;
constexpr std::size_t ranges_max = 1'000;
constexpr std::size_t names_max = 1'000;

void read_addresses(Section& section, inbound::Source& source);
void read_rate(Section& section, inbound::Source& source);
void read_certificate(Section& section, inbound::Source& source);

}  // namespace

void read_admission(Section& section, Draft& draft) {
  inbound::Source& source = draft.source;
  read_addresses(section, source);
  read_rate(section, source);
  read_certificate(section, source);
  source.expect_every = section.duration("expect_every");
  if (source.expect_every && *source.expect_every < std::chrono::seconds{1})
    section.problem("expect_every", "must be at least 1s");
}

namespace {

void read_addresses(Section& section, inbound::Source& source) {
  const Node* node = section.find("allow_from");
  const auto texts = section.texts("allow_from");
  if (node != nullptr && node->kind == Node::Kind::list && texts.empty() && node->items.empty())
    section.problem("allow_from", "is empty: nobody could send; leave it out to take requests from anywhere");
  if (texts.size() > ranges_max) return section.problem("allow_from", "has more than 1000 ranges");
  for (const std::string& text : texts) {
    auto range = net::IpRange::parse(text);
    if (range)
      source.allow_from.push_back(*range);
    else
      section.problem("allow_from", range.error());
  }
}

// rate = 100, or { per_second = 100, burst = 400 }
void read_rate(Section& section, inbound::Source& source) {
  const Node* node = section.find("rate");
  if (node == nullptr) return;
  if (node->kind != Node::Kind::table) {
    if (const auto per_second = section.integer("rate", 1, rate_max)) source.rate = {*per_second, *per_second};
    return;
  }
  Section rate = section.inside(*node, "rate");
  const auto per_second = rate.integer("per_second", 1, rate_max);
  const auto burst = rate.integer("burst", 1, rate_max);
  rate.finish();
  if (per_second)
    source.rate = {*per_second, burst.value_or(*per_second)};
  else if (rate.find("per_second") == nullptr)
    rate.problem("per_second", "is needed: requests a second");
}

// client_certificate = true (any that the listener's client_ca vouches for), or the names it may be for.
void read_certificate(Section& section, inbound::Source& source) {
  const Node* node = section.find("client_certificate");
  if (node == nullptr) return;
  if (node->kind == Node::Kind::flag || node->loose) {
    if (section.flag("client_certificate").value_or(false)) source.certificate.emplace();
    return;
  }
  auto names = section.texts("client_certificate");
  if (names.size() > names_max) return section.problem("client_certificate", "has more than 1000 names");
  if (names.empty() && node->kind == Node::Kind::list)
    return section.problem("client_certificate", "is empty: write true to take any that client_ca vouches for");
  source.certificate.emplace(std::move(names));
}

}  // namespace

}  // namespace senja::config

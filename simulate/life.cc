#include "life.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "census.h"
#include "senja/model/digest.h"
#include "senja/signature/verifier.h"

namespace senja::simulate {

using namespace std::chrono_literals;

Life::Life(std::uint64_t seed, Plant plant, const std::filesystem::path& folder)
    : chance_(seed), house_(folder, heavens_.clock(), plant) {
  // Each life leans another way: here many crashes, there a restless clock.
  const auto lean = [&](std::size_t weight) { return weight * (1 + chance_.below(4)); };
  moves_ = {
      {lean(60), &Life::send_new},
      {lean(50), &Life::send_again},
      {lean(5), &Life::send_twin},
      {lean(3), &Life::send_forged},
      {lean(3), &Life::send_broken},
      {lean(60), &Life::commit},
      {lean(60), &Life::let_time_pass},
      {lean(1), &Life::set_clock},
      {1, &Life::accept_clock},
      {lean(2), &Life::fail_a_step},
      {lean(1), &Life::die_in_commit},
      {lean(1), &Life::restart},
      {lean(3), &Life::lapse},
      {lean(3), &Life::purge},
      {lean(3), &Life::put},
      {lean(4), &Life::replay},
      {1, &Life::compare},
  };
  drift_ppm_ = chance_.between(-50, 50);
}

std::optional<Objection> Life::run(std::size_t steps) {
  std::size_t all = 0;
  for (const Move& move : moves_) all += move.weight;
  for (std::size_t step = 0; step < steps; ++step) {
    std::size_t at = chance_.below(all);
    const auto move = std::ranges::find_if(moves_, [&](const Move& each) {
      if (at < each.weight) return true;
      at -= each.weight;
      return false;
    });
    if (auto objection = (this->*move->make)()) return objection;
    trace_.add(heavens_.clock().wall().time_since_epoch().count());
  }
  while (!asked_.empty())
    if (auto objection = commit()) return objection;
  return compare();
}

Life::Result Life::send_new() {
  const std::size_t index = sender_.invent(chance_, reference_, heavens_.true_time());
  return send(sender_[index].told, index);
}

Life::Result Life::send_again() {
  if (sender_.empty()) return std::nullopt;
  const std::size_t index = sender_.again(chance_);
  return send(sender_[index].told, index);
}

Life::Result Life::send_twin() {
  if (sender_.empty()) return std::nullopt;
  return send(sender_.twin_of(sender_.again(chance_), chance_), nobody);
}

// One byte of the body is not what was signed.
Life::Result Life::send_forged() {
  if (sender_.empty()) return std::nullopt;
  const Told& told = sender_[sender_.again(chance_)].told;
  RawRequest raw = request_for(*house_.sources()[told.source], told.body(), heavens_.clock().wall());
  raw.body[chance_.below(raw.body.size())] ^= 1;
  const auto refused = house_.request(told.source, std::move(raw), next_token_++);
  if (!refused || refused->answer.status != 401)
    return Objection{"reference", "a forged request was let in: " + told.body()};
  ++outcomes[std::string(text(refused->code))];
  return std::nullopt;
}

// Signed, but no event: not JSON, or without a field that the contract requires.
Life::Result Life::send_broken() {
  const std::size_t source = chance_.below(house_.sources().size());
  const std::string name = house_.sources()[source]->name.text, id = name + "-broken-" + std::to_string(chance_.below(20));
  const bool json = chance_.one_in(2);
  const std::string body = json ? R"({"event_id":")" + id + R"("})" : "{\"event_id\":" + id;
  const Token token = next_token_++;
  if (house_.request(source, request_for(*house_.sources()[source], body, heavens_.clock().wall()), token))
    return Objection{"reference", "a signed request was refused: " + body};
  Asked asked;
  asked.what = Asked::What::rejected;
  asked.key = {name, json ? id : "sha256:" + sha256_hex(body)};
  asked_[token] = std::move(asked);
  return std::nullopt;
}

Life::Result Life::send(Told told, std::size_t index) {
  const Token token = next_token_++;
  told.received_at = heavens_.clock().wall();
  const EventKey key{policy(told.source).source.text, told.id};
  const std::string body = told.body();
  if (const auto refused =
          house_.request(told.source, request_for(*house_.sources()[told.source], body, told.received_at), token))
    return Objection{"reference", "a good request was refused: " + body};
  const auto flight = flights_.try_emplace(key, token, body).first;
  const bool joined = flight->second.first != token && flight->second.second == body;
  told_.try_emplace(body, told);
  Asked asked;
  asked.index = index;
  asked.told = std::move(told);
  asked.key = key;
  if (joined) asked.joined = flight->second.first;
  asked_[token] = std::move(asked);
  return std::nullopt;
}

Life::Result Life::commit() { return commit_with(std::nullopt, std::nullopt); }

Life::Result Life::commit_with(std::optional<Step> failing, std::optional<Step> dying) {
  if (asked_.empty()) return std::nullopt;
  if (dying) house_.die_at(*dying);
  if (failing) house_.faults().fail(*failing, static_cast<int>(chance_.between(1, 12)));
  const Instant at = heavens_.look(failing == Step::before_begin ? Heavens::Reads::perhaps : Heavens::Reads::surely);
  const auto [answered, died] = house_.commit();
  const bool undone = died && dying != Step::after_commit;
  std::set<EventKey> touched;
  firsts_.clear();
  // Copies that joined another's flight are told its outcome, so that one is settled first.
  for (const bool joined : {false, true})
    for (const House::Answered& each : answered) {
      const auto found = asked_.find(each.token);
      if (found == asked_.end() || found->second.joined.has_value() != joined) continue;
      const Asked asked = std::move(found->second);
      asked_.erase(found);
      if (const auto flight = flights_.find(asked.key); flight != flights_.end() && flight->second.first == each.token)
        flights_.erase(flight);
      if (undone) continue;
      trace_.add(static_cast<std::int64_t>(each.token));
      trace_.add(text(each.verdict.code));
      trace_.add(each.verdict.version.value_or(-1));
      trace_.add(each.status);
      ++outcomes[std::string(text(each.verdict.code)) + (each.verdict.replay ? " (repeat)" : "")];
      if (auto objection = settle(each, asked, at, failing)) return objection;
      if (asked.what != Asked::What::put) touched.insert(asked.key);
    }
  if (!died) return compare_events(reference_, house_.views(), house_.database(), touched);
  ++outcomes["died in a commit"];
  forget_who_asked();
  return compare();
}

Life::Result Life::settle(const House::Answered& answered, const Asked& asked, Instant at, std::optional<Step> failing) {
  const rules::Verdict& verdict = answered.verdict;
  // Some answers are lost on the way.
  if (asked.index != nobody && answered.status != 0 && !chance_.one_in(5)) sender_.answered(asked.index, answered.status);
  if (verdict.code == Code::store && failing) return std::nullopt;
  if (asked.joined) return settle_copy(verdict, asked);
  switch (asked.what) {
    case Asked::What::event:
      return settle_event(answered.token, verdict, asked, at, failing);
    case Asked::What::rejected:
      return reference_.settle_rejected(asked.key, verdict);
    case Asked::What::put:
      return reference_.settle_put(asked.put, verdict);
    case Asked::What::replay:
      return reference_.settle_replay(asked.told, policy(asked.told.source), asked.cause, asked.expires_at, at, verdict);
  }
  return std::nullopt;
}

Life::Result Life::settle_event(Token token, const rules::Verdict& verdict, const Asked& asked, Instant at,
                                std::optional<Step> failing) {
  Result objection;
  if (verdict.code == Code::undecided && failing == Step::after_commit)
    // The commit was made, but nobody could tell: what it decided is what is due.
    reference_.suppose(asked.told, policy(asked.told.source), at);
  else
    objection = reference_.settle(asked.told, policy(asked.told.source), at, verdict);
  const auto record = reference_.records.find(asked.key);
  const bool recorded = record != reference_.records.end() && record->second.code == verdict.code;
  firsts_[token] = {verdict.code, recorded};
  return objection;
}

// A copy that waited for the first one's outcome: the same, marked as a repeat where it is on record.
Life::Result Life::settle_copy(const rules::Verdict& verdict, const Asked& asked) const {
  const auto first = firsts_.find(*asked.joined);
  if (first == firsts_.end() || (verdict.code == first->second.code && verdict.replay == first->second.recorded))
    return std::nullopt;
  return Objection{"I6", "a copy that waited was told " + std::string(text(verdict.code)) + " and the first one " +
                             std::string(text(first->second.code)) + ": " + asked.told.body()};
}

Life::Result Life::compare() {
  if (auto objection = compare_all(reference_, house_.views(), house_.database())) return objection;
  return promises_kept();
}

// By the sender's own log: what was answered 2xx is on record, or in the letters.
Life::Result Life::promises_kept() const {
  for (const Sender::Sent& sent : sender_.all()) {
    const EventKey key{policy(sent.told.source).source.text, sent.told.id};
    if (!sent.promised || reference_.records.contains(key)) continue;
    const auto letter = reference_.letters.lower_bound({key.first, key.second, Code{}});
    if (letter == reference_.letters.end() || std::get<0>(letter->first) != key.first ||
        std::get<1>(letter->first) != key.second)
      return Objection{"I1", "answered 2xx and lost: " + sent.told.body()};
  }
  return std::nullopt;
}

void Life::forget_who_asked() {
  asked_.clear();
  flights_.clear();
  heavens_.restarted();
}

}  // namespace senja::simulate

// What happens to the house beside deliveries: time, faults, upkeep, operators.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "life.h"
#include "senja/rules/intent.h"
#include "senja/signature/verifier.h"

namespace senja::simulate {

using namespace std::chrono_literals;

Life::Result Life::let_time_pass() {
  switch (chance_.below(40)) {
    case 0:
      heavens_.pass(chance_.span(5min, 20min), drift_ppm_);
      break;
    case 1:
    case 2:
    case 3:
      heavens_.pass(chance_.span(20s, 90s), drift_ppm_);
      break;
    default:
      heavens_.pass(chance_.span(1ms, 4s), drift_ppm_);
      break;
  }
  return std::nullopt;
}

Life::Result Life::set_clock() {
  const Micros error = heavens_.error();
  const bool wrong = error > 1s || error < -1s;
  // A wrong clock is put right more often than a right one wrong.
  if (wrong && !chance_.one_in(4)) {
    heavens_.step(-error);
  } else {
    const Micros by = chance_.one_in(2)   ? chance_.span(1s, 4s)
                      : chance_.one_in(2) ? chance_.span(10s, 10min)
                                          : chance_.span(1h, 26h);
    heavens_.step(chance_.one_in(2) ? by : -by);
  }
  ++outcomes["clock set"];
  return std::nullopt;
}

// The operator says the clock is right, and it is.
Life::Result Life::accept_clock() {
  if (const Micros error = heavens_.error(); error > 1s || error < -1s) return std::nullopt;
  house_.store().accept_clock({"operator", "simulated"});
  heavens_.trusted();
  return std::nullopt;
}

Life::Result Life::fail_a_step() {
  static const std::vector<Step> steps{Step::before_begin, Step::after_ledger, Step::after_effects, Step::before_commit,
                                       Step::after_commit};
  const Step step = chance_.pick(steps);
  // Nobody learns what such a commit decided, so it must be plain to foresee.
  if (step == Step::after_commit && !only_plain_events()) return std::nullopt;
  return commit_with(step, std::nullopt);
}

Life::Result Life::die_in_commit() {
  static const std::vector<Step> steps{Step::before_begin, Step::after_ledger, Step::after_effects, Step::before_commit,
                                       Step::after_commit};
  return commit_with(std::nullopt, chance_.pick(steps));
}

bool Life::only_plain_events() const {
  return !heavens_.may_doubt() && std::ranges::all_of(asked_, [&](const auto& each) {
    const Asked& asked = each.second;
    return asked.what == Asked::What::event && !reference_.in_the_dark(asked.told, policy(asked.told.source));
  });
}

Life::Result Life::restart() {
  house_.restart();
  forget_who_asked();
  ++outcomes["restarted"];
  return compare();
}

Life::Result Life::lapse() {
  const Instant at = heavens_.look();
  const std::size_t due = reference_.lapsing(at.now);
  std::size_t ended = 0;
  while (const std::size_t some = house_.store().lapse()) ended += some;  // a bounded number at a time
  if (ended == 0 && (due == 0 || at.may_doubt)) return std::nullopt;
  if (ended != due)
    return Objection{"I9", std::to_string(ended) + " waiting events were given up instead of " + std::to_string(due)};
  reference_.lapse(at.now);
  return std::nullopt;
}

Life::Result Life::purge() {
  const Instant at = heavens_.look();
  const store::PurgeReport report = house_.store().purge();
  if (!report.allowed) return std::nullopt;
  if (report.records > 0) ++outcomes["purged"];
  reference_.purged(at.now);
  return std::nullopt;
}

Life::Result Life::put() {
  if (reference_.resources.empty()) return std::nullopt;
  auto place = reference_.resources.begin();
  std::advance(place, chance_.below(reference_.resources.size()));
  const auto& [id, row] = *place;
  rules::PutIntent intent;
  intent.resource_id = ResourceId{id};
  intent.state = State{chance_.one_in(2) ? "PENDING" : "CLAIMED"};
  if (!row.placeholder) intent.if_match = row.revision - (chance_.one_in(5) ? 1 : 0);
  if (chance_.one_in(2)) intent.expires_at = heavens_.true_time() + chance_.span(0s, 10min);
  intent.actor = {"operator", "simulated"};
  Asked asked;
  asked.what = Asked::What::put;
  asked.put = intent;
  const Token token = next_token_++;
  asked_[token] = std::move(asked);
  house_.operate(std::move(intent), token);
  return std::nullopt;
}

// An operator has a dead letter judged once more, from its kept bytes, with or without a new expiry.
Life::Result Life::replay() {
  const auto page = house_.views().letters(std::nullopt, !chance_.one_in(4), {limits::page_rows_max, std::nullopt});
  if (!page) throw std::runtime_error("the store cannot be read: " + page.error().detail);
  if (page->rows.empty()) return std::nullopt;
  const store::LetterView& letter = chance_.pick(page->rows);
  if (letter.cause == Code::rejected || !letter.kept) return std::nullopt;
  const auto source = std::ranges::find_if(house_.sources(), [&](const auto& each) { return each->name == letter.source; });
  auto event = (*source)->reader->read(signature::Recall::from_store(*letter.kept, letter.received_at));
  if (!event) return Objection{"I9", "a letter's bytes are no event any more: " + letter.event_id.text};

  Asked asked;
  asked.what = Asked::What::replay;
  asked.key = {letter.source.text, letter.event_id.text};
  asked.cause = letter.cause;
  asked.told = told_.at(letter.kept->body);
  asked.told.received_at = letter.received_at;
  rules::ReplayIntent intent{
      rules::intend(std::move(*event), (*source)->policy), letter.id, std::nullopt, false, false, {"operator", "simulated"}};
  if (chance_.one_in(3)) intent.new_expiry = heavens_.true_time() + chance_.span(0s, 5min);
  intent.ignore_expiry = !intent.new_expiry && chance_.one_in(2);
  asked.expires_at = intent.ignore_expiry ? std::nullopt : intent.new_expiry ? intent.new_expiry : asked.told.expires_at;
  const Token token = next_token_++;
  asked_[token] = std::move(asked);
  house_.operate(std::move(intent), token);
  return std::nullopt;
}

}  // namespace senja::simulate

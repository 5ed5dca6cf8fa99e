// One life of the house: a seed, a number of steps, and the reference beside every one of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "chance.h"
#include "heavens.h"
#include "house.h"
#include "reference.h"
#include "sender.h"

namespace senja::simulate {

class Life {
 public:
  Life(std::uint64_t seed, Plant plant, const std::filesystem::path& folder);

  // Runs so many steps, or until an invariant is broken.
  std::optional<Objection> run(std::size_t steps);

  std::uint64_t trace() const { return trace_.hash(); }
  std::size_t deliveries() const { return next_token_; }
  std::map<std::string, std::size_t> outcomes;  // how often each was seen: a life that meets few proves little

 private:
  using Result = std::optional<Objection>;
  static constexpr std::size_t nobody = SIZE_MAX;  // a twin, whose answer the sender does not note
  struct Move {
    std::size_t weight;
    Result (Life::*make)();
  };
  // What waits for the next commit, by token.
  struct Asked {
    enum class What : std::uint8_t { event, rejected, put, replay } what = What::event;
    std::size_t index = nobody;  // event: of the sender's
    Told told{};                 // event, replay
    EventKey key{};
    std::optional<Token> joined{};         // a copy of this one, queued already: it gets that one's outcome
    rules::PutIntent put{};                // put
    Code cause{};                          // replay
    std::optional<WallTime> expires_at{};  // replay: as the operator has it
  };
  // Moves.
  Result send_new();
  Result send_again();
  Result send_twin();
  Result send_forged();
  Result send_broken();
  Result commit();
  Result let_time_pass();
  Result set_clock();
  Result accept_clock();
  Result fail_a_step();
  Result die_in_commit();
  Result restart();
  Result lapse();
  Result purge();
  Result put();
  Result replay();
  Result compare();

  Result send(Told told, std::size_t index);
  Result commit_with(std::optional<Step> failing, std::optional<Step> dying);
  Result settle(const House::Answered& answered, const Asked& asked, Instant at, std::optional<Step> failing);
  Result settle_event(Token token, const rules::Verdict& verdict, const Asked& asked, Instant at,
                      std::optional<Step> failing);
  Result settle_copy(const rules::Verdict& verdict, const Asked& asked) const;
  Result promises_kept() const;
  bool only_plain_events() const;
  const rules::Policy& policy(std::size_t source) const { return *house_.sources()[source]->policy; }
  void forget_who_asked();

  Chance chance_;
  Heavens heavens_;
  House house_;
  Reference reference_;
  Sender sender_;
  Trace trace_;
  std::vector<Move> moves_;
  std::map<Token, Asked> asked_;
  std::map<EventKey, std::pair<Token, std::string>> flights_;  // queued: whose outcome equal copies get
  struct First {
    Code code;
    bool recorded;
  };
  std::map<Token, First> firsts_;     // of this commit: what those were told whom copies have joined
  std::map<std::string, Told> told_;  // by body: what a letter's bytes say
  Token next_token_ = 0;
  std::int64_t drift_ppm_ = 0;
};

}  // namespace senja::simulate

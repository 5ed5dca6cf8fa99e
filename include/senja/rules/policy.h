// What a source's owner wants: how time is judged, what versions mean, which actions change what. Filled once from the
// config, then shared unchanged by every intent of the source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "senja/model/ids.h"
#include "senja/model/limits.h"
#include "senja/model/outcome.h"
#include "senja/model/scalar.h"
#include "senja/model/time.h"

namespace senja::rules {

using namespace std::chrono_literals;

// When an event is neither surely in time nor surely late: let it in, or refuse it.
enum class InDoubt : std::uint8_t { apply, refuse };

// expected: compare-and-swap on the version the event names. strict, latest: the version the event makes.
enum class VersionMeans : std::uint8_t { none, expected, strict, latest };

enum class UnknownAction : std::uint8_t { ignore, refuse };

struct TimePolicy {
  Micros margin = 5s;             // how far clocks may disagree, at most limits::margin_max
  std::optional<Micros> max_age;  // of issued_at; resolved at load (SPEC 2.3)
  InDoubt in_doubt = InDoubt::apply;
  Micros grace = std::chrono::hours{24 * 3};  // memory beyond expiry: the sender's longest automatic retry
  std::optional<Micros> remember_for = std::chrono::hours{24 * 35};  // without expiry; nullopt: for ever
};

struct Transition {
  std::vector<State> from;
  State to;
  bool create = false;  // makes the resource where there is none
};

// What a named parameter of an effect's SQL is bound to.
struct BuiltIn {
  enum class Name : std::uint8_t { now, event_id, source, version, received_at } name;
};
struct Bind {
  std::string parameter;  // without the colon
  std::size_t pick;       // index into Event::picks
};

struct Effect {
  std::vector<Action> on;  // empty: every event
  std::string sql;
  std::vector<Bind> binds;
  std::optional<std::int64_t> expect_rows;
  Micros timeout = limits::effect_timeout_default;
  // What a constraint or type error makes of the event: a final conflict, or one more try.
  enum class OnError : std::uint8_t { conflict, retry } on_error = OnError::conflict;
};

// Copies a picked scalar into the answer under `name` (answer_with).
struct AnswerField {
  std::string name;
  std::size_t pick;
};

// What an outcome is answered instead of what the table of outcomes says. Repeats of an event follow.
struct AnswerOverride {
  std::optional<int> status;
  std::optional<std::string> body;  // sent as it is
  std::string content_type;         // of that body; empty: JSON
};

struct Policy {
  SourceName source;
  bool reads_action = false;  // the contract names an action; without one no event is `ignored`
  TimePolicy time;
  VersionMeans version = VersionMeans::none;
  UnknownAction unknown_action = UnknownAction::ignore;
  Answers answers = Answers::gentle;
  std::map<Code, AnswerOverride> answer_overrides;
  std::map<Action, Transition> transitions;
  std::vector<Effect> effects;
  std::vector<AnswerField> answer_with;
  Micros abandon_after = std::chrono::hours{26};
  Micros retry_after = 5s;        // Retry-After of gaps and of passing failures
  Micros answer_within = 2500ms;  // then `undecided`
};

}  // namespace senja::rules

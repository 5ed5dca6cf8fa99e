// The user's own SQL, run inside the event's transaction. Prepared and checked at start; what fails is told apart by
// what the caller should do, and never fails its neighbours.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "senja/rules/facts.h"
#include "senja/rules/intent.h"
#include "store/settings.h"
#include "store/sqlite/database.h"

namespace senja::store::sqlite {

// What the built-in parameters of an effect are bound to.
struct BuiltIns {
  WallTime now, received_at;
  std::string_view event_id, source;
  std::optional<std::int64_t> version;
};

// The writer's. Effects are known by address: their policies are kept for as long as an intent may name them.
class Effects {
 public:
  Effects(Database& database, const Clock& clock);

  // Runs the user's schema and prepares every effect of the policies, in one transaction: all of it, or nothing and one
  // sentence a problem. What was adopted before still runs. Throws SqlFailure where the database itself failed.
  std::vector<std::string> adopt(const Settings& settings);

  // Runs one call. A failure leaves its own partial writes to the caller's savepoint, if there still is a transaction.
  // Throws SqlFailure where the database itself failed.
  std::optional<rules::EffectFailure> run(const rules::EffectCall& call, std::size_t index, const BuiltIns& built_ins);

  bool timed_out() const { return timed_out_; }  // the last failure was a time-out

 private:
  enum class BuiltIn : std::uint8_t { now, event_id, source, version, received_at };
  struct Parameter {
    int at;
    std::optional<BuiltIn> built_in;
    std::size_t bind = 0;  // index into EffectCall::values
  };
  struct Prepared {
    Statement statement;
    std::vector<Parameter> parameters;
  };
  using Policies = std::vector<std::shared_ptr<const rules::Policy>>;
  std::expected<Prepared, std::string> prepare(const rules::Effect& effect) const;
  std::vector<std::string> prepare_all(const Settings& settings, std::map<const rules::Effect*, Prepared>& fresh) const;
  void retire(const Policies& current);
  static std::optional<BuiltIn> built_in(std::string_view name);
  static int watch(void* self);
  void bind(Prepared& prepared, const rules::EffectCall& call, const BuiltIns& built_ins);
  rules::EffectFailure failure(int code, std::size_t index, const rules::Effect& effect) const;

  Database& database_;
  const Clock& clock_;
  std::map<const rules::Effect*, Prepared> prepared_;
  Policies policies_;
  std::optional<SteadyTime> deadline_;
  bool timed_out_ = false;
};

}  // namespace senja::store::sqlite

#include "store/sqlite/effects.h"

#include <algorithm>
#include <utility>

#include "store/sqlite/authorizer.h"
#include "store/sqlite/columns.h"
#include "store/sqlite/schema.h"

namespace senja::store::sqlite {

namespace {

constexpr int steps_between_looks = 1000;  // virtual machine steps between looks at the deadline

struct BindScalar {
  Statement& statement;
  int at;
  void operator()(std::monostate) const { statement.bind_null(at); }
  void operator()(bool value) const { statement.bind(at, std::int64_t{value}); }
  void operator()(std::int64_t value) const { statement.bind(at, value); }
  void operator()(const NumberText& value) const { statement.bind(at, std::string_view{value.text}); }
  void operator()(const std::string& value) const { statement.bind(at, std::string_view{value}); }
};

// The words of a statement, upper case, without literals, quoted names and comments.
std::vector<std::string> words_of(std::string_view sql) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (c == '\'' || c == '"' || c == '`' || c == '[') {
      const auto end = sql.find(c == '[' ? ']' : c, i + 1);
      i = end == std::string_view::npos ? sql.size() : end;
      words.emplace_back();
    } else if (sql.substr(i, 2) == "--") {
      i = std::min(sql.find('\n', i), sql.size());
      words.emplace_back();
    } else if (sql.substr(i, 2) == "/*") {
      const auto end = sql.find("*/", i + 2);
      i = end == std::string_view::npos ? sql.size() : end + 1;
      words.emplace_back();
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') {
      words.back() += static_cast<char>(c & ~0x20);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  std::erase(words, "");
  return words;
}

// INSERT OR ROLLBACK takes the neighbours' work with it.
bool says_or_rollback(std::string_view sql) {
  const auto words = words_of(sql);
  return std::ranges::adjacent_find(
             words, [](const std::string& a, const std::string& b) { return a == "OR" && b == "ROLLBACK"; }) != words.end();
}

bool only_space(std::string_view rest) {
  return std::ranges::all_of(rest, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';'; });
}

}  // namespace

Effects::Effects(Database& database, const Clock& clock) : database_(database), clock_(clock) {
  sqlite3_progress_handler(database.handle(), steps_between_looks, &watch, this);
}

std::vector<std::string> Effects::adopt(const Settings& settings) {
  database_.run("BEGIN IMMEDIATE");
  std::map<const rules::Effect*, Prepared> fresh;
  std::vector<std::string> problems = prepare_all(settings, fresh);
  if (!problems.empty()) {
    fresh.clear();
    if (database_.in_transaction()) database_.run("ROLLBACK");
    return problems;
  }
  database_.run("COMMIT");
  retire(settings.policies);
  prepared_.merge(fresh);
  return {};
}

std::vector<std::string> Effects::prepare_all(const Settings& settings,
                                              std::map<const rules::Effect*, Prepared>& fresh) const {
  if (std::string problem = run_user_schema(database_, settings.schema_sql, settings.schema_name); !problem.empty())
    return {std::move(problem)};
  std::vector<std::string> problems;
  for (const auto& policy : settings.policies)
    for (std::size_t i = 0; i < policy->effects.size(); ++i) {
      auto prepared = prepare(policy->effects[i]);
      if (prepared)
        fresh.emplace(&policy->effects[i], std::move(*prepared));
      else
        problems.push_back("source " + policy->source.text + ", effect " + std::to_string(i + 1) + ": " + prepared.error());
    }
  return problems;
}

// A policy that nobody else holds can come with no further intent.
void Effects::retire(const Policies& current) {
  std::erase_if(policies_, [&](const auto& policy) {
    if (policy.use_count() > 1) return false;
    for (const rules::Effect& effect : policy->effects) prepared_.erase(&effect);
    return true;
  });
  policies_.insert(policies_.end(), current.begin(), current.end());
}

// The error is one sentence: what in the SQL is not allowed, or which parameter has no bind.
std::expected<Effects::Prepared, std::string> Effects::prepare(const rules::Effect& effect) const {
  if (says_or_rollback(effect.sql))
    return std::unexpected("OR ROLLBACK would undo other events too; use OR ABORT or ON CONFLICT");
  const Authorizer guard{database_, Authorizer::For::effect};
  sqlite3_stmt* handle = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(database_.handle(), effect.sql.data(), static_cast<int>(effect.sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, &rest);
  if (code != SQLITE_OK)
    return std::unexpected(guard.denied() ? *guard.denied() : std::string{sqlite3_errmsg(database_.handle())});
  if (!handle) return std::unexpected("the statement is empty");
  sqlite3_finalize(handle);
  if (!only_space(std::string_view{rest, effect.sql.data() + effect.sql.size()}))
    return std::unexpected("an effect is one statement; this has more");

  Prepared prepared{Statement{database_, effect.sql}, {}};
  std::vector<bool> used(effect.binds.size(), false);
  for (int at = 1; at <= sqlite3_bind_parameter_count(prepared.statement.handle()); ++at) {
    const char* text = sqlite3_bind_parameter_name(prepared.statement.handle(), at);
    if (!text || text[0] != ':') return std::unexpected("parameters are named, as in :amount");
    const std::string_view name{text + 1};
    Parameter parameter{at, built_in(name), 0};
    if (!parameter.built_in) {
      const auto it = std::ranges::find(effect.binds, name, &rules::Bind::parameter);
      if (it == effect.binds.end()) return std::unexpected("no bind for :" + std::string{name});
      parameter.bind = static_cast<std::size_t>(it - effect.binds.begin());
      used[parameter.bind] = true;
    }
    prepared.parameters.push_back(parameter);
  }
  if (const auto unused = std::ranges::find(used, false); unused != used.end())
    return std::unexpected("bind " + effect.binds[static_cast<std::size_t>(unused - used.begin())].parameter +
                           " is not used in the statement");
  return prepared;
}

std::optional<rules::EffectFailure> Effects::run(const rules::EffectCall& call, std::size_t index,
                                                 const BuiltIns& built_ins) {
  const auto found = prepared_.find(call.effect);
  if (found == prepared_.end()) throw SqlFailure(SQLITE_MISUSE, "an effect that was never prepared: " + call.effect->sql);
  Prepared& prepared = found->second;
  bind(prepared, call, built_ins);

  timed_out_ = false;
  deadline_ = clock_.steady() + call.effect->timeout;
  std::int64_t rows = 0;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(prepared.statement.handle())) == SQLITE_ROW) ++rows;
  deadline_.reset();
  if (code != SQLITE_DONE) {
    rules::EffectFailure failed = failure(code, index, *call.effect);
    prepared.statement.reset();
    return failed;
  }
  if (sqlite3_stmt_readonly(prepared.statement.handle()) == 0) rows = database_.changes();
  prepared.statement.reset();

  if (call.effect->expect_rows && rows != *call.effect->expect_rows)
    return rules::EffectFailure{rules::EffectFailure::Kind::rows, index,
                                "effect " + std::to_string(index + 1) + " touched " + std::to_string(rows) +
                                    " rows, expected " + std::to_string(*call.effect->expect_rows)};
  // A deferred foreign key passes the statement and even RELEASE, and would fail the COMMIT of all.
  int deferred = 0, high = 0;
  sqlite3_db_status(database_.handle(), SQLITE_DBSTATUS_DEFERRED_FKS, &deferred, &high, 0);
  if (deferred != 0)
    return rules::EffectFailure{rules::EffectFailure::Kind::passing, index,
                                "effect " + std::to_string(index + 1) + ": a foreign key has no row to point at yet"};
  return std::nullopt;
}

void Effects::bind(Prepared& prepared, const rules::EffectCall& call, const BuiltIns& built_ins) {
  for (const Parameter& parameter : prepared.parameters) {
    if (parameter.built_in) {
      switch (*parameter.built_in) {
        case BuiltIn::now:
          prepared.statement.bind(parameter.at, micros(built_ins.now));
          break;
        case BuiltIn::event_id:
          prepared.statement.bind(parameter.at, built_ins.event_id);
          break;
        case BuiltIn::source:
          prepared.statement.bind(parameter.at, built_ins.source);
          break;
        case BuiltIn::version:
          prepared.statement.bind(parameter.at, built_ins.version);
          break;
        case BuiltIn::received_at:
          prepared.statement.bind(parameter.at, micros(built_ins.received_at));
          break;
      }
    } else if (const auto& value = call.values.at(parameter.bind)) {
      std::visit(BindScalar{prepared.statement, parameter.at}, *value);
    } else {
      prepared.statement.bind_null(parameter.at);
    }
  }
}

std::optional<Effects::BuiltIn> Effects::built_in(std::string_view name) {
  constexpr std::pair<std::string_view, BuiltIn> names[] = {{"senja_now", BuiltIn::now},
                                                            {"senja_event_id", BuiltIn::event_id},
                                                            {"senja_source", BuiltIn::source},
                                                            {"senja_version", BuiltIn::version},
                                                            {"senja_received_at", BuiltIn::received_at}};
  for (const auto& [each, meaning] : names)
    if (each == name) return meaning;
  return std::nullopt;
}

int Effects::watch(void* self) {
  auto& effects = *static_cast<Effects*>(self);
  if (!effects.deadline_ || effects.clock_.steady() < *effects.deadline_) return 0;
  effects.timed_out_ = true;
  return 1;
}

// Sorted by what the sender should do: try again, or never. A sick database is neither.
rules::EffectFailure Effects::failure(int code, std::size_t index, const rules::Effect& effect) const {
  using Kind = rules::EffectFailure::Kind;
  const std::string detail = "effect " + std::to_string(index + 1) + ": " + sqlite3_errmsg(database_.handle());
  switch (code & 0xff) {
    case SQLITE_INTERRUPT:
      return {Kind::passing, index,
              "effect " + std::to_string(index + 1) + " ran longer than " + std::to_string(effect.timeout.count() / 1000) +
                  " ms"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Kind::passing, index, detail};
    case SQLITE_CONSTRAINT:
      return {code == SQLITE_CONSTRAINT_FOREIGNKEY ? Kind::passing : Kind::constraint, index, detail};
    case SQLITE_ERROR:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
    case SQLITE_AUTH:
      return {Kind::constraint, index, detail};
    default:
      throw SqlFailure(code, detail);
  }
}

}  // namespace senja::store::sqlite

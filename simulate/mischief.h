// Bugs planted on purpose, between the road and the store: a simulator that does not find them proves nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "senja/rules/change.h"
#include "senja/rules/intent.h"

namespace senja::simulate {

enum class Plant : std::uint8_t {
  none,
  answer_before_commit,  // 2xx goes out while the commit is still to come
  forget_ledger,         // a repeat is judged as if it were new
  apply_expired,         // expires_at is not looked at
  ignore_version,        // versions are not compared
  lose_letter,           // a rejected request is answered and not kept
  ignore_fingerprint,    // the same id with another body is taken for a repeat
  answer_503_applied,    // an applied event is answered as if it had failed
  repeat_differs,        // a repeat is told another version than the first was
};
inline constexpr std::array<std::string_view, 9> plant_names{
    "none",        "answer-before-commit", "forget-ledger",      "apply-expired", "ignore-version",
    "lose-letter", "ignore-fingerprint",   "answer-503-applied", "repeat-differs"};

class Mischief {
 public:
  explicit Mischief(Plant plant) : plant_(plant) {}

  struct Early {
    rules::Verdict verdict;
    bool submit = false;  // the store is asked all the same
  };
  // On the way in: the intent is bent, or answered ahead of the store.
  std::optional<Early> on_submit(rules::Intent& intent);
  // On the way out.
  void on_settled(rules::Verdict& verdict);

 private:
  Plant plant_;
  std::set<LedgerKey> seen_;
  std::uint64_t count_ = 0;
};

}  // namespace senja::simulate

// The named steps between bytes and answer at which tests make things fail. Production passes no Probe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace senja {

enum class Step : std::uint8_t {
  after_read,
  after_verify,
  before_begin,
  after_ledger,
  after_effects,
  before_commit,
  after_commit,
  before_answer,
};

inline constexpr std::array<std::string_view, 8> step_names{"after_read",   "after_verify",  "before_begin",
                                                            "after_ledger", "after_effects", "before_commit",
                                                            "after_commit", "before_answer"};

constexpr std::optional<Step> step_from(std::string_view name) {
  for (std::size_t i = 0; i < step_names.size(); ++i)
    if (step_names[i] == name) return static_cast<Step>(i);
  return std::nullopt;
}

// Told at each step; may end the process (crash tests) or say that the step fails (true).
class Probe {
 public:
  virtual ~Probe() = default;
  virtual bool fails(Step step) = 0;
};

}  // namespace senja

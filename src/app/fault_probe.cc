// SENJA_FAULT=name:nth ends the process, as kill -9 would, the nth time that the step is reached.

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>

#include "app/probe.h"

namespace senja::app {

namespace {

constexpr int killed = 137;

class Fault final : public Probe {
 public:
  Fault(Step step, std::uint64_t nth) : step_(step), left_(nth) {}
  bool fails(Step step) override {
    if (step == step_ && left_.fetch_sub(1) == 1) ::_exit(killed);
    return false;
  }

 private:
  const Step step_;
  std::atomic<std::uint64_t> left_;
};

struct Named {
  Step step;
  std::uint64_t nth;
};
std::optional<Named> parse(std::string_view text);

}  // namespace

std::unique_ptr<Probe> installed_probe() {
  const char* text = std::getenv("SENJA_FAULT");
  if (!text) return nullptr;
  const auto named = parse(text);
  if (!named) {
    std::cerr << "SENJA_FAULT must be name:nth, as in before_commit:3\n";
    std::exit(2);
  }
  return std::make_unique<Fault>(named->step, named->nth);
}

namespace {

std::optional<Named> parse(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto step = step_from(text.substr(0, colon));
  const std::string_view digits = text.substr(colon + 1);
  std::uint64_t nth = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), nth);
  if (!step || error != std::errc{} || end != digits.data() + digits.size() || nth == 0) return std::nullopt;
  return Named{*step, nth};
}

}  // namespace

}  // namespace senja::app

// What goes wrong inside the store, at the named steps: a step fails, or the machine dies there and what was on disk is all
// that is left.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "store/steps.h"

namespace senja::simulate {

class Faults final : public Probe {
 public:
  // The next `times` reaches of the step fail.
  void fail(Step step, int times) { failing_ = {step, times}; }
  // At the next reach of the step, `keep` takes the picture of the disk.
  void die(Step step, std::function<void()> keep) {
    dying_ = step;
    keep_ = std::move(keep);
  }
  void heal() {
    failing_.second = 0;
    dying_.reset();
  }
  bool died() const { return died_; }
  void revive() { died_ = false; }

  bool fails(Step step) override {
    if (dying_ == step) {
      keep_();
      died_ = true;
      dying_.reset();
    }
    if (failing_.first != step || failing_.second == 0) return false;
    --failing_.second;
    return true;
  }

 private:
  std::pair<Step, int> failing_{Step::before_begin, 0};
  std::optional<Step> dying_;
  std::function<void()> keep_;
  bool died_ = false;
};

}  // namespace senja::simulate

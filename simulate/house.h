// The gateway under simulation: real lanes, the real store driven by hand, on one thread, in a folder of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "clock/clock.h"
#include "faults.h"
#include "inbound/road.h"
#include "mischief.h"
#include "store/open.h"

namespace senja::simulate {

using Token = std::uint64_t;

class House final : private store::Completions {
 public:
  // `clock` outlives the house; `folder` is the house's alone.
  House(std::filesystem::path folder, const Clock& clock, Plant plant);
  ~House() override;

  const std::vector<std::shared_ptr<const inbound::Source>>& sources() const { return sources_; }

  struct Answered {
    Token token;
    rules::Verdict verdict;
    int status = 0;  // what the sender is told; 0: an operator's call
  };
  // A request comes in. Answered at once where the road ends early; else by a commit to come.
  std::optional<inbound::Refused> request(std::size_t source, RawRequest raw, Token token);
  void operate(rules::Intent intent, Token token);
  struct Committed {
    std::vector<Answered> answered;
    bool died = false;  // in the middle: the store is what was on disk then, and nobody was answered
  };
  // One batch.
  Committed commit();

  Faults& faults() { return faults_; }
  void die_at(Step step);
  // The process ends between two commits and starts again; what was not committed is gone.
  void restart();

  store::Store& store() { return opened_->store(); }
  store::Views& views() { return *views_; }
  std::filesystem::path database() const { return folder_ / "house.db"; }

 private:
  void open();
  void close();
  void deliver(std::vector<store::Settled> settled) override;

  std::filesystem::path folder_;
  const Clock& clock_;
  std::vector<std::shared_ptr<const inbound::Source>> sources_;
  std::vector<inbound::Lane> lanes_;
  Faults faults_;
  Mischief mischief_;
  struct Pending {
    rules::Echo echo;
    std::optional<Violation> violation;
  };
  std::map<Token, Pending> pending_;
  std::vector<Answered> answered_;
  std::unique_ptr<store::Opened> opened_;
  std::unique_ptr<store::Views> views_;
};

}  // namespace senja::simulate

// Who waits for an answer: entries by token. A token whose entry was taken names nothing, also after its place is used
// again, so an answer that comes too late finds nobody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senja::inbound {

// One thread.
template <class Entry>
class Pending {
 public:
  std::uint64_t add(Entry entry) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(places_.size()));
      places_.emplace_back();
    }
    const std::uint32_t at = free_.back();
    free_.pop_back();
    Place& place = places_[at];
    place.entry.emplace(std::move(entry));
    return (std::uint64_t{place.generation} << 32) | at;
  }

  std::optional<Entry> take(std::uint64_t token) {
    const auto at = static_cast<std::uint32_t>(token);
    if (at >= places_.size() || places_[at].generation != token >> 32) return std::nullopt;
    return release(at);
  }

  // Takes all that `is_due` names.
  template <class IsDue>
  std::vector<Entry> take_if(IsDue is_due) {
    std::vector<Entry> due;
    for (std::uint32_t at = 0; at < places_.size(); ++at)
      if (places_[at].entry && is_due(*places_[at].entry)) due.push_back(release(at));
    return due;
  }

  std::size_t size() const { return places_.size() - free_.size(); }

 private:
  struct Place {
    std::uint32_t generation = 0;
    std::optional<Entry> entry;
  };

  Entry release(std::uint32_t at) {
    Place& place = places_[at];
    Entry entry = std::move(*place.entry);
    place.entry.reset();
    ++place.generation;
    free_.push_back(at);
    return entry;
  }

  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
};

}  // namespace senja::inbound

// Who waits for the writer. Bounded; copies of an event that is under way wait for its outcome instead of queueing
// behind it, up to a cap.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/limits.h"
#include "senja/rules/intent.h"
#include "store/store.h"

namespace senja::store {

// A job's part in a flight: the first of its event leads, and others with the same content wait for it. A job of other
// content under the same id goes on its own.
struct FlightPlace {
  std::uint64_t flight = 0;  // 0: none
  bool leads = false;
};

// Any thread may offer; one thread takes and settles. Job has an `intent`, a `ticket` and a `place`, which is set here.
template <class Job>
class Intake {
 public:
  explicit Intake(std::size_t queue_max) : queue_max_(queue_max) {}

  enum class Offered : std::uint8_t { queued, joined, busy, closed };
  Offered offer(Job job) {
    const auto* event = std::get_if<rules::EventIntent>(&job.intent);
    {
      const std::lock_guard lock{mutex_};
      if (closed_) return Offered::closed;
      if (event) {
        if (const auto it = flights_.find(event->key); it != flights_.end()) {
          Flight& flight = it->second;
          const bool same = flight.fingerprint == event->fingerprint;
          const std::size_t company = flight.waiters.size() + flight.others;
          if (company >= limits::waiters_per_event_max || waiters_ >= limits::waiters_max) return Offered::busy;
          if (same) {
            flight.waiters.push_back(job.ticket);
            ++waiters_;
            return Offered::joined;
          }
        }
      }
      if (queue_.size() >= queue_max_) return Offered::busy;
      if (event) job.place = board(*event);
      queue_.push_back(std::move(job));
    }
    ready_.notify_one();
    return Offered::queued;
  }

  // Work that is not an intent (upkeep), done between two batches on the taking thread.
  bool ask(std::function<void()> task) {
    {
      const std::lock_guard lock{mutex_};
      if (closed_) return false;
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
    return true;
  }

  struct Taken {
    std::vector<Job> jobs;
    std::vector<std::function<void()>> tasks;
    bool ended = false;  // closed, and nothing is left
  };
  // Blocks until there is something, when `wait` says so.
  Taken take(std::size_t most, bool wait) {
    std::unique_lock lock{mutex_};
    if (wait) ready_.wait(lock, [&] { return closed_ || !queue_.empty() || !tasks_.empty(); });
    Taken taken;
    taken.tasks.swap(tasks_);
    while (!queue_.empty() && taken.jobs.size() < most) {
      taken.jobs.push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
    taken.ended = closed_ && taken.jobs.empty() && taken.tasks.empty();
    return taken;
  }

  void put_back(Job job) {
    const std::lock_guard lock{mutex_};
    queue_.push_front(std::move(job));
  }

  // The job of the event under `key` has its outcome: those who waited for it. Its flight may have ended before it, and
  // another begun since.
  std::vector<Ticket> settle(const LedgerKey& key, const FlightPlace& place) {
    const std::lock_guard lock{mutex_};
    const auto it = flights_.find(key);
    if (it == flights_.end() || it->second.number != place.flight) return {};
    if (!place.leads) {
      --it->second.others;
      return {};
    }
    std::vector<Ticket> waiters = std::move(it->second.waiters);
    waiters_ -= waiters.size();
    flights_.erase(it);
    return waiters;
  }

  void close() {
    {
      const std::lock_guard lock{mutex_};
      closed_ = true;
    }
    ready_.notify_all();
  }

  std::size_t queued() const {
    const std::lock_guard lock{mutex_};
    return queue_.size();
  }

 private:
  struct Flight {
    std::uint64_t number;
    std::optional<Fingerprint> fingerprint;
    std::vector<Ticket> waiters;
    std::size_t others = 0;  // same id with other bytes, queued on their own
  };

  FlightPlace board(const rules::EventIntent& event) {
    const auto [it, first] = flights_.try_emplace(event.key, Flight{next_flight_, event.fingerprint, {}, 0});
    if (first)
      ++next_flight_;
    else
      ++it->second.others;
    return {it->second.number, first};
  }

  const std::size_t queue_max_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Job> queue_;
  std::vector<std::function<void()>> tasks_;
  std::unordered_map<LedgerKey, Flight, DigestHash> flights_;
  std::uint64_t next_flight_ = 1;
  std::size_t waiters_ = 0;
  bool closed_ = false;
};

}  // namespace senja::store

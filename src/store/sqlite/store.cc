#include "store/sqlite/store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <map>
#include <stdexcept>
#include <utility>

#include "store/sqlite/schema.h"
#include "store/sqlite/views.h"

namespace senja::store::sqlite {

namespace {

rules::Verdict retry(Code code, std::string detail) {
  rules::Verdict verdict;
  verdict.code = code;
  verdict.retry_after = std::chrono::seconds{1};
  verdict.detail = std::move(detail);
  return verdict;
}

constexpr std::string_view scheme = "sqlite:";

// Answers of one commit, gathered by who waits for them.
class Outbox {
 public:
  void add(const Ticket& ticket, rules::Verdict verdict) {
    by_context_[ticket.to].push_back({ticket.token, std::move(verdict)});
  }
  std::size_t deliver() {
    std::size_t count = 0;
    for (auto& [to, settled] : by_context_) {
      count += settled.size();
      to->deliver(std::move(settled));
    }
    return count;
  }

 private:
  std::map<Completions*, std::vector<Settled>> by_context_;
};

}  // namespace

void SqliteStore::submit(rules::Intent intent, Ticket ticket) {
  switch (intake_.offer({std::move(intent), ticket})) {
    case Intake<Job>::Offered::queued:
    case Intake<Job>::Offered::joined:
      return;
    case Intake<Job>::Offered::busy:
      ticket.to->deliver({{ticket.token, retry(Code::busy, "too many deliveries are waiting for the store")}});
      return;
    case Intake<Job>::Offered::closed:
      ticket.to->deliver({{ticket.token, retry(Code::draining, "the gateway is shutting down")}});
      return;
  }
}

void SqliteStore::write_loop() {
  for (bool ended = false; !ended;) {
    auto taken = intake_.take(batch_max_, true);
    for (const auto& task : taken.tasks) task();
    commit(std::move(taken.jobs));
    writer_->checkpoint_if_due();
    publish_health();
    ended = taken.ended;
  }
}

std::size_t SqliteStore::run_once() {
  auto taken = intake_.take(batch_max_, false);
  for (const auto& task : taken.tasks) task();
  const std::size_t settled = commit(std::move(taken.jobs));
  writer_->checkpoint_if_due();
  publish_health();
  return settled;
}

std::size_t SqliteStore::commit(std::vector<Job> jobs) {
  if (jobs.empty()) return 0;
  auto verdicts = writer_->commit(jobs);
  Outbox outbox;
  std::vector<std::size_t> put_off;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!verdicts[i]) {
      put_off.push_back(i);
      continue;
    }
    if (const auto* event = std::get_if<rules::EventIntent>(&jobs[i].intent)) {
      const auto waiters = intake_.settle(event->key, jobs[i].place);
      if (!waiters.empty()) {
        rules::Verdict same = *verdicts[i];
        same.replay = row(same.code).recorded;
        if (same.replay) writer_->repeated(event->key, static_cast<std::int64_t>(waiters.size()));
        for (const Ticket& waiter : waiters) outbox.add(waiter, same);
      }
    }
    outbox.add(jobs[i].ticket, std::move(*verdicts[i]));
  }
  for (auto it = put_off.rbegin(); it != put_off.rend(); ++it) intake_.put_back(std::move(jobs[*it]));
  return outbox.deliver();
}

std::size_t SqliteStore::lapse() {
  std::size_t count = 0;
  on_writer([&] { count = writer_->lapse(); });
  return count;
}

PurgeReport SqliteStore::purge() {
  PurgeReport report;
  on_writer([&] { report = writer_->purge(); });
  return report;
}

std::expected<void, std::string> SqliteStore::adopt(const Settings& settings) {
  std::expected<void, std::string> adopted = std::unexpected("the store is closed");
  on_writer([&] { adopted = writer_->adopt(settings); });
  return adopted;
}

void SqliteStore::accept_clock(rules::Actor actor) {
  on_writer([&] { writer_->accept_clock(actor); });
}

// By hand, the caller is the writer's thread. Otherwise the task goes between two batches.
void SqliteStore::on_writer(const std::function<void()>& task) {
  if (by_hand_) {
    task();
    publish_health();
    return;
  }
  std::promise<void> done;
  if (intake_.ask([&] {
        task();
        publish_health();
        done.set_value();
      }))
    done.get_future().wait();
}

Health SqliteStore::health() const {
  Health health;
  {
    const std::lock_guard lock{health_mutex_};
    health = health_;
  }
  health.queued = intake_.queued();
  return health;
}

void SqliteStore::publish_health() {
  Health health;
  writer_->report(health);
  if (where_.folder) health.reasons.emplace_back("the store is in memory: nothing survives a restart");
  const std::lock_guard lock{health_mutex_};
  health_ = std::move(health);
}

void SqliteStore::drain() {
  intake_.close();
  std::call_once(drained_, [&] {
    if (!by_hand_) {
      thread_.join();
      return;
    }
    while (run_once() > 0) {
    }
  });
}

std::unique_ptr<Views> SqliteStore::views() { return open_views(where_.path, writer_->ledger()); }

std::expected<std::unique_ptr<Opened>, OpenError> SqliteStore::open(const Settings& settings, const Clock& clock,
                                                                    Probe* probe, Threading threading) {
  auto where = place(settings);
  if (!where) return std::unexpected(where.error());
  const bool durable = !where->folder;
  auto writer = Writer::open({where->path, durable ? where->path + ".reserve" : "", durable}, settings, clock, probe);
  if (!writer) return std::unexpected(OpenError{writer.error()});
  return std::unique_ptr<Opened>{new SqliteStore{std::move(*where), std::move(*writer), settings, threading}};
}

std::expected<SqliteStore::Where, OpenError> SqliteStore::place(const Settings& settings) {
  if (settings.url == "memory") {
    Where where;
    where.folder.emplace();
    where.path = where.folder->path() + "/senja.db";
    return where;
  }
  if (!settings.url.starts_with(scheme) || settings.url.size() == scheme.size())
    return std::unexpected(OpenError{"store url " + settings.url + ": expected sqlite:PATH or memory"});
  Where where;
  where.path = settings.url.substr(scheme.size());
  std::error_code failed;
  const auto folder = std::filesystem::path{where.path}.parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed) return std::unexpected(OpenError{folder.string() + ": " + failed.message()});
  auto lock = FileLock::take(where.path + ".lock", settings.holder);
  if (!lock) return std::unexpected(OpenError{lock.error()});
  // It holds people's data: its owner's alone. The log and the index beside it take the same mode.
  if (const int file = ::open(where.path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); file >= 0) ::close(file);
  where.lock.emplace(std::move(*lock));
  return where;
}

SqliteStore::SqliteStore(Where where, std::unique_ptr<Writer> writer, const Settings& settings, Threading threading)
    : where_(std::move(where)),
      writer_(std::move(writer)),
      batch_max_(settings.batch_max),
      intake_(settings.queue_max),
      by_hand_(threading == Threading::by_hand) {
  publish_health();
  if (!by_hand_) thread_ = std::thread{[this] { write_loop(); }};
}

SqliteStore::~SqliteStore() { drain(); }

}  // namespace senja::store::sqlite

namespace senja::store {

std::expected<std::unique_ptr<Opened>, OpenError> open(const Settings& settings, const Clock& clock, Probe* probe,
                                                       Threading threading) {
  return sqlite::SqliteStore::open(settings, clock, probe, threading);
}

}  // namespace senja::store

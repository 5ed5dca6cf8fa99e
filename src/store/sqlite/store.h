// The embedded engine: one writer thread takes all that has queued, commits once, and hands each I/O context its answers
// as one batch.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "store/intake.h"
#include "store/open.h"
#include "store/sqlite/file_lock.h"
#include "store/sqlite/temporary_folder.h"
#include "store/sqlite/writer.h"

namespace senja::store::sqlite {

class SqliteStore final : public Store, public Opened {
 public:
  static std::expected<std::unique_ptr<Opened>, OpenError> open(const Settings& settings, const Clock& clock, Probe* probe,
                                                                Threading threading);
  ~SqliteStore() override;

  void submit(rules::Intent intent, Ticket ticket) override;
  std::size_t lapse() override;
  PurgeReport purge() override;
  std::expected<void, std::string> adopt(const Settings& settings) override;
  void accept_clock(rules::Actor actor) override;
  Health health() const override;
  void drain() override;

  Store& store() override { return *this; }
  std::unique_ptr<Views> views() override;
  std::string place() const override { return where_.path; }
  std::size_t run_once() override;

 private:
  struct Where {
    std::string path;
    std::optional<TemporaryFolder> folder;  // memory: goes with the store
    std::optional<FileLock> lock;           // files
  };
  SqliteStore(Where where, std::unique_ptr<Writer> writer, const Settings& settings, Threading threading);
  static std::expected<Where, OpenError> place(const Settings& settings);

  void write_loop();
  std::size_t commit(std::vector<Job> jobs);
  void on_writer(const std::function<void()>& task);  // waits until it is done
  void publish_health();

  const Where where_;
  std::unique_ptr<Writer> writer_;
  const std::size_t batch_max_;
  Intake<Job> intake_;
  mutable std::mutex health_mutex_;
  Health health_;
  std::once_flag drained_;
  const bool by_hand_;
  std::thread thread_;  // by_hand: none
};

}  // namespace senja::store::sqlite

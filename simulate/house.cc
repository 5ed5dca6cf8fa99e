#include "house.h"

#include <stdexcept>
#include <utility>

#include "sources.h"

namespace senja::simulate {
namespace fs = std::filesystem;

namespace {

// The write-ahead log belongs to the database; its index is made anew from it.
constexpr std::array<const char*, 2> files{"house.db", "house.db-wal"};

void copy_files(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const char* name : files) {
    fs::remove(to / name);
    if (fs::exists(from / name)) fs::copy_file(from / name, to / name);
  }
}

}  // namespace

House::House(fs::path folder, const Clock& clock, Plant plant)
    : folder_(std::move(folder)), clock_(clock), sources_(make_sources()), mischief_(plant) {
  fs::create_directories(folder_);
  for (const auto& source : sources_) lanes_.emplace_back(source);
  open();
}

House::~House() {
  close();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::optional<inbound::Refused> House::request(std::size_t source, RawRequest raw, Token token) {
  auto came = lanes_.at(source).on_request(std::move(raw));
  if (auto* refused = std::get_if<inbound::Refused>(&came)) return std::move(*refused);
  auto& admitted = std::get<inbound::Admitted>(came);
  pending_[token] = {std::move(admitted.echo), std::move(admitted.violation)};
  operate(std::move(admitted.intent), token);
  return std::nullopt;
}

void House::operate(rules::Intent intent, Token token) {
  const auto early = mischief_.on_submit(intent);
  if (early) deliver({{token, early->verdict}});
  if (!early || early->submit) store().submit(std::move(intent), {this, token});
}

House::Committed House::commit() {
  opened_->run_once();
  faults_.heal();
  Committed batch{std::exchange(answered_, {}), faults_.died()};
  if (!batch.died) return batch;
  faults_.revive();
  close();
  copy_files(folder_ / "image", folder_);
  open();
  for (Answered& each : batch.answered) each.status = 0;
  return batch;
}

void House::die_at(Step step) {
  faults_.die(step, [this] { copy_files(folder_, folder_ / "image"); });
}

void House::restart() {
  copy_files(folder_, folder_ / "image");
  close();
  copy_files(folder_ / "image", folder_);
  open();
}

void House::open() {
  store::Settings settings;
  settings.url = "sqlite:" + database().string();
  settings.schema_sql = user_schema;
  settings.schema_name = "simulated schema";
  for (const auto& source : sources_) settings.policies.push_back(source->policy);
  // Small, so that a short life sees full batches, sealed generations, checkpoints and memory's end.
  settings.batch_max = 8;
  settings.generation_rows = 32;
  settings.checkpoint_pages = 64;
  settings.cache_kib = 256;
  settings.reserve_bytes = 0;
  auto opened = store::open(settings, clock_, &faults_, store::Threading::by_hand);
  if (!opened) throw std::runtime_error("the simulated store does not open: " + opened.error().problem);
  opened_ = std::move(*opened);
  views_ = opened_->views();
}

void House::close() {
  views_.reset();
  opened_.reset();
  pending_.clear();
  answered_.clear();
}

void House::deliver(std::vector<store::Settled> settled) {
  for (auto& [token, verdict] : settled) {
    mischief_.on_settled(verdict);
    const auto pending = pending_.find(token);
    int status = 0;
    if (pending != pending_.end()) {
      status = inbound::answer_to(pending->second.echo, pending->second.violation, verdict).status;
      pending_.erase(pending);
    }
    answered_.push_back({token, std::move(verdict), status});
  }
}

}  // namespace senja::simulate

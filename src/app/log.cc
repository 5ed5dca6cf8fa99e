#include "app/log.h"

#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <memory>
#include <utility>

#include "senja/model/json_text.h"

namespace senja::app {

namespace {

constexpr std::size_t event_lines_waiting_max = 8192;

// Made by open_log, before the threads that use it.
struct Log {
  std::shared_ptr<spdlog::logger> words;   // of the program itself, written at once
  std::shared_ptr<spdlog::logger> events;  // written by a thread of their own
  std::atomic<bool> json = false, tells_events = true;
};
Log& log() {
  static Log one;
  return one;
}

void say(spdlog::level::level_enum level, std::string_view line);
void set_form(spdlog::logger& logger, bool json);

}  // namespace

void open_log(const config::Log& settings) {
  Log& log = app::log();
  if (!log.words) {
    spdlog::init_thread_pool(event_lines_waiting_max, 1);
    const auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    log.words = std::make_shared<spdlog::logger>("senja", sink);
    log.events =
        std::make_shared<spdlog::async_logger>("events", std::make_shared<spdlog::sinks::stderr_sink_mt>(),
                                               spdlog::thread_pool(), spdlog::async_overflow_policy::overrun_oldest);
  }
  for (const auto& logger : {log.words, log.events}) {
    set_form(*logger, settings.json);
    logger->set_level(spdlog::level::from_str(settings.level));
  }
  log.json = settings.json;
  log.tells_events = settings.events;
}

void close_log() {
  Log& log = app::log();
  log.words.reset();
  log.events.reset();
  spdlog::shutdown();  // ends the thread once all that waits is written
}

void log_info(std::string_view line) { say(spdlog::level::info, line); }
void log_warning(std::string_view line) { say(spdlog::level::warn, line); }
void log_error(std::string_view line) { say(spdlog::level::err, line); }

void log_event(const inbound::Passage& passage) {
  Log& log = app::log();
  if (!log.tells_events || !log.events || !log.events->should_log(spdlog::level::info)) return;
  std::string line = log.json ? "\"event\":" : "event ";
  line += event_json(passage);
  log.events->log(spdlog::level::info, spdlog::string_view_t{line.data(), line.size()});
}

std::uint64_t log_lines_dropped() {
  const auto pool = spdlog::thread_pool();
  return pool ? pool->overrun_counter() : 0;
}

std::string event_json(const inbound::Passage& passage) {
  JsonText line;
  line.begin_object().member("source", passage.source);
  if (!passage.event_id.empty()) line.member("event_id", passage.event_id);
  line.member("outcome", passage.outcome).member("status", passage.status);
  line.member("took_us", std::int64_t{passage.took.count()}).member("bytes", static_cast<std::int64_t>(passage.body_bytes));
  line.member("caller", passage.caller.text()).member("request_id", passage.request_id);
  if (!passage.trace_id.empty()) line.member("trace_id", passage.trace_id);
  return std::move(line.end_object()).take();
}

namespace {

void say(spdlog::level::level_enum level, std::string_view line) {
  Log& log = app::log();
  if (!log.words || !log.words->should_log(level)) return;
  if (!log.json) return log.words->log(level, spdlog::string_view_t{line.data(), line.size()});
  std::string quoted = "\"message\":";
  append_json(quoted, line);
  log.words->log(level, spdlog::string_view_t{quoted.data(), quoted.size()});
}

void set_form(spdlog::logger& logger, bool json) {
  logger.set_pattern(json ? R"({"at":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                     spdlog::pattern_time_type::utc);
}

}  // namespace

}  // namespace senja::app

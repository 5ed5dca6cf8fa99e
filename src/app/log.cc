#include "app/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <utility>

#include "senja/model/json_text.h"

namespace senja::app {

void open_log(std::string_view level) {
  auto log = std::make_shared<spdlog::logger>("senja", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  log->set_level(spdlog::level::from_str(std::string{level}));
  spdlog::set_default_logger(std::move(log));
}

bool logs_events() { return spdlog::should_log(spdlog::level::debug); }

void log_info(std::string_view line) { spdlog::info("{}", line); }
void log_warning(std::string_view line) { spdlog::warn("{}", line); }
void log_error(std::string_view line) { spdlog::error("{}", line); }

void log_event(const inbound::Passage& passage) {
  JsonText line;
  line.begin_object().member("source", passage.source).member("event_id", passage.event_id);
  line.member("outcome", passage.outcome).member("status", passage.status);
  line.member("took_us", std::int64_t{passage.took.count()}).end_object();
  spdlog::debug("event {}", std::move(line).take());
}

}  // namespace senja::app

// The program's log: one line each to standard error. Payloads never reach it; text from outside comes here as JSON.
//
//   2026-11-30T14:05:00.123Z info event {"source":"rewards","event_id":"e1","outcome":"applied",…}
//   {"at":"2026-11-30T14:05:00.123Z","level":"info","event":{"source":"rewards",…}}       log_format = "json"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "config/settings.h"
#include "inbound/gate.h"

namespace senja::app {

// Again: the new level, form and choice hold from here on.
void open_log(const config::Log& settings);
void close_log();  // what was said is written

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);

// Any thread, never waiting: where the reader of the log is too slow, the oldest lines that wait are dropped and counted.
void log_event(const inbound::Passage& passage);
std::uint64_t log_lines_dropped();

// The line of an event, without time and level.
std::string event_json(const inbound::Passage& passage);

}  // namespace senja::app

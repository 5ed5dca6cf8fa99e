// The program's log: one line each to standard error. Payloads never reach it; text from outside comes here as JSON.
#pragma once

#include <string_view>

#include "inbound/gate.h"

namespace senja::app {

void open_log(std::string_view level);  // trace, debug, info, warn, error, off
bool logs_events();                     // debug level: one line an event

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);
void log_event(const inbound::Passage& passage);

}  // namespace senja::app

#include "config/parts.h"

namespace senja::config {

Log read_log(Section& server) {
  using namespace std::string_view_literals;
  const auto same = [](std::string_view word) { return std::pair{word, word}; };
  Log log;
  if (const auto level = server.choice<std::string_view>(
          "log_level", {same("debug"sv), same("info"sv), same("warn"sv), same("error"sv), same("off"sv)}))
    log.level = *level;
  log.json = server.choice<bool>("log_format", {{"text", false}, {"json", true}}).value_or(log.json);
  log.events = server.flag("log_events").value_or(log.events);
  return log;
}

}  // namespace senja::config

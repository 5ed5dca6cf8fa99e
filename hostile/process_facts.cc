#include "process_facts.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>

namespace senja::hostile {

namespace {

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process); }
std::optional<std::string> content_of(const std::string& path);
std::optional<double> mib_after(const std::string& text, const std::string& name);

}  // namespace

std::optional<Memory> memory_of(pid_t process) {
  const auto text = content_of(folder_of(process) + "/status");
  if (!text) return std::nullopt;
  const auto now = mib_after(*text, "VmRSS:"), peak = mib_after(*text, "VmHWM:");
  if (!now || !peak) return std::nullopt;  // it has ended, and is not waited for yet
  return Memory{*now, *peak};
}

std::optional<double> cpu_seconds_of(pid_t process) {
  constexpr int fields_before_utime = 11;  // counted from the third one
  const auto text = content_of(folder_of(process) + "/stat");
  if (!text) return std::nullopt;
  // The second field is a name in brackets, which may hold anything.
  std::istringstream rest(text->substr(text->rfind(')') + 1));
  std::string passed;
  for (int i = 0; i < fields_before_utime; ++i) rest >> passed;
  double user = 0, system = 0;
  if (!(rest >> user >> system)) return std::nullopt;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::optional<std::size_t> descriptors_of(pid_t process) {
  std::error_code error;
  const std::filesystem::directory_iterator all(folder_of(process) + "/fd", error);
  if (error) return std::nullopt;
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

namespace {

std::optional<std::string> content_of(const std::string& path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

std::optional<double> mib_after(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return std::nullopt;
  double kib = 0;
  std::istringstream rest(text.substr(at + name.size()));
  if (!(rest >> kib)) return std::nullopt;
  return kib / 1024;
}

}  // namespace

}  // namespace senja::hostile

// Words for the tests of this room: a config in memory, changed a little, loaded, and what came of it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "config/settings.h"

namespace senja::config {

inline constexpr std::string_view plain_source = R"(
[source.orders]
scheme = "sha256-body"
secrets = [{ value = "twenty-four-bytes-of-key" }]
[source.orders.contract]
event_id = "/id"
resource_id = "/order"
action = "/action"
version = { at = "/version", means = "expected" }
expires_at = "/expires_at"
required = ["expires_at"]
[source.orders.transition]
PAY = { from = ["OPEN"], to = "PAID" }
)";

struct Config {
  std::string text{plain_source};
  std::map<std::string, std::string> files, environment;
  Overrides overrides;

  // Replaces one line by another text, which may hold several lines.
  Config& line(std::string_view old, std::string_view fresh) {
    const std::size_t at = text.find(old);
    if (at == text.npos) throw std::logic_error("no such line: " + std::string(old));
    text.replace(at, old.size(), fresh);
    return *this;
  }
  Config& under(std::string_view header, std::string_view fresh) {
    return line(header, std::string(header) + "\n" + std::string(fresh));
  }

  std::expected<Settings, std::vector<Problem>> load() const {
    const Outside outside{[this](const std::string& path) -> std::expected<std::string, std::string> {
                            if (path == "etc/senja.toml") return text;
                            const auto file = files.find(path);
                            if (file == files.end()) return std::unexpected("No such file or directory");
                            return file->second;
                          },
                          environment};
    return config::load("etc/senja.toml", outside, overrides);
  }

  // The messages, one a line; empty when it loads.
  std::string problems() const {
    std::string all;
    if (const auto settings = load(); !settings)
      for (const Problem& problem : settings.error()) all += problem.message() + "\n";
    return all;
  }
  std::string warnings() const {
    std::string all;
    const auto settings = load();
    EXPECT_TRUE(settings) << problems();
    if (settings)
      for (const std::string& warning : settings->warnings) all += warning + "\n";
    return all;
  }
};

}  // namespace senja::config

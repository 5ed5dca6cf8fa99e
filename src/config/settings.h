// One TOML file, environment overrides, secrets by value, file or environment: everything the program is told.
// Errors name file, line and key, and all of them are reported, not just the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "inbound/source.h"
#include "senja/model/limits.h"
#include "store/settings.h"

namespace senja::config {

struct Server {
  std::string listen = "127.0.0.1:8080";        // public: /in/…, /healthz, /readyz
  std::string admin_listen = "127.0.0.1:8081";  // admin: all the rest, and these two
  std::size_t threads = 0;                      // I/O contexts; 0: one per core
  std::size_t connections_max = 10'000;
  std::size_t head_bytes_max = limits::head_bytes_max;
  std::size_t header_fields_max = limits::header_fields_max;
  Micros head_timeout = std::chrono::seconds{10};
  Micros body_timeout = std::chrono::seconds{30};
  Micros idle_timeout = std::chrono::seconds{75};
  Micros drain_timeout = std::chrono::seconds{20};
  std::string log_level = "info";
};

struct Settings {
  Server server;
  store::Settings store;
  std::vector<std::shared_ptr<const inbound::Source>> sources;
  std::vector<std::string> warnings;  // one sentence each: short secrets, a tolerance on a scheme without time, …
};

struct Problem {
  std::string file;
  std::size_t line = 0;         // 0: not in a file (environment, command line)
  std::string key;              // source.rewards.contract.expires_at.unit
  std::string text;             // what is wrong, and what would be right
  std::string message() const;  // "senja.toml:12: source.rewards.margin: …"
};

// How the loader reaches the outside; tests hand in their own.
struct Outside {
  std::function<std::expected<std::string, std::string>(const std::string& path)> read_file;
  std::map<std::string, std::string> environment;
};

// Command-line values that stand above the file (and above the environment).
struct Overrides {
  std::optional<std::string> listen, admin_listen, data;
};

std::expected<Settings, std::vector<Problem>> load(const std::string& path, const Outside& outside,
                                                   const Overrides& overrides = {});

}  // namespace senja::config

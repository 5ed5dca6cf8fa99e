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

#include "config/token.h"
#include "inbound/source.h"
#include "net/edge.h"
#include "senja/model/limits.h"
#include "store/settings.h"

namespace senja::config {

struct Log {
  std::string level = "info";  // debug, info, warn, error, off
  bool json = false;           // one JSON object a line, instead of text
  bool events = true;          // a line for each event
};

struct Server {
  std::string listen = "127.0.0.1:8080";        // public: /in/…, /healthz, /readyz
  std::string admin_listen = "127.0.0.1:8081";  // admin: all the rest, and these two
  // Beside the loopback's: names and addresses that requests to the admin listener may be for. Lower case, without port
  // and brackets; the listener's own address is among them.
  std::vector<std::string> admin_hosts;
  std::size_t threads = 0;  // I/O contexts; 0: one per core
  std::size_t connections_max = 10'000;
  std::size_t connections_per_peer_max = 2'500;
  net::TrustedProxies proxies{};                              // of the public listener
  std::shared_ptr<const net::TlsContext> tls{}, admin_tls{};  // of the two listeners; nullptr: plain HTTP
  std::size_t head_bytes_max = limits::head_bytes_max;
  std::size_t header_fields_max = limits::header_fields_max;
  Micros head_timeout = std::chrono::seconds{10};
  Micros body_timeout = std::chrono::seconds{30};
  Micros idle_timeout = std::chrono::seconds{75};
  Micros drain_timeout = std::chrono::seconds{20};
  Log log{};
};

// Where something was written.
struct Origin {
  std::string file;      // "senja.toml", "environment", "command line"
  std::size_t line = 0;  // 0: not in a file
};

struct Settings {
  std::string path;                                    // of the config's file
  std::map<std::string, Origin, std::less<>> written;  // where the keys of [server] and [store] stand
  Server server;
  store::Settings store;
  std::vector<std::shared_ptr<const inbound::Source>> sources;
  std::shared_ptr<const Tokens> tokens;  // of the admin listener; nullptr: none, only this machine may ask
  std::vector<std::string> warnings;     // one sentence each: short secrets, a tolerance on a scheme without time, …
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

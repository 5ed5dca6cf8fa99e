// Does what a Command says, on the streams and through the doors that it is given.
#pragma once

#include <expected>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "cli/command.h"
#include "clock/clock.h"
#include "clock/entropy.h"
#include "config/settings.h"
#include "net/client.h"

namespace senja::cli {

enum Exit : int { done = 0, no = 1, usage = 2, configuration = 3, unreachable = 4 };

// What serving starts with, and how its settings are read anew.
struct Serving {
  config::Settings settings;
  std::function<std::expected<config::Settings, std::vector<config::Problem>>()> reload;
  std::map<std::string, std::string> environment;
};

// All that commands touch outside themselves. app/ hands in the real ones, tests their own.
struct World {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  const Clock& clock;
  Entropy& entropy;
  config::Outside outside;  // files and the environment
  std::function<std::expected<net::ClientResponse, std::string>(const net::Url&, const net::ClientRequest&,
                                                                const net::ClientTls&)>
      http;
  std::function<int(const Serving&)> serve;  // until told to stop; the exit code
  std::function<int(const Demo&)> demo;
};

// The exit code (SPEC 8).
int run(const Command& command, World& world);

// parse and run: all that main() needs.
int run(const std::vector<std::string>& words, World& world);

// The real doors: files of this machine and the process's environment; one connection a call.
config::Outside real_outside();
std::expected<net::ClientResponse, std::string> real_http(const net::Url& url, const net::ClientRequest& request,
                                                          const net::ClientTls& tls);

}  // namespace senja::cli

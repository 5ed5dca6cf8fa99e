// Words for the tests of this room: a world of strings and recorded requests, and no process.
#pragma once

#include <gmock/gmock.h>

#include <sstream>

#include "cli/run.h"
#include "clock/sim_clock.h"
#include "clock/sim_entropy.h"

namespace senja::cli {

struct CliTest : testing::Test {
  std::istringstream in;
  std::ostringstream out, err;
  SimClock clock{WallTime{std::chrono::seconds{1'700'000'000}}};
  SimEntropy entropy{1};
  std::map<std::string, std::string> files, environment;
  std::optional<net::ClientResponse> answer;  // nullopt: nobody listens
  net::Url asked_at;
  net::ClientRequest asked;
  net::ClientTls asked_under;
  std::optional<config::Settings> served;
  std::expected<config::Settings, std::vector<config::Problem>> reloaded;

  int senja(const std::vector<std::string>& words) {
    out.str("");
    err.str("");
    World world{
        .in = in,
        .out = out,
        .err = err,
        .clock = clock,
        .entropy = entropy,
        .outside = {[this](const std::string& path) -> std::expected<std::string, std::string> {
                      const auto file = files.find(path);
                      if (file == files.end()) return std::unexpected("No such file or directory");
                      return file->second;
                    },
                    environment},
        .http = [this](const net::Url& url, const net::ClientRequest& request,
                       const net::ClientTls& tls) -> std::expected<net::ClientResponse, std::string> {
          asked_at = url;
          asked = request;
          asked_under = tls;
          if (!answer) return std::unexpected("cannot connect to " + url.authority() + ": Connection refused");
          return *answer;
        },
        .serve =
            [this](const Serving& serving) {
              served = serving.settings;
              reloaded = serving.reload();
              return 0;
            },
        .demo = [](const Demo& demo) { return demo.once ? 1 : 0; },
    };
    return run(words, world);
  }
};

}  // namespace senja::cli

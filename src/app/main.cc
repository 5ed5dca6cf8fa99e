// The program: hands the real clock, entropy, files and sockets to what the command line asks for.

#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "app/probe.h"
#include "app/serve.h"
#include "cli/run.h"
#include "clock/system_clock.h"
#include "clock/system_entropy.h"
#include "demo/demo.h"

namespace senja::app {
namespace {

int run(const std::vector<std::string>& words) {
  const SystemClock clock;
  SystemEntropy entropy;
  cli::World world{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .clock = clock,
      .entropy = entropy,
      .outside = cli::real_outside(),
      .http = cli::real_http,
      .serve =
          [&clock](const cli::Serving& serving) {
            const auto probe = installed_probe();
            return serve(serving, clock, probe.get());
          },
      .demo =
          [&](const cli::Demo& demo) {
            const demo::DemoOptions options{.clock = clock,
                                            .entropy = entropy,
                                            .outside = cli::real_outside(),
                                            .once = demo.once,
                                            .terminal = isatty(STDOUT_FILENO) == 1};
            return demo::run(options, std::cout);
          },
  };
  return cli::run(words, world);
}

}  // namespace
}  // namespace senja::app

int main(int count, char** arguments) { return senja::app::run(std::vector<std::string>(arguments + 1, arguments + count)); }

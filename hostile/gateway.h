// The real program, in a temporary folder, on ports that are free. It ends with its owner, and is ended by its own id alone.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "clock/clock.h"

namespace senja::hostile {

struct GatewayPlan {
  std::filesystem::path program{};
  std::string secret{};  // of the one source
  bool tls = false;
  std::string server_lines{};  // put into [server]
};

class Gateway {
 public:
  // Returns once it says that it listens. The error is a sentence, with the end of its log.
  static std::expected<std::unique_ptr<Gateway>, std::string> start(const GatewayPlan& plan, const Clock& clock);
  ~Gateway();  // kills what still runs, and removes the folder

  std::uint16_t port() const { return port_; }
  pid_t process() const { return process_; }
  // Asks it to end, and waits. The error: it did not, or not well.
  std::expected<void, std::string> stop();

 private:
  explicit Gateway(const Clock& clock);
  std::expected<void, std::string> await_listening();
  bool ended_within(Micros span);  // and takes leave of it
  std::string end_of_log() const;

  const Clock& clock_;
  std::filesystem::path folder_;
  pid_t process_ = -1;
  int handle_ = -1;  // pidfd: becomes readable when it ends
  int status_ = 0;
  std::uint16_t port_ = 0;
};

}  // namespace senja::hostile

#include "app/notify.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace senja::app {
namespace {

using namespace std::chrono_literals;

// What systemd would hear, on an abstract socket of this test's own.
class Manager {
 public:
  Manager() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    // Without a name the kernel gives one that is free.
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at.sun_family), 0);
    socklen_t size = sizeof at;
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size), 0);
    name = "@" + std::string(at.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1);
  }
  ~Manager() { ::close(socket_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  std::string hears() const {
    std::array<char, 512> text{};
    const ssize_t size = ::recv(socket_, text.data(), text.size(), 0);
    return size < 0 ? "nothing" : std::string(text.data(), static_cast<std::size_t>(size));
  }
  std::string name;

 private:
  int socket_;
};

TEST(Notify, SaysWhatTheProtocolAsksFor) {
  const Manager manager;
  const Notify notify{{{"NOTIFY_SOCKET", manager.name}, {"WATCHDOG_USEC", "1000000"}}};
  notify.ready("serving");
  EXPECT_EQ(manager.hears(), "READY=1\nSTATUS=serving");
  notify.reloading(BootTime{42us});
  EXPECT_EQ(manager.hears(), "RELOADING=1\nMONOTONIC_USEC=42");
  notify.alive();
  EXPECT_EQ(manager.hears(), "WATCHDOG=1");
  notify.stopping();
  EXPECT_EQ(manager.hears(), "STOPPING=1");
}

TEST(Notify, IsSilentWhereNobodyAsked) {
  const Manager manager;
  const Notify without_a_watchdog{{{"NOTIFY_SOCKET", manager.name}}};
  without_a_watchdog.alive();
  EXPECT_EQ(manager.hears(), "nothing");
  const Notify for_another_process{{{"NOTIFY_SOCKET", manager.name}, {"WATCHDOG_USEC", "1"}, {"WATCHDOG_PID", "1"}}};
  for_another_process.alive();
  EXPECT_EQ(manager.hears(), "nothing");
  for (const std::string& socket : {std::string{}, std::string{"relative"}, std::string(200, '/')})
    Notify{{{"NOTIFY_SOCKET", socket}}}.ready("serving");
}

}  // namespace
}  // namespace senja::app

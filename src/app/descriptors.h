// A connection is a file descriptor: as many as the system gives.
#pragma once

#include <cstdint>

namespace senja::app {

struct DescriptorLimit {
  std::uint64_t before = 0, now = 0;
};

// Raises the soft limit of open files to the hard one.
DescriptorLimit raise_descriptor_limit();

// What the program opens beside its connections: the database, the log, listeners, event queues.
inline constexpr std::uint64_t descriptors_of_our_own = 64;

}  // namespace senja::app

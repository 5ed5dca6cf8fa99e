// What the kernel says of a process (proc(5)).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>

namespace senja::hostile {

struct Memory {
  double now_mib = 0, peak_mib = 0;  // resident
};

// Nothing: there is no such process any more.
std::optional<Memory> memory_of(pid_t process);
std::optional<double> cpu_seconds_of(pid_t process);  // user and system, of all its threads; in steps of a clock tick, 10 ms
std::optional<std::size_t> descriptors_of(pid_t process);

}  // namespace senja::hostile

// Whatever reads as a time that an event may have writes and reads again as the same one, to the millisecond.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "senja/contract/times.h"
#include "senja/model/limits.h"

namespace senja {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = contract::parse_rfc3339({reinterpret_cast<const char*>(data), size});
  if (!read || *read < limits::event_time_min || *read > limits::event_time_max) return 0;
  const auto again = contract::parse_rfc3339(contract::format_rfc3339(*read));
  if (!again || *again != std::chrono::floor<std::chrono::milliseconds>(*read)) std::abort();
  return 0;
}

}  // namespace senja

#include "app/descriptors.h"

#include <sys/resource.h>

namespace senja::app {

DescriptorLimit raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
  const std::uint64_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return {before, before};
  return {before, limit.rlim_cur};
}

}  // namespace senja::app

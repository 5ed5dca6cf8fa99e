#include "figures.h"

#include <algorithm>
#include <cmath>

namespace senja::hostile {

double percentile_ms(std::vector<Micros> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return std::chrono::duration<double, std::milli>(values[std::min(index, values.size() - 1)]).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace senja::hostile

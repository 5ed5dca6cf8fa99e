// What is made of many measurements.
#pragma once

#include <vector>

#include "senja/model/time.h"

namespace senja::hostile {

// The least value that so much of all (0 to 1) do not exceed; zero of none. Latencies, in milliseconds.
double percentile_ms(std::vector<Micros> values, double share);
double median(std::vector<double> values);  // the mean of the middle two of an even number; zero of none

}  // namespace senja::hostile

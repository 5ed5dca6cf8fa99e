// Bodies in gzip, sound ones and a bomb.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace senja::testing {

std::string gzip(std::string_view body);

// The beginning of a member that says so many mebibytes of zeros, in about as many kibibytes.
std::string gzip_bomb(std::size_t mebibytes);

}  // namespace senja::testing

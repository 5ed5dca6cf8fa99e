// Answers as they come over one connection: just enough of HTTP/1.1 to know the status, and where one ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace senja::hostile {

inline constexpr std::size_t answer_bytes_max = 64 * 1024;

class AnswerReader {
 public:
  std::string& bytes() { return bytes_; }  // what came is put at its end
  // The status of the next answer that is whole. 0: this is not HTTP, or longer than answer_bytes_max.
  std::optional<int> next();
  void forget() { std::string{}.swap(bytes_); }  // an idle connection holds nothing

 private:
  std::string bytes_;
};

}  // namespace senja::hostile

// A secret does not print: no stream operator, no format, and its bytes are wiped when it goes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace senja {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string bytes) : bytes_(std::move(bytes)) {}
  ~Secret();
  Secret(const Secret&) = default;
  Secret& operator=(const Secret&);
  Secret(Secret&& other) noexcept;
  Secret& operator=(Secret&& other) noexcept;

  std::string_view reveal() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

}  // namespace senja

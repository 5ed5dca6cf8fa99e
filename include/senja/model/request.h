// What came over the wire, untouched: nothing that was signed is ever rebuilt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/model/time.h"

namespace senja {

// Header fields in the order they came, names and values byte for byte. Names compare without regard to ASCII case.
class Headers {
 public:
  void add(std::string_view name, std::string_view value);
  void reserve(std::size_t fields, std::size_t bytes);

  struct Field {
    std::string_view name, value;  // live as long as the Headers
  };
  std::size_t size() const { return slots_.size(); }
  Field operator[](std::size_t i) const;

  // How often `name` occurs, and its first value. Single-valued readers must look at both.
  std::size_t count(std::string_view name) const;
  std::optional<std::string_view> first(std::string_view name) const;

 private:
  struct Slot {
    std::uint32_t at;
    std::uint32_t name_bytes;
    std::uint32_t value_bytes;
  };
  std::string text_;
  std::vector<Slot> slots_;
};

bool same_name(std::string_view a, std::string_view b);  // ASCII case folded

struct RawRequest {
  std::string method;
  std::string target;  // path and query exactly as sent
  Headers headers;
  std::string body;
  WallTime received_at;  // stamped once, when the head arrived

  std::string_view path() const;   // target up to '?'
  std::string_view query() const;  // after '?', empty without one
};

}  // namespace senja

#include "senja/model/request.h"

#include <algorithm>

namespace senja {

namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

void Headers::add(std::string_view name, std::string_view value) {
  slots_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()),
                    static_cast<std::uint32_t>(value.size())});
  text_.append(name).append(value);
}

Headers::Field Headers::operator[](std::size_t i) const {
  const Slot& slot = slots_[i];
  const std::string_view all = text_;
  return {all.substr(slot.at, slot.name_bytes), all.substr(slot.at + slot.name_bytes, slot.value_bytes)};
}

void Headers::reserve(std::size_t fields, std::size_t bytes) {
  slots_.reserve(fields);
  text_.reserve(bytes);
}

std::size_t Headers::count(std::string_view name) const {
  std::size_t n = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) n += same_name((*this)[i].name, name) ? 1 : 0;
  return n;
}

std::optional<std::string_view> Headers::first(std::string_view name) const {
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (const Field field = (*this)[i]; same_name(field.name, name)) return field.value;
  return std::nullopt;
}

std::string_view RawRequest::path() const { return std::string_view{target}.substr(0, target.find('?')); }

std::string_view RawRequest::query() const {
  const auto mark = target.find('?');
  return mark == std::string::npos ? std::string_view{} : std::string_view{target}.substr(mark + 1);
}

}  // namespace senja

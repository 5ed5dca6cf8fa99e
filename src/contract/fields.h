// Reads gathered values as fields. The first violation sticks, like a stream's failure: what is read after it is nothing.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "contract/plan.h"
#include "contract/values.h"
#include "senja/contract/json.h"
#include "senja/model/event.h"

namespace senja::contract {

// Lives no longer than the values.
class Fields {
 public:
  Fields(const std::vector<Found>& values, std::optional<Violation> violation)
      : values_(values), violation_(std::move(violation)) {}

  const std::optional<Violation>& violation() const { return violation_; }
  void refuse(Violation violation) {
    if (!violation_) violation_ = std::move(violation);
  }

  bool has(const Field& field) const { return is_there(at(field)); }

  // The value by `read` (const Scalar* → Read<T>); where none is there, the fallback; where none is stated, nothing, or
  // a violation if the field is required.
  template <class Reading>
  auto get(const Field& field, Reading read) -> std::optional<typename decltype(read(nullptr))::value_type> {
    const Found& found = at(field);
    const bool there = is_there(found);
    if (!there && !field.fallback && !field.required) return std::nullopt;

    const Scalar* value = field.fallback ? &*field.fallback : nullptr;
    Scalar from_text;
    if (there) value = found.kind == Found::Kind::scalar ? &found.value : nullptr;
    if (const auto* text = std::get_if<std::string>(value); there && text && field.spells != Pick::Type::any)
      value = &(from_text = spelled(*text, field.spells));

    auto result = read(value);
    if (result) return *std::move(result);
    refuse({Violation::Kind::contract, field.where, std::move(result.error()), describe(found)});
    return std::nullopt;
  }

 private:
  static bool is_there(const Found& found) {
    const bool null = found.kind == Found::Kind::scalar && std::holds_alternative<std::monostate>(found.value);
    return found.kind != Found::Kind::missing && !null;
  }
  const Found& at(const Field& field) const {
    static const Found missing;
    return field.number ? values_[*field.number] : missing;
  }

  const std::vector<Found>& values_;
  std::optional<Violation> violation_;
};

}  // namespace senja::contract

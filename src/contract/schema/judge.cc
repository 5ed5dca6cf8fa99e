#include "contract/schema/judge.h"

#include <charconv>

#include "contract/json_pointer.h"
#include "contract/utf8.h"
#include "contract/values.h"

namespace senja::contract::schema {

namespace {

std::string place_of(std::string pointer);
Found found_of(Value value);

}  // namespace

std::optional<Misfit> Judge::misfit(const Rule& rule) {
  const bool fit = fits(rule, body_);
  if (exhausted_)
    return Misfit{"body", "a body that its schema judges within " + std::to_string(limits::schema_steps_max) + " steps",
                  "one that takes more"};
  if (fit) return std::nullopt;
  return misfit_;
}

bool Judge::fits(const Rule& rule, Value value) {
  const Kinds kind = only(value.kind());
  for (const Check& check : rule.checks)
    if ((check.kinds & kind) != 0 && !(pay(1) && check.fits(value, *this))) return false;
  return true;
}

bool Judge::tries(const Rule& rule, Value value) {
  ++trials_;
  const bool fit = pay(1) && fits(rule, value);
  --trials_;
  return fit;
}

bool Judge::refuse(Value value, std::string_view expected) {
  if (trials_ == 0 && !misfit_)
    misfit_ = Misfit{place_of(pointer_to(body_, value)), std::string{expected}, describe(found_of(value))};
  return false;
}

bool Judge::refuse_missing(Value object, std::string_view property) {
  if (trials_ == 0 && !misfit_) {
    std::string pointer = pointer_to(body_, object);
    append_token(pointer, property);
    misfit_ = Misfit{place_of(std::move(pointer)), "a value, for its schema requires one", "missing"};
  }
  return false;
}

bool Judge::pay(std::size_t steps) {
  exhausted_ = exhausted_ || steps > steps_left_;
  if (!exhausted_) steps_left_ -= steps;
  return !exhausted_;
}

namespace {

// Keys are the sender's: their pointer is cut to what an id may have, and shows no control bytes.
std::string place_of(std::string pointer) {
  if (pointer.empty()) return "body";
  for (char& c : pointer)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) c = '?';
  if (pointer.size() <= limits::id_bytes_max) return pointer;
  std::size_t end = 0;
  for (std::size_t width = utf8_width(pointer); end + width + 3 <= limits::id_bytes_max;
       width = utf8_width(std::string_view{pointer}.substr(end)))
    end += width;
  return pointer.substr(0, end) + "...";
}

Found found_of(Value value) {
  Found found{.kind = Found::Kind::scalar, .value = {}, .raw = value.text()};
  switch (value.kind()) {
    case Kind::array:
    case Kind::object:
      found.kind = Found::Kind::container;
      break;
    case Kind::text:
      found.value = std::string{value.text()};
      break;
    case Kind::boolean:
      found.value = value.is_true();
      break;
    case Kind::number: {
      std::int64_t exact = 0;
      const char *const begin = value.text().data(), *const end = begin + value.text().size();
      const auto [at, error] = std::from_chars(begin, end, exact);
      if (error == std::errc{} && at == end)
        found.value = exact;
      else
        found.value = NumberText{std::string{value.text()}};
      break;
    }
    case Kind::null:
      break;
  }
  return found;
}

}  // namespace

}  // namespace senja::contract::schema

// A schema, a NUL, a body: both are read or refused, and the judgement is one. `not` turns it round.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "senja/contract/schema.h"
#include "senja/model/limits.h"

namespace senja {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::string text = input.substr(0, input.find('\0'));
  const std::string body = input.substr(std::min(input.size(), text.size() + 1));

  const auto schema = contract::Schema::parse(text);
  if (!schema) {
    if (schema.error().empty()) std::abort();
    return 0;
  }
  const auto tree = contract::parse_json(body);
  const bool accepted = contract::read_json(body, contract::PointerSet{}).has_value();
  if (tree && !accepted) std::abort();
  if (!tree) return 0;

  const auto misfit = schema->misfit(*tree);
  if (misfit && (misfit->where.empty() || misfit->where.size() > limits::id_bytes_max || misfit->expected.empty() ||
                 misfit->found.empty()))
    std::abort();
  if (misfit && misfit->found == "one that takes more") return 0;
  // References would lead to other places in the text around it, and an $id may stand at the top only.
  if (text.find('$') != std::string::npos || text.find("\\u") != std::string::npos) return 0;
  const auto reverse = contract::Schema::parse("{\"not\":" + text + "}");
  if (!reverse) return 0;  // nested one deeper
  const auto other = reverse->misfit(*tree);
  if (misfit.has_value() == other.has_value() && !(other && other->found == "one that takes more")) std::abort();
  return 0;
}

}  // namespace senja

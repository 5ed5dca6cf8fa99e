#include "contract/gather.h"

#include <utility>

#include "contract/utf8.h"
#include "senja/contract/form.h"

namespace senja::contract {

namespace {

Found find_header(const Headers& headers, std::string_view name);
Found text_as_sent(std::string_view text);
Violation not_json(const JsonError& error);

}  // namespace

Gathered gather(const ReadingPlan& plan, const RawRequest& request, std::string_view signed_id) {
  Gathered gathered;
  if (!plan.pointers.empty() || !plan.contract.schemas.empty()) {
    auto read = read_json(request.body, plan.pointers);
    if (read)
      gathered.values = *std::move(read);
    else
      gathered.problem = not_json(read.error());
  }
  gathered.values.resize(plan.pointers.size());
  for (const Place& place : plan.others) {
    if (place.kind == Place::Kind::header) gathered.values.push_back(find_header(request.headers, place.name));
    if (place.kind == Place::Kind::query) gathered.values.push_back(find_form_field(request.query(), place.name));
    if (place.kind == Place::Kind::form) gathered.values.push_back(find_form_field(request.body, place.name));
  }
  for (std::size_t number = 0; number < gathered.values.size() && !gathered.problem; ++number)
    if (gathered.values[number].kind == Found::Kind::doubled)
      gathered.problem = {Violation::Kind::contract, plan.texts[number], "one value", "more than one"};
  if (plan.contract.event_id_from_scheme) gathered.values.push_back(signed_id.empty() ? Found{} : text_as_sent(signed_id));
  return gathered;
}

namespace {

Found find_header(const Headers& headers, std::string_view name) {
  const std::size_t count = headers.count(name);
  if (count == 0) return {};
  if (count > 1) return {Found::Kind::doubled, {}, {}};
  return text_as_sent(*headers.first(name));
}

Found text_as_sent(std::string_view text) {
  if (!is_utf8(text)) return {Found::Kind::bad_text, {}, text};
  return {Found::Kind::scalar, std::string{text}, text};
}

Violation not_json(const JsonError& error) {
  return {Violation::Kind::not_json, "body", "JSON (RFC 8259) in UTF-8, nested at most 64 deep",
          std::string{error.problem} + " at byte " + std::to_string(error.at)};
}

}  // namespace

}  // namespace senja::contract

#include "senja/contract/form.h"

#include <optional>
#include <string>

#include "contract/percent.h"
#include "contract/utf8.h"

namespace senja::contract {

Found find_form_field(std::string_view encoded, std::string_view name) {
  Found found;
  while (!encoded.empty()) {
    const auto end = encoded.find('&');
    const std::string_view pair = encoded.substr(0, end);
    encoded.remove_prefix(end == std::string_view::npos ? encoded.size() : end + 1);

    const auto equals = pair.find('=');
    if (percent_decoded(pair.substr(0, equals), Plus::space) != name) continue;
    if (found.kind != Found::Kind::missing) return {Found::Kind::doubled, {}, {}};

    found.raw = equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    auto text = percent_decoded(found.raw, Plus::space);
    found.kind = text && is_utf8(*text) ? Found::Kind::scalar : Found::Kind::bad_text;
    if (found.kind == Found::Kind::scalar) found.value = *std::move(text);
  }
  return found;
}

}  // namespace senja::contract

#include "signature/key.h"

#include <optional>
#include <string_view>

#include "senja/signature/encode.h"

namespace senja::signature {

namespace {

constexpr std::string_view whsec_prefix = "whsec_";

std::expected<Secret, std::string> decoded(std::optional<std::string> bytes, std::string_view form);

}  // namespace

std::expected<Secret, std::string> key_bytes(const Secret& secret, KeyForm form) {
  std::string_view text = secret.reveal();
  if (form == KeyForm::whsec && text.starts_with(whsec_prefix)) text.remove_prefix(whsec_prefix.size());
  if (text.empty()) return std::unexpected("is empty");
  switch (form) {
    case KeyForm::utf8:
      return secret;
    case KeyForm::hex:
      return decoded(from_hex(text), "hex");
    case KeyForm::base64:
      return decoded(from_base64(text), "base64 with its padding");
    case KeyForm::whsec:
      return decoded(from_base64(text), "base64 with its padding, after an optional whsec_");
  }
  return std::unexpected("has an unknown form");
}

namespace {

std::expected<Secret, std::string> decoded(std::optional<std::string> bytes, std::string_view form) {
  if (!bytes) return std::unexpected("is not " + std::string{form});
  return Secret{*std::move(bytes)};
}

}  // namespace

}  // namespace senja::signature

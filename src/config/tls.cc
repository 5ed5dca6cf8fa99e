#include "net/tls.h"

#include "config/parts.h"

namespace senja::config {

namespace {

std::optional<net::PemFile> read_pem(Section& section, std::string_view key, const Surroundings& surroundings);

}  // namespace

// nullptr: there is no such table, or something was reported.
std::shared_ptr<const net::TlsContext> read_tls(Section section, const Surroundings& surroundings) {
  if (!section.present()) return nullptr;
  auto certificate = read_pem(section, "certificate", surroundings);
  auto key = read_pem(section, "key", surroundings);
  auto client_ca = read_pem(section, "client_ca", surroundings);
  using net::TlsVersion;
  const auto version = section.choice<TlsVersion>("min_version", {{"1.2", TlsVersion::v1_2}, {"1.3", TlsVersion::v1_3}});
  for (const char* needed : {"certificate", "key"})
    if (section.find(needed) == nullptr) section.problem(needed, "is missing: the name of a PEM file");
  section.finish();
  // One that was named and could not be read is missed here, too: never serve with less than was asked for.
  if (!certificate || !key || (section.find("client_ca") != nullptr && !client_ca)) return nullptr;

  const auto loaded = net::TlsContext::load({.certificate = std::move(*certificate),
                                             .key = std::move(*key),
                                             .min_version = version.value_or(TlsVersion::v1_2),
                                             .client_ca = std::move(client_ca)});
  if (!loaded) {
    section.problem(loaded.error().part, loaded.error().text);
    return nullptr;
  }
  for (const std::string& warning : (*loaded)->warnings()) section.warning("certificate", warning);
  return *loaded;
}

namespace {

std::optional<net::PemFile> read_pem(Section& section, std::string_view key, const Surroundings& surroundings) {
  const auto name = section.text(key);
  if (!name) return std::nullopt;
  auto text = surroundings.read(*name);
  if (text) return net::PemFile{*name, std::move(*text)};
  section.problem(key, '"' + *name + "\" cannot be read: " + text.error());
  return std::nullopt;
}

}  // namespace

}  // namespace senja::config

#include "net/certificate.h"

#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace senja::net {

namespace {

std::string text_of(const ASN1_STRING* string);
std::string common_name(const X509_NAME* name);

}  // namespace

Certificate read_certificate(const x509_st& certificate) {
  Certificate read{common_name(X509_get_subject_name(&certificate)), {}};
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> names{
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)),
      &GENERAL_NAMES_free};
  const int count = names ? sk_GENERAL_NAME_num(names.get()) : 0;
  read.names.reserve(static_cast<std::size_t>(std::max(count, 1)));
  bool named = false;
  for (int i = 0; i < count; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS && name->type != GEN_URI && name->type != GEN_EMAIL) continue;
    named = true;
    if (std::string text = text_of(name->d.ia5); !text.empty()) read.names.push_back(std::move(text));
  }
  if (!named && !read.subject.empty()) read.names.push_back(read.subject);
  return read;
}

namespace {

std::string text_of(const ASN1_STRING* string) {
  unsigned char* bytes = nullptr;
  const int size = ASN1_STRING_to_UTF8(&bytes, string);
  const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owned{bytes, [](unsigned char* p) { OPENSSL_free(p); }};
  if (size <= 0) return {};
  const std::string_view text{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  const bool sound = std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
  return sound ? std::string{text} : std::string{};
}

// The last one, as in OpenSSL's own comparison of names: the most specific.
std::string common_name(const X509_NAME* name) {
  int last = -1;
  for (int at = X509_NAME_get_index_by_NID(name, NID_commonName, -1); at >= 0;
       at = X509_NAME_get_index_by_NID(name, NID_commonName, at))
    last = at;
  return last < 0 ? std::string{} : text_of(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, last)));
}

}  // namespace

}  // namespace senja::net

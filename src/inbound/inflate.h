// Bodies that come with a content-encoding. The signature covers the bytes of the wire; all that follows reads what they
// decode to.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "inbound/source.h"
#include "senja/model/request.h"

namespace senja::inbound {

// Whether the source takes a body of this encoding: none is named, or gzip, once, and the source allows it.
bool accepts_encoding(const Source& source, const Headers& headers);

// A head that was accepted: is its body gzip?
bool is_encoded(const Headers& headers);

// One gzip member (RFC 1952) and nothing behind it, of at most `bytes_max` decoded: more is never held. The error reads on
// after "found".
std::expected<std::string, std::string_view> inflate(std::string_view gzip, std::size_t bytes_max);

}  // namespace senja::inbound

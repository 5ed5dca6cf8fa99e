// secret → key bytes, as the scheme reads its secrets.
#pragma once

#include <expected>
#include <string>

#include "senja/model/secret.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

// Never empty. The error says what is wrong without quoting the secret.
std::expected<Secret, std::string> key_bytes(const Secret& secret, KeyForm form);

}  // namespace senja::signature

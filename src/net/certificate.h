// OpenSSL's certificates as plain values.
#pragma once

#include "net/caller.h"

struct x509_st;

namespace senja::net {

// Names that hold control bytes are left out: they are made to deceive who prints or compares them.
Certificate read_certificate(const x509_st& certificate);

}  // namespace senja::net

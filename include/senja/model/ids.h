// Ids that cannot be mixed up: a tag makes two strings two types.
#pragma once

#include <compare>
#include <string>

namespace senja {

template <class Tag>
struct Id {
  std::string text;
  auto operator<=>(const Id&) const = default;
};

using SourceName = Id<struct SourceTag>;    // config key, [A-Za-z0-9_-], 1 to 64 bytes
using EventId = Id<struct EventTag>;        // the sender's, 1 to 255 bytes of UTF-8 without NUL
using ResourceId = Id<struct ResourceTag>;  // the sender's (after resource_prefix), 1 to 255 bytes
using Action = Id<struct ActionTag>;        // 1 to 64 bytes
using State = Id<struct StateTag>;          // 1 to 64 bytes
using LetterId = Id<struct LetterTag>;      // "dl_" + 26 time-ordered characters

}  // namespace senja

// The bytes of a request that are kept: for the history, for dead letters, for a later judgement from the store.
// The body is kept whole. Of the head only what the contract reads is kept, as text, one line each:
//
//   webhook-id: msg_2x    a header, in the order and spelling it came; repeated ones are repeated
//   ?at=1700000000        the query, exactly as sent
//   @msg_2x               the id that the scheme signs or names
//
// '?' and '@' cannot begin a header's name. In values a backslash is written \\ and a line feed \n.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "senja/model/request.h"

namespace senja {

struct KeptRequest {
  std::string body;
  std::string context;  // the lines above; often empty
  bool operator==(const KeptRequest&) const = default;
};

// Writes a context: the headers among `names` (compared without regard to case), and the query and id unless empty.
std::string keep_context(const Headers& headers, std::string_view query, const std::vector<std::string>& names,
                         std::string_view signed_id = {});

// The request again, as far as the contract will read it: a POST to "/" with the kept query. Lines that keep_context
// cannot have written are passed over.
RawRequest recall(KeptRequest kept, WallTime received_at);

// The id that keep_context was given, or empty: what Verified::signed_id was.
std::string recall_signed_id(const KeptRequest& kept);

}  // namespace senja

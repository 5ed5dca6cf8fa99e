#include "senja/model/kept_request.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace senja {
namespace {

constexpr WallTime at{Micros{1'700'000'000'000'000}};

TEST(KeptRequest, KeepsTheNamedHeadersInOrderAndSpelling) {
  Headers headers;
  headers.add("Webhook-Id", "msg_1");
  headers.add("Cookie", "not ours");
  headers.add("webhook-id", "msg_2");
  EXPECT_EQ(keep_context(headers, "", {"webhook-id"}), "Webhook-Id: msg_1\nwebhook-id: msg_2\n");
  EXPECT_EQ(keep_context(headers, "", {}), "");
}

TEST(KeptRequest, RecallsWhatTheContractReads) {
  Headers headers;
  headers.add("X-Kind", "a: b");
  headers.add("X-Empty", "");
  const std::string context = keep_context(headers, "a=1&b=%20", {"x-kind", "x-empty"}, "id-1");
  EXPECT_EQ(context, "X-Kind: a: b\nX-Empty: \n?a=1&b=%20\n@id-1\n");

  const RawRequest request = recall({.body = "{}", .context = context}, at);
  EXPECT_EQ(request.body, "{}");
  EXPECT_EQ(request.received_at, at);
  EXPECT_EQ(request.query(), "a=1&b=%20");
  ASSERT_EQ(request.headers.size(), 2U);
  EXPECT_EQ(request.headers.first("x-kind"), "a: b");
  EXPECT_EQ(request.headers.first("x-empty"), "");
  EXPECT_EQ(recall_signed_id({.body = "", .context = context}), "id-1");
}

TEST(KeptRequest, AValueCannotBeginALineOfItsOwn) {
  Headers headers;
  headers.add("X-Note", "one\n@forged\\");
  const std::string context = keep_context(headers, "", {"x-note"});
  EXPECT_EQ(recall_signed_id({.body = "", .context = context}), "");
  EXPECT_EQ(recall({.body = "", .context = context}, at).headers.first("x-note"), "one\n@forged\\");
}

TEST(KeptRequest, PassesOverLinesItCannotHaveWritten) {
  const RawRequest request = recall({.body = "", .context = "no colon\n\nX: 1"}, at);
  ASSERT_EQ(request.headers.size(), 1U);
  EXPECT_EQ(request.headers.first("x"), "1");
  EXPECT_EQ(request.target, "/");
}

RC_GTEST_PROP(KeptRequest, RecallUndoesKeep, (const std::string& value, const std::string& query, const std::string& id)) {
  Headers headers;
  headers.add("X-Any", value);
  const KeptRequest kept{.body = "b", .context = keep_context(headers, query, {"x-any"}, id)};
  const RawRequest request = recall(kept, at);
  RC_ASSERT(request.headers.first("x-any") == value);
  RC_ASSERT(request.query() == query);
  RC_ASSERT(recall_signed_id(kept) == id);
}

}  // namespace
}  // namespace senja

#include "inbound/trace.h"

#include <gtest/gtest.h>

namespace senja::inbound {
namespace {

constexpr std::string_view good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(Trace, ReadsTheStandardsExample) {
  const auto trace = parse_trace(good);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_TRUE(trace->sampled);
  EXPECT_EQ(trace->parent("0123456789abcdef"), "00-4bf92f3577b34da6a3ce929d0e0e4736-0123456789abcdef-01");
  EXPECT_FALSE(parse_trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02")->sampled);
}

TEST(Trace, ALaterVersionIsReadAsFarAsItIsKnown) {
  EXPECT_TRUE(parse_trace("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
  EXPECT_TRUE(parse_trace("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings"));
  EXPECT_FALSE(parse_trace("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.x"));
}

TEST(Trace, WhatIsMalformedIsNoTrace) {
  for (const std::string_view bad :
       {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "00-4bf92f3577b34da6a3ce929d0e0e47-00f067aa0ba902b7-0101",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01"})
    EXPECT_FALSE(parse_trace(bad)) << bad;
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(parse_trace(good.substr(0, size))) << size;
}

TEST(Trace, TwoHeadersAreNone) {
  Headers headers;
  EXPECT_FALSE(trace_of(headers));
  headers.add("Traceparent", good);
  EXPECT_TRUE(trace_of(headers));
  headers.add("traceparent", good);
  EXPECT_FALSE(trace_of(headers));
}

}  // namespace
}  // namespace senja::inbound

#include "options.h"

#include <gtest/gtest.h>

namespace senja::hostile {
namespace {

std::expected<Options, std::string> parse(const std::vector<const char*>& words) { return parse_options(words); }

TEST(Options, DefaultsAndNumbers) {
  const auto options = parse({"--program", "build/senja", "--idle", "200", "--tls", "crowd", "resets", "crowd"});
  ASSERT_TRUE(options) << options.error();
  EXPECT_EQ(options->program, "build/senja");
  EXPECT_TRUE(options->tls);
  EXPECT_EQ(options->idle, 200U);
  EXPECT_EQ(options->slow, 500U);
  EXPECT_EQ(options->scenes, (std::vector<std::string>{"crowd", "resets"}));
}

TEST(Options, AllIsEachOnce) {
  EXPECT_EQ(parse({"--program", "p", "bodies", "all"})->scenes,
            (std::vector<std::string>{"bodies", "crowd", "signatures", "resets"}));
}

TEST(Options, SayWhatIsWrong) {
  const auto wrong = [](const std::vector<const char*>& words) { return parse(words).error(); };
  EXPECT_EQ(wrong({"all"}), "--program is needed");
  EXPECT_EQ(wrong({"--program", "p"}), "which scene?");
  EXPECT_EQ(wrong({"--program"}), "--program lacks its value");
  EXPECT_EQ(wrong({"--program", "p", "flood"}), "flood is not a scene");
  EXPECT_EQ(wrong({"--program", "p", "--fast", "all"}), "--fast is not an option");
  for (const char* value : {"0", "-1", "15001", "10k", "", " 1", "99999999999999999999"})
    EXPECT_EQ(wrong({"--program", "p", "--idle", value, "all"}), "--idle takes a whole number from 1 to 15000") << value;
}

}  // namespace
}  // namespace senja::hostile

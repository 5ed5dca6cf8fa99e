// The house keeps itself in order: the rules of tree_rules.h over the real tree, and each rule on a planted violation.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tree_rules.h"
#include "tree_text.h"

namespace senja::tree {
namespace {

Tree tree_on_disk() {
  namespace fs = std::filesystem;
  const fs::path root = SENJA_SOURCE_DIR;
  Tree tree;
  const auto take = [&](const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    tree[fs::relative(file, root).string()] = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  };
  take(root / "CMakeLists.txt");
  for (const char* folder :
       {"include", "src", "test", "bench", "fuzz", "simulate", "crash", "operate", "hostile", "cmake", "examples"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() &&
          (name.ends_with(".cc") || name.ends_with(".h") || name.ends_with(".cmake") || name == "CMakeLists.txt"))
        take(entry.path());
    }
  }
  return tree;
}

TEST(Tree, IsInOrder) {
  const Tree tree = tree_on_disk();
  ASSERT_GT(tree.size(), 50U) << "not the source tree: " << SENJA_SOURCE_DIR;
  for (const Finding& each : check(tree)) ADD_FAILURE() << each.message();
}

// A small tree in which nothing is wrong, to plant one thing in.
Tree sound() {
  return {
      {"include/senja/model/time.h", "#pragma once\n#include <chrono>\n"},
      {"include/senja/rules/decide.h", "#pragma once\n#include \"senja/model/time.h\"\n"},
      {"src/rules/decide.cc", "#include \"senja/rules/decide.h\"\n// sleep_for is a word here, not a call\n"},
      {"src/rules/CMakeLists.txt", "senja_room(NAME rules SOURCES decide.cc)\n"},
      {"src/store/store.h", "#pragma once\n#include \"senja/rules/decide.h\"\n"},
      {"src/store/sqlite/open.cc", "#include \"store/store.h\"\n#include <sqlite3.h>\n"},
      {"src/store/CMakeLists.txt", "senja_room(NAME store SOURCES sqlite/open.cc)\n"},
      {"src/clock/system_clock.cc", "int f() { return clock_gettime(0, nullptr); }\n"},
      {"src/clock/CMakeLists.txt", "senja_room(NAME clock SOURCES system_clock.cc)\n"},
  };
}

// The names of the rules that object.
std::vector<std::string> objections(const Tree& tree) {
  std::vector<std::string> names;
  for (const Finding& each : check(tree)) names.push_back(each.rule);
  return names;
}
std::vector<std::string> objections_to(const std::string& path, const std::string& text) {
  Tree tree = sound();
  tree[path] = text;
  return objections(tree);
}
using Rules = std::vector<std::string>;

TEST(TreeRules, ASoundTreePasses) { EXPECT_EQ(objections(sound()), Rules{}); }

TEST(TreeRules, ArrowsPointLeft) {
  EXPECT_EQ(objections_to("include/senja/rules/decide.h", "#include \"senja/model/time.h\"\n#include \"store/store.h\"\n"),
            Rules{"arrows"});
  EXPECT_EQ(objections_to("src/store/store.h", "#include \"senja/rules/decide.h\"\n#include \"store/steps.h\"\n"), Rules{});
}

TEST(TreeRules, PureRoomsDoNoIo) {
  for (const char* header : {"iostream", "fstream", "thread", "sqlite3.h", "boost/asio.hpp", "sys/socket.h"})
    EXPECT_EQ(
        objections_to("src/rules/decide.cc", "#include \"senja/rules/decide.h\"\n#include <" + std::string(header) + ">\n"),
        Rules{"purity"})
        << header;
}

TEST(TreeRules, HeadersCarryNoHeavyLibrary) {
  EXPECT_EQ(objections_to("src/store/store.h", "#include \"senja/rules/decide.h\"\n#include <boost/json.hpp>\n"),
            Rules{"heavy header"});
}

TEST(TreeRules, WordsWithABetterPlace) {
  const auto decide = [](const std::string& line) {
    return objections_to("src/rules/decide.cc", "#include \"senja/rules/decide.h\"\n" + line + "\n");
  };
  EXPECT_EQ(decide("auto t = std::chrono::system_clock::now();"), Rules{"clock"});
  EXPECT_EQ(decide("auto t = std::chrono::steady_clock::now();"), Rules{"clock"});
  EXPECT_EQ(decide("clock_gettime(CLOCK_REALTIME, &spec);"), Rules{"clock"});
  EXPECT_EQ(decide("std::time(nullptr);"), Rules{"clock"});
  EXPECT_EQ(decide("std::this_thread::sleep_for(1s);"), Rules{"sleep"});
  EXPECT_EQ(decide("co_await socket.read();"), Rules{"coroutine"});
  EXPECT_EQ(decide("std::regex pattern;"), Rules{"regex"});
  EXPECT_EQ(decide("// TO"
                   "DO: later"),
            Rules{"unfinished"});
  EXPECT_EQ(decide("auto s = \"sleep_for in a text\"; /* and co_await\nin a comment */"), Rules{});
}

TEST(TreeRules, SourcesAreNamedOneByOne) {
  EXPECT_EQ(objections_to("src/rules/order.cc", ""), Rules{"unlisted"});
  EXPECT_EQ(objections_to("src/store/sqlite/decide.cc", ""), Rules{"unlisted"}) << "another room's list does not count";
  EXPECT_EQ(objections_to("src/rules/CMakeLists.txt", "file(GLOB all *.cc) # decide.cc\n"), Rules{"glob"});
}

TEST(TreeRules, HeadersAreIncludedBySomeone) {
  EXPECT_EQ(objections_to("src/store/lost.h", "#include \"store/lost.h\"\n"), Rules{"dead header"});
}

TEST(TreeRules, NamesSayWhatAThingIs) {
  for (const char* path : {"src/store/utils.h", "src/common/text.h", "src/store/helpers.h"})
    EXPECT_TRUE(std::ranges::count(objections_to(path, ""), "name")) << path;
}

TEST(TreeRules, FilesAreShort) {
  std::string text = "#include \"senja/rules/decide.h\"\n";
  for (int i = 0; i < 449; ++i) text += "int a;\n";
  EXPECT_EQ(objections_to("src/rules/decide.cc", text), Rules{});
  EXPECT_EQ(objections_to("src/rules/decide.cc", text + "int a;\n"), Rules{"length"});
}

TEST(TreeRules, CodeIsToldFromTextAndComment) {
  EXPECT_EQ(code_of("a; // b\nc"), "a;     \nc");
  EXPECT_EQ(code_of("a(\"b\\\"c\", 'd');"), "a(\"    \", ' ');");
  EXPECT_EQ(code_of("x = R\"sql(a\"b)sql\"; y"), "x = R\"           \"; y");
  EXPECT_EQ(code_of("1'000'000 /* a */ b"), "1'000'000         b");
}

TEST(TreeRules, AFindingNamesItsPlaceAndTheWayOut) {
  const auto found = check({{"src/rules/a.h", "#include <thread>\n"}, {"src/rules/CMakeLists.txt", ""}});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(
      found.front().message(),
      "src/rules/a.h:1: rules is a pure room and includes <thread>; stay a function of your arguments; threads live in "
      "store/, net/ and upkeep/ [purity]");
}

}  // namespace
}  // namespace senja::tree

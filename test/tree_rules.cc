#include "tree_rules.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "tree_text.h"

namespace senja::tree {
namespace {

// In the order of the road: an include may only point to the left.
constexpr std::array<std::string_view, 14> rooms{"model",   "signature", "contract", "rules", "clock", "store", "net",
                                                 "inbound", "upkeep",    "config",   "api",   "cli",   "demo",  "app"};
constexpr std::array<std::string_view, 4> pure_rooms{"model", "signature", "contract", "rules"};
constexpr std::size_t lines_max = 450;

bool is_source(std::string_view path) { return path.ends_with(".cc"); }
bool is_header(std::string_view path) { return path.ends_with(".h"); }
bool is_cpp(std::string_view path) { return is_source(path) || is_header(path); }
bool is_test(std::string_view path) { return path.ends_with("_test.cc") || path.starts_with("test/"); }
bool is_cmake(std::string_view path) { return path.ends_with("CMakeLists.txt") || path.ends_with(".cmake"); }
std::string_view folder_of(std::string_view path);
std::optional<std::size_t> room_of_file(std::string_view path);
std::optional<std::size_t> room_of_include(std::string_view name);

}  // namespace

std::string Finding::message() const {
  return path + (line ? ":" + std::to_string(line) : "") + ": " + text + " [" + rule + "]";
}

Findings check(const Tree& tree) {
  Findings all;
  for (const auto& rule : {arrows, purity, banned_words, listed_sources, dead_headers, shapes}) {
    Findings found = rule(tree);
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  return all;
}

Findings arrows(const Tree& tree) {
  Findings found;
  for (const auto& [path, text] : tree) {
    const auto here = room_of_file(path);
    if (!here || !is_cpp(path)) continue;
    for (const Include& each : includes_of(text)) {
      const auto there = room_of_include(each.name);
      if (each.system || !there || *there <= *here) continue;
      found.push_back({path, each.line, "arrows",
                       std::string(rooms[*here]) + " includes " + each.name + " of " + std::string(rooms[*there]) +
                           ", a room to its right; move what both need to the left, or hand it in as a parameter"});
    }
  }
  return found;
}

Findings purity(const Tree& tree) {
  struct Ban {
    std::string_view prefix, instead;
  };
  static constexpr std::array<Ban, 17> outside_world{{
      {"iostream", "return the text; the caller owns the streams"},
      {"fstream", "take the bytes as a parameter; config/ and app/ read files"},
      {"filesystem", "take the bytes as a parameter; config/ and app/ read files"},
      {"cstdio", "build a std::string"},
      {"ctime", "take the time as a parameter (senja/model/time.h)"},
      {"random", "take the value as a parameter; randomness comes in through clock/entropy.h"},
      {"thread", "stay a function of your arguments; threads live in store/, net/ and upkeep/"},
      {"mutex", "share immutable values; state belongs to store/ and net/"},
      {"atomic", "share immutable values; state belongs to store/ and net/"},
      {"condition_variable", "stay a function of your arguments"},
      {"future", "stay a function of your arguments"},
      {"unistd.h", "take the value as a parameter; system calls belong to clock/, store/ and net/"},
      {"sys/", "take the value as a parameter; system calls belong to clock/, store/ and net/"},
      {"sqlite3.h", "return a Change; store/ writes it"},
      {"boost/", "plain values; libraries of the edge belong to net/, api/ and config/"},
      {"spdlog/", "return what happened; app/ and net/ log it"},
      {"fmt/", "build a std::string; libsenja links no formatting library"},
  }};
  static constexpr std::array<std::string_view, 6> heavy{"boost/", "simdjson",    "toml++/",
                                                         "CLI/",   "prometheus/", "nlohmann/"};

  Findings found;
  for (const auto& [path, text] : tree) {
    const auto here = room_of_file(path);
    if (!here || !is_cpp(path) || is_test(path)) continue;
    const bool pure = std::ranges::count(pure_rooms, rooms[*here]) > 0;
    for (const Include& each : includes_of(text)) {
      if (!each.system) continue;
      for (const Ban& ban : outside_world)
        if (pure && (each.name == ban.prefix || (ban.prefix.ends_with('/') && each.name.starts_with(ban.prefix))))
          found.push_back(
              {path, each.line, "purity",
               std::string(rooms[*here]) + " is a pure room and includes <" + each.name + ">; " + std::string(ban.instead)});
      for (const std::string_view library : heavy)
        if (is_header(path) && each.name.starts_with(library))
          found.push_back({path, each.line, "heavy header",
                           "a header of ours includes <" + each.name +
                               ">; include it in the .cc alone, behind a plain type or a pimpl"});
    }
  }
  return found;
}

Findings banned_words(const Tree& tree) {
  struct Ban {
    std::string_view rule, word, instead;
    bool in_comments = false;
    std::string_view only_in = {};  // a file or folder where the word is at home
  };
  // Words that are banned in comments, too, are written in two halves: this file is part of the tree.
  static constexpr std::array<Ban, 19> bans{{
      {"clock", "clock_gettime", "take a Clock (clock/clock.h), or the time as a parameter", false,
       "src/clock/system_clock.cc"},
      {"clock", "gettimeofday", "take a Clock (clock/clock.h)"},
      {"clock", "system_clock::now", "take a Clock (clock/clock.h), or the time as a parameter", false,
       "src/clock/system_clock.cc"},
      {"clock", "steady_clock::now", "take a Clock and ask its steady()", false, "src/clock/system_clock.cc"},
      {"clock", "high_resolution_clock", "take a Clock and ask its steady()"},
      {"clock", "time(nullptr)", "take a Clock (clock/clock.h), or the time as a parameter"},
      {"clock", "time(NULL)", "take a Clock (clock/clock.h), or the time as a parameter"},
      {"random", "random_device", "take an Entropy (clock/entropy.h)"},
      {"random", "getrandom", "take an Entropy (clock/entropy.h)", false, "src/clock/"},
      {"sleep", "sleep_for", "wait for the event itself: a condition variable, a future, a step of SimClock"},
      {"sleep", "sleep_until", "wait for the event itself: a condition variable, a future, a step of SimClock"},
      {"sleep", "usleep", "wait for the event itself: a condition variable, a future, a step of SimClock"},
      {"sleep", "nanosleep", "wait for the event itself: a condition variable, a future, a step of SimClock"},
      {"skip", "GTEST_SKIP", "install what the test needs (tools/install-deps.sh), or take the test away"},
      {"regex", "std::regex", "write the few lines of scanner: it is bounded, std::regex is not"},
      {"coroutine", "co_await", "plain callbacks; GCC 12 destroys temporaries of a co_await twice", false, "src/net/"},
      {"unfinished",
       "TO"
       "DO",
       "finish it, or say in docs/ what this version does not do", true},
      {"unfinished",
       "FIX"
       "ME",
       "finish it, or say in docs/ what this version does not do", true},
      {"unfinished",
       "X"
       "XX",
       "finish it, or say in docs/ what this version does not do", true},
  }};
  Findings found;
  for (const auto& [path, text] : tree) {
    if (!is_cpp(path) || path.starts_with("bench/")) continue;
    const auto whole = lines_of(text), code = lines_of(code_of(text));
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (const Ban& ban : bans) {
        if (!ban.only_in.empty() && path.starts_with(ban.only_in)) continue;
        if (has_word(ban.in_comments ? whole[i] : code[i], ban.word))
          found.push_back({path, i + 1, std::string(ban.rule),
                           std::string(ban.word) + " is not used here; " + std::string(ban.instead)});
      }
  }
  return found;
}

Findings listed_sources(const Tree& tree) {
  Findings found;
  std::set<std::string> listed;
  for (const auto& [path, text] : tree) {
    if (!is_cmake(path)) continue;
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find("file(GLOB") != std::string::npos)
        found.push_back(
            {path, i + 1, "glob", "sources are globbed; name them one by one, so that a forgotten file is a visible one"});
    for (const std::string& word : words_of(text))
      if (is_source(word)) listed.insert((std::filesystem::path(folder_of(path)) / word).lexically_normal());
  }
  for (const auto& [path, text] : tree)
    if (is_source(path) && !listed.contains(path))
      found.push_back({path, 0, "unlisted", "no CMake file names this source; add it to its room, or delete it"});
  return found;
}

Findings dead_headers(const Tree& tree) {
  std::set<std::string, std::less<>> included;
  for (const auto& [path, text] : tree) {
    if (!is_cpp(path)) continue;
    for (const Include& each : includes_of(text))
      for (const std::string& root : {std::string("include/"), std::string("src/"), std::string("test/"), std::string(),
                                      std::string(folder_of(path)) + "/"})
        if (!each.system && root + each.name != path) included.insert(root + each.name);
  }
  Findings found;
  for (const auto& [path, text] : tree)
    // The one header that users include and we do not.
    if (is_header(path) && path != "include/senja/senja.h" && !included.contains(path))
      found.push_back({path, 0, "dead header", "nothing includes this header; include it where it is meant, or delete it"});
  return found;
}

Findings shapes(const Tree& tree) {
  static constexpr std::array<std::string_view, 6> nameless{"util", "utils", "common", "helper", "helpers", "misc"};
  Findings found;
  for (const auto& [path, text] : tree) {
    std::string_view rest = path;
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      for (const std::string_view name : nameless)
        if (has_word(part, name))
          found.push_back(
              {path, 0, "name", "\"" + std::string(name) + "\" says nothing; name the idea, or put it with its only user"});
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
    if (const auto lines = std::ranges::count(text, '\n');
        (is_cpp(path) || is_cmake(path)) && lines > static_cast<long>(lines_max))
      found.push_back({path, 0, "length",
                       std::to_string(lines) + " lines, at most " + std::to_string(lines_max) +
                           "; split it where its second idea begins"});
  }
  return found;
}

namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// The room that the first folder of `path` names.
std::optional<std::size_t> room_named(std::string_view path) {
  const std::string_view first = path.substr(0, path.find('/'));
  const auto* at = std::ranges::find(rooms, first);
  if (first.size() == path.size() || at == rooms.end()) return std::nullopt;
  return static_cast<std::size_t>(at - rooms.begin());
}

std::optional<std::size_t> room_of_file(std::string_view path) {
  for (const std::string_view root : {"src/", "include/senja/"})
    if (path.starts_with(root)) return room_named(path.substr(root.size()));
  return std::nullopt;
}

std::optional<std::size_t> room_of_include(std::string_view name) {
  constexpr std::string_view pub = "senja/";
  return room_named(name.starts_with(pub) ? name.substr(pub.size()) : name);
}

}  // namespace
}  // namespace senja::tree

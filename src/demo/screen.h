// What the demo shows: lines of four columns in 100, each compared with what it should have been.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace senja::demo {

// One line of the demo, as it was observed. A column that should have been otherwise makes the line wrong.
struct Line {
  std::string sent;
  std::string plain;        // what the plain receiver answered
  std::string plain_holds;  // what its tables hold now
  std::string senja;        // what Senja answered
  std::string senja_holds;  // what its database holds now
  bool settled = true;      // false: answers are still owed, so that the two may differ without harm
};
struct Expected {
  std::string plain, plain_holds, senja, senja_holds;
};

// Not owned: `out` outlives it. One thread.
class Screen {
 public:
  Screen(std::ostream& out, bool colour) : out_(out), colour_(colour) {}

  void title(std::string_view text);
  void columns();
  void scene(std::string_view title, std::string_view why);
  void line(const Line& line, const Expected& expected);
  void note(std::string_view text);
  void command(std::string_view text);  // to be copied
  void trouble(std::string_view text);  // the demo could not go on
  void summary();

  std::size_t lines() const { return lines_; }
  bool all_right() const { return lines_ > 0 && wrong_ == 0; }

 private:
  enum class Ink : unsigned char { plain, bold, dim, green, red, yellow };
  std::string ink(Ink ink, std::string_view text) const;

  std::ostream& out_;
  bool colour_;
  std::size_t lines_ = 0, wrong_ = 0, plain_harm_ = 0;
};

}  // namespace senja::demo

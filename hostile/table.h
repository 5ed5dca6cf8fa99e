// What a scene has to say: one line a figure, with its bound where it has one. Bounds are of two kinds: what must hold is
// right or wrong anywhere; what is aimed at depends on the machine, and never makes a run fail.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace senja::hostile {

class Table {
 public:
  explicit Table(std::string title);

  void say(std::string figure, std::string value);
  void must(std::string figure, std::string value, std::string bound, bool holds);
  void aim(std::string figure, std::string value, std::string bound, bool within);
  // The bounds that recur.
  void must_be_zero(std::string figure, std::uint64_t value);
  void must_be_none(std::string figure, const std::map<int, std::uint64_t>& by_status);  // 0: no answer
  void must_be_below(std::string figure, double value, double bound, const std::string& unit);
  void aim_at_most(std::string figure, double value, double bound, const std::string& unit);

  bool holds() const { return holds_; }  // all that must
  std::string text() const;

 private:
  struct Row {
    std::string figure, value, bound, verdict;
  };
  std::string title_;
  std::vector<Row> rows_;
  bool holds_ = true;
};

std::string in_words(double value, const std::string& unit);  // two digits after the point, where there are any

}  // namespace senja::hostile

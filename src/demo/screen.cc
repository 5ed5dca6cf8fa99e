#include "demo/screen.h"

#include <ostream>

namespace senja::demo {

namespace {

// 4 for the mark, then the four columns: 100 in all.
constexpr std::size_t sent_width = 32, plain_width = 24, senja_width = 27;
constexpr std::string_view margin = "    ";

std::string padded(std::string_view text, std::size_t width);
std::string joined(const std::string& answer, const std::string& holds);
void difference(std::ostream& out, std::string_view column, const std::string& seen, const std::string& expected);

}  // namespace

void Screen::title(std::string_view text) { out_ << '\n' << "  " << ink(Ink::bold, text) << "\n"; }

void Screen::columns() {
  out_ << '\n'
       << margin
       << ink(Ink::dim, padded("sent", sent_width) + padded("plain receiver", plain_width) + padded("Senja", senja_width) +
                            "its database")
       << '\n';
}

void Screen::scene(std::string_view title, std::string_view why) {
  out_ << '\n' << "  " << ink(Ink::bold, title);
  if (!why.empty()) out_ << ink(Ink::dim, "  " + std::string(why));
  out_ << '\n';
}

void Screen::line(const Line& line, const Expected& expected) {
  const bool right = line.plain == expected.plain && line.plain_holds == expected.plain_holds &&
                     line.senja == expected.senja && line.senja_holds == expected.senja_holds;
  const bool harm = line.settled && line.plain_holds != line.senja_holds;
  ++lines_;
  if (!right) ++wrong_;
  if (harm) ++plain_harm_;

  out_ << "  " << (right ? ink(Ink::green, "✓") : ink(Ink::red, "✗")) << ' ' << padded(line.sent, sent_width)
       << ink(harm ? Ink::yellow : Ink::plain,
              padded(joined(line.plain, line.plain_holds) + (harm ? " !" : ""), plain_width))
       << padded(line.senja, senja_width) << line.senja_holds << '\n';
  difference(out_, "plain receiver", line.plain, expected.plain);
  difference(out_, "its tables", line.plain_holds, expected.plain_holds);
  difference(out_, "Senja", line.senja, expected.senja);
  difference(out_, "its database", line.senja_holds, expected.senja_holds);
}

void Screen::note(std::string_view text) { out_ << margin << ink(Ink::dim, text) << '\n'; }

void Screen::command(std::string_view text) { out_ << text << '\n'; }

void Screen::trouble(std::string_view text) { out_ << '\n' << "  " << ink(Ink::red, "✗ ") << text << '\n'; }

void Screen::summary() {
  out_ << "\n  ";
  if (all_right())
    out_ << ink(Ink::green, "✓ all " + std::to_string(lines_) + " lines are right.");
  else
    out_ << ink(Ink::red, "✗ " + std::to_string(wrong_) + " of " + std::to_string(lines_) + " lines are wrong.");
  out_ << " On " << plain_harm_ << " of them (!) the plain receiver's tables hold something else.\n";
}

std::string Screen::ink(Ink ink, std::string_view text) const {
  if (!colour_ || ink == Ink::plain) return std::string(text);
  constexpr std::string_view codes[] = {"", "1", "2", "32", "31", "33"};
  return "\x1b[" + std::string(codes[static_cast<std::size_t>(ink)]) + "m" + std::string(text) + "\x1b[0m";
}

namespace {

// All texts of the columns are ASCII, so bytes are columns. What is too long still keeps a blank to its right.
std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.append(text.size() < width ? width - text.size() : 1, ' ');
  return out;
}

std::string joined(const std::string& answer, const std::string& holds) {
  if (answer.empty()) return holds;
  return holds.empty() ? answer : answer + ", " + holds;
}

void difference(std::ostream& out, std::string_view column, const std::string& seen, const std::string& expected) {
  if (seen != expected) out << margin << "  " << column << ": expected \"" << expected << "\", seen \"" << seen << "\"\n";
}

}  // namespace

}  // namespace senja::demo

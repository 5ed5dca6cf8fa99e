// Taste that no compiler checks, as rules over the text of the source tree. Each ban names its replacement.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace senja::tree {

// Path from the root → text. A map, so that the rules can be tried on trees that never were on disk.
using Tree = std::map<std::string, std::string>;

struct Finding {
  std::string path;
  std::size_t line;  // from 1; 0: the file as a whole
  std::string rule;  // the name that tests and people use
  std::string text;  // what is wrong, and what to do instead
  std::string message() const;
};
using Findings = std::vector<Finding>;

Findings arrows(const Tree& tree);          // a room includes only rooms to its left
Findings purity(const Tree& tree);          // pure rooms do no I/O; our headers carry no heavy library
Findings banned_words(const Tree& tree);    // calls and words that have a better place or a better form
Findings listed_sources(const Tree& tree);  // each source is named in a CMake file; nothing is globbed
Findings dead_headers(const Tree& tree);    // every header is included by someone
Findings shapes(const Tree& tree);          // names and lengths of files

Findings check(const Tree& tree);  // all of them

}  // namespace senja::tree

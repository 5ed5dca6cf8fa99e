// One process per database: an advisory lock on `<data>.lock`, which also says who holds it.
#pragma once

#include <expected>
#include <string>

namespace senja::store::sqlite {

class FileLock {
 public:
  // The error names who holds it: process, host, and what it said of itself as `holder`.
  static std::expected<FileLock, std::string> take(const std::string& path, const std::string& holder);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_;
};

}  // namespace senja::store::sqlite

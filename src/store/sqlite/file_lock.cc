#include "store/sqlite/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace senja::store::sqlite {

namespace {

constexpr std::size_t words_max = 512;

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

}  // namespace

std::expected<FileLock, std::string> FileLock::take(const std::string& path, const std::string& holder) {
  FileLock lock{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (lock.file_ < 0) return std::unexpected(path + ": " + std::strerror(errno));
  if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    char first[words_max] = {};
    const ssize_t size = ::pread(lock.file_, first, sizeof first, 0);
    return std::unexpected(path + ": the database is in use by process " +
                           (size > 0 ? std::string{first, static_cast<std::size_t>(size)} : "?"));
  }
  std::string self = std::to_string(::getpid()) + " on " + host_name();
  if (!holder.empty()) self += ": " + holder;
  self.resize(std::min(self.size(), words_max));
  if (::ftruncate(lock.file_, 0) != 0 || ::pwrite(lock.file_, self.data(), self.size(), 0) < 0)
    return std::unexpected(path + ": " + std::strerror(errno));
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace senja::store::sqlite

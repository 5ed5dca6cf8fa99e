#include "store/sqlite/reserve.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdint>

namespace senja::store::sqlite {

bool Reserve::ensure() {
  if (path_.empty() || bytes_ == 0) return true;
  struct stat found{};
  if (::stat(path_.c_str(), &found) == 0 && static_cast<std::uint64_t>(found.st_size) >= bytes_) return true;
  if (free_bytes() < 2 * bytes_) return false;
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool taken = ::posix_fallocate(file, 0, static_cast<off_t>(bytes_)) == 0;
  ::close(file);
  if (!taken) ::unlink(path_.c_str());
  return taken;
}

void Reserve::release() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

bool Reserve::disk_is_short() const { return !path_.empty() && bytes_ != 0 && free_bytes() < bytes_; }

std::uint64_t Reserve::free_bytes() const {
  const std::string folder = path_.substr(0, path_.find_last_of('/') + 1);
  struct statvfs space{};
  if (::statvfs(folder.empty() ? "." : folder.c_str(), &space) != 0) return UINT64_MAX;
  return static_cast<std::uint64_t>(space.f_bavail) * space.f_frsize;
}

}  // namespace senja::store::sqlite

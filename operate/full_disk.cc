// Preloaded into the program: a disk that is full, for the files of one folder, for as long as a flag file is there.
//
//   LD_PRELOAD=libfull_disk.so FULL_DISK_FOLDER=/tmp/x FULL_DISK_FLAG=/tmp/x.full senja serve …
//
// Full means what it means to a file system: what is there can be overwritten, nothing can grow, and a file that is
// removed gives its room back.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

std::atomic<std::int64_t> given_back = 0;  // bytes of files removed while the disk was full

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

bool full() {
  const std::string flag{variable("FULL_DISK_FLAG")};
  if (!flag.empty() && access(flag.c_str(), F_OK) == 0) return true;
  given_back = 0;
  return false;
}

bool ours(std::string_view path) {
  const std::string_view folder = variable("FULL_DISK_FOLDER");
  return !folder.empty() && path.starts_with(folder);
}

bool ours(int file) {
  std::array<char, 4096> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  return size > 0 && ours(std::string_view{path.data(), static_cast<std::size_t>(size)});
}

// Whether the file may become that long; what it grows by is taken from what was given back.
bool may_reach(int file, std::int64_t end) {
  struct stat now{};
  if (!full() || !ours(file) || fstat(file, &now) != 0 || end <= now.st_size) return true;
  const std::int64_t more = end - now.st_size;
  if (given_back.fetch_sub(more) >= more) return true;
  given_back.fetch_add(more);
  errno = ENOSPC;
  return false;
}

}  // namespace

extern "C" {

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  static auto* const real = next<decltype(pwrite64)>("pwrite64");
  return may_reach(file, at + static_cast<std::int64_t>(size)) ? real(file, bytes, size, at) : -1;
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) { return pwrite64(file, bytes, size, at); }

int ftruncate64(int file, off64_t size) noexcept {
  static auto* const real = next<int(int, off64_t)>("ftruncate64");
  return may_reach(file, size) ? real(file, size) : -1;
}
int ftruncate(int file, off_t size) noexcept { return ftruncate64(file, size); }

int posix_fallocate64(int file, off64_t at, off64_t size) {
  static auto* const real = next<decltype(posix_fallocate64)>("posix_fallocate64");
  return may_reach(file, at + size) ? real(file, at, size) : ENOSPC;
}
int posix_fallocate(int file, off_t at, off_t size) { return posix_fallocate64(file, at, size); }

int unlink(const char* path) noexcept {
  static auto* const real = next<int(const char*)>("unlink");
  struct stat now{};
  if (full() && ours(std::string_view{path}) && stat(path, &now) == 0) given_back.fetch_add(now.st_size);
  return real(path);
}

int statvfs64(const char* path, struct statvfs64* space) noexcept {
  static auto* const real = next<int(const char*, struct statvfs64*)>("statvfs64");
  const int result = real(path, space);
  if (result == 0 && full() && ours(std::string_view{path}))
    space->f_bavail = static_cast<fsblkcnt64_t>(given_back.load()) / space->f_frsize;
  return result;
}
int statvfs(const char* path, struct statvfs* space) noexcept {
  return statvfs64(path, reinterpret_cast<struct statvfs64*>(space));
}

}  // extern "C"

#include "store/sqlite/temporary_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace senja::store::sqlite {

TemporaryFolder::TemporaryFolder() {
  std::error_code ignored;
  for (const std::string& parent : {std::string{"/dev/shm"}, std::filesystem::temp_directory_path(ignored).string()}) {
    std::string name = parent + "/senja-XXXXXX";
    if (::access(parent.c_str(), W_OK) == 0 && ::mkdtemp(name.data())) {
      path_ = name;
      return;
    }
  }
  throw std::runtime_error("no folder for a temporary database can be made");
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace senja::store::sqlite

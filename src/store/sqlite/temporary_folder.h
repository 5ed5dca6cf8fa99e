// A folder in memory (tmpfs, where there is one) that goes away with its owner: the `memory` store lives there, so that
// it is the same engine with the same connections, only not durable.
#pragma once

#include <string>

namespace senja::store::sqlite {

class TemporaryFolder {
 public:
  TemporaryFolder();  // throws std::runtime_error where no folder can be made
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace senja::store::sqlite

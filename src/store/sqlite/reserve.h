// Room kept back for the day the disk is full: deleting rows and checkpointing need space too, so without it a full disk
// could not even be told about.
#pragma once

#include <cstdint>
#include <string>

namespace senja::store::sqlite {

class Reserve {
 public:
  Reserve(std::string path, std::uint64_t bytes) : path_(std::move(path)), bytes_(bytes) {}  // empty path: none is kept

  // Takes the room if there is plenty (twice as much free). True: it is there.
  bool ensure();
  void release();              // gives it back to the disk
  bool disk_is_short() const;  // less free than the reserve itself: stop before it is full

 private:
  std::uint64_t free_bytes() const;

  std::string path_;
  std::uint64_t bytes_;
};

}  // namespace senja::store::sqlite

// Senders as they are: they repeat, reorder, are late, forget which versions they used, and do not believe in answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chance.h"
#include "reference.h"
#include "told.h"

namespace senja::simulate {

class Sender {
 public:
  struct Sent {
    Told told;
    bool final = false;     // an answer arrived that ends it
    bool promised = false;  // a 2xx arrived
  };

  // A new event about a resource that exists, is being made, or never will be.
  std::size_t invent(Chance& chance, const Reference& reference, WallTime now);
  // The same id with another body.
  Told twin_of(std::size_t index, Chance& chance) const;
  // Who to send once more: mostly one without a final answer, sometimes any.
  std::size_t again(Chance& chance) const;
  void answered(std::size_t index, int status);

  bool empty() const { return sent_.empty(); }
  std::size_t size() const { return sent_.size(); }
  Sent& operator[](std::size_t index) { return sent_[index]; }
  const std::vector<Sent>& all() const { return sent_; }

 private:
  std::vector<Sent> sent_;
  std::size_t resources_ = 1;
};

}  // namespace senja::simulate

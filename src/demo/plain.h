// The receiver that teams write by hand, ported with its habits: it checks signatures rightly, keeps the ids it has seen
// in memory and notes one only when its work is done, never looks at expires_at or at the order of versions, and reads a
// row, thinks, then writes it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "senja/model/request.h"
#include "senja/model/secret.h"

namespace senja::demo {

// Its database: what outlives the receiver.
struct PlainTables {
  struct Resource {
    std::string state;
    std::int64_t version = 0;
  };
  std::map<std::string, Resource> resources;
  std::map<std::string, std::int64_t> balances;
};

// One process with one event loop. `tables` outlives it.
class PlainReceiver {
 public:
  using Secrets = std::map<std::string, Secret, std::less<>>;  // by path
  PlainReceiver(Secrets secrets, PlainTables& tables) : secrets_(std::move(secrets)), tables_(tables) {}

  // Statuses, in order. Requests that arrive together take turns at each wait for the database, as handlers do on an
  // event loop: all are checked, then all have read, then all write.
  std::vector<int> receive(std::span<const RawRequest> together);

  // The process dies and is started again: its memory is gone, its tables are not.
  void restart() { seen_.clear(); }

 private:
  struct Handling;
  void check(Handling& handling) const;
  void read(Handling& handling) const;
  void write(Handling& handling);

  Secrets secrets_;
  PlainTables& tables_;
  std::set<std::string, std::less<>> seen_;  // "path event_id"
};

}  // namespace senja::demo

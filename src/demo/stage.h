// What the scenes do and see: they send to both receivers, and look into what both hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/clock.h"
#include "demo/gateway.h"
#include "demo/place.h"
#include "demo/plain.h"
#include "net/client.h"
#include "senja/model/request.h"

namespace senja::demo {

class Stage {
 public:
  // All outlive the stage.
  Stage(const Place& place, Gateway& gateway, const Clock& clock, std::string run);

  WallTime now() const { return clock_.wall(); }
  std::string name(std::string_view what) const { return run_ + "-" + std::string(what); }
  Gateway& gateway() { return gateway_; }
  PlainReceiver& plain() { return plain_; }

  // A request as the source's own sender would make it; `at` becomes its timestamp, where it has one.
  RawRequest request(std::string_view source, std::string body, WallTime at) const;
  net::Client connect() const;
  std::string bytes(const RawRequest& request) const;

  // A resource in both, PENDING, good for an hour.
  void put_resource(const std::string& id, std::int64_t version);

  std::string ask_plain(const RawRequest& request);
  std::string ask_senja(const RawRequest& request);

  std::string plain_resource(const std::string& id) const;
  std::string plain_credit(const std::string& user) const;
  std::string senja_resource(const std::string& id);        // as GET /v1/resources says
  std::string senja_credit(const std::string& user) const;  // as the database file says
  std::optional<std::int64_t> senja_balance(const std::string& user) const;

  // Waits, within bounds, until the database holds more than `credit` for the user.
  void await_credit_above(const std::string& user, std::int64_t credit) const;

 private:
  const Place& place_;
  Gateway& gateway_;
  const Clock& clock_;
  std::string run_;
  PlainTables tables_;
  PlainReceiver plain_;
  net::Client public_, admin_;
};

// An answer in a few words: "200 applied, replay", "503 future, Retry-After 25".
std::string in_words(const std::expected<net::ClientResponse, std::string>& answer);
bool is_replay(const net::ClientResponse& answer);

}  // namespace senja::demo

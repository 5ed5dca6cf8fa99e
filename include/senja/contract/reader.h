// verified → event: reads a request by its contract, or says what is wrong and where.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "senja/contract/contract.h"
#include "senja/model/event.h"
#include "senja/model/verified.h"

namespace senja::contract {

struct ReadingPlan;

// What is kept of a request that is no event: its bytes, and its id where that alone could be read.
struct Rejected {
  Violation violation;
  std::optional<EventId> event_id;
  WallTime received_at;
  KeptRequest kept;
};

// Compiled from a contract once, immutable, shared by all threads.
//
// Null counts as missing. A text from a header, query or form is read as the integer (or number, or boolean) it spells
// where its field is one; a JSON text never is. A place that holds more than one value is refused, used or not.
class Reader {
 public:
  // The error says which part of the contract cannot be right, and why.
  static std::expected<Reader, std::string> make(Contract contract);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  std::expected<Event, Rejected> read(Verified verified) const;
  const Contract& contract() const;

 private:
  explicit Reader(std::unique_ptr<const ReadingPlan> plan);
  std::unique_ptr<const ReadingPlan> plan_;
};

}  // namespace senja::contract

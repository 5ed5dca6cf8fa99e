// The read side: what the API, the CLI and people see. Reads never block the writer; they may lag one commit.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/event.h"
#include "senja/model/ids.h"
#include "senja/model/outcome.h"
#include "senja/model/time.h"

namespace senja::store {

struct EventView {
  std::int64_t seq = 0;  // place in the history
  SourceName source;
  EventId event_id;
  Code code = Code::undecided;
  std::optional<ResourceId> resource_id;
  std::optional<Action> action;
  std::optional<std::int64_t> version;
  WallTime received_at, decided_at;
  std::int64_t deliveries = 1;
  KeptRequest kept;
};

struct ResourceView {
  ResourceId id;
  State state;
  std::int64_t version = 0, revision = 0;
  std::optional<WallTime> expires_at;
  WallTime updated_at;
};

struct WaitingView {
  SourceName source;
  EventId event_id;
  Code cause = Code::gap;
  std::optional<ResourceId> resource_id;
  std::optional<std::int64_t> version;
  WallTime first_at, last_at;
  std::int64_t count = 1;
  std::int64_t place = 0;  // for cursors
};

struct LetterView {
  LetterId id;
  SourceName source;
  EventId event_id;
  Code cause = Code::expired;
  std::int64_t count = 1;
  WallTime first_at, last_at;
  bool may_have_applied = false, resolved = false;
  std::string detail;
  std::optional<KeptRequest> kept;  // nullopt: the body was too large to keep; can only be resolved
  WallTime received_at;
  std::int64_t place = 0;
};

struct Totals {
  std::int64_t events = 0, letters_open = 0, resources = 0;
  std::vector<std::pair<std::string, std::int64_t>> waiting;  // by source
};

template <class Row>
struct Page {
  std::vector<Row> rows;
  std::optional<std::string> next;  // cursor
};
struct PageRequest {
  std::size_t limit = 50;
  std::optional<std::string> cursor;
};

struct ReadError {
  enum class Kind : std::uint8_t { bad_cursor, unavailable } kind;
  std::string detail;
};
template <class T>
using Read = std::expected<T, ReadError>;

// One thread at a time.
class Views {
 public:
  virtual ~Views() = default;
  virtual Read<std::optional<EventView>> event(const SourceName& source, const EventId& event_id) = 0;
  virtual Read<Page<EventView>> events(const std::optional<SourceName>& source,
                                       const PageRequest& page) = 0;  // newest first
  virtual Read<std::optional<ResourceView>> resource(const ResourceId& id) = 0;
  virtual Read<Page<ResourceView>> resources(const PageRequest& page) = 0;
  virtual Read<Page<WaitingView>> waiting(const std::optional<SourceName>& source, const PageRequest& page) = 0;
  virtual Read<Page<LetterView>> letters(const std::optional<SourceName>& source, bool open_only,
                                         const PageRequest& page) = 0;
  virtual Read<std::optional<LetterView>> letter(const LetterId& id) = 0;
  virtual Read<Totals> totals() = 0;
};

}  // namespace senja::store

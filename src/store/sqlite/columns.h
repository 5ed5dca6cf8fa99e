// How model values stand in columns: times as microseconds, codes as their text, digests as 16 bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "senja/model/digest.h"
#include "senja/model/outcome.h"
#include "senja/model/time.h"
#include "store/sqlite/database.h"

namespace senja::store::sqlite {

inline std::int64_t micros(WallTime at) { return at.time_since_epoch().count(); }
inline std::optional<std::int64_t> micros(const std::optional<WallTime>& at) {
  return at ? std::optional{micros(*at)} : std::nullopt;
}

inline WallTime wall_column(const Statement& row, int column) { return WallTime{Micros{row.integer(column)}}; }
inline std::optional<WallTime> maybe_wall_column(const Statement& row, int column) {
  return row.null(column) ? std::nullopt : std::optional{wall_column(row, column)};
}

// A code that this version does not know would be a newer program's file, which migrate() refuses.
inline Code code_column(const Statement& row, int column) {
  const auto code = code_from(row.text(column));
  if (!code) throw SqlFailure(SQLITE_CORRUPT, "unknown outcome code in the database: " + std::string{row.text(column)});
  return *code;
}

inline std::optional<Fingerprint> fingerprint_column(const Statement& row, int column) {
  const auto bytes = row.blob(column);
  if (bytes.size() != sizeof(Digest)) return std::nullopt;
  Fingerprint fingerprint;
  std::ranges::copy(bytes, fingerprint.bytes.begin());
  return fingerprint;
}

}  // namespace senja::store::sqlite

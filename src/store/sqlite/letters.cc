#include "store/sqlite/letters.h"

#include "senja/model/digest.h"
#include "store/letter_id.h"
#include "store/sqlite/columns.h"

namespace senja::store::sqlite {

namespace {

// Lengths are told apart by the ledger key inside; the cause is one of a closed list.
Digest ident_of(const NewLetter& letter) {
  std::string text = hex(ledger_key(letter.source, letter.event_id).bytes);
  text += senja::text(letter.cause);
  return fingerprint_of(text).bytes;
}

}  // namespace

// A letter that was resolved and whose cause comes again is open again: it is a new fact.
Letters::Letters(Database& database)
    : insert_(database,
              "INSERT INTO senja_dead_letters (ident, source, event_id, cause, count, first_at, last_at, may_have_applied, "
              "resolved, "
              "detail, received_at, body, context) VALUES (?1,?2,?3,?4,1,?5,?5,?6,0,?7,?8,?9,?10) ON CONFLICT (ident) DO "
              "UPDATE SET "
              "count = count + 1, last_at = excluded.last_at, may_have_applied = max(may_have_applied, "
              "excluded.may_have_applied), "
              "resolved = 0, detail = excluded.detail"),
      find_(database, "SELECT cause, resolved, may_have_applied, first_at FROM senja_dead_letters WHERE n = ?"),
      resolve_(database, "UPDATE senja_dead_letters SET resolved = 1, last_at = max(last_at, ?2) WHERE n = ?1") {}

void Letters::write(const NewLetter& letter, WallTime now) {
  const Digest ident = ident_of(letter);
  insert_.bind(1, std::span<const std::uint8_t>{ident}).bind(2, std::string_view{letter.source.text});
  insert_.bind(3, std::string_view{letter.event_id.text}).bind(4, text(letter.cause)).bind(5, micros(now));
  insert_.bind(6, std::int64_t{letter.may_have_applied}).bind(7, letter.detail).bind(8, micros(letter.received_at));
  letter.body ? insert_.bind_blob(9, *letter.body) : insert_.bind_null(9);
  insert_.bind(10, std::string_view{letter.context}).finish();
}

std::optional<rules::LetterFacts> Letters::find(const LetterId& id) {
  const auto number = parse_letter_id(id);
  if (!number) return std::nullopt;
  find_.bind(1, number->number);
  if (!find_.row()) return std::nullopt;
  rules::LetterFacts facts{code_column(find_, 0), find_.integer(1) != 0, find_.integer(2) != 0};
  const bool same = find_.integer(3) / 1000 == number->first_ms;
  find_.reset();
  return same ? std::optional{facts} : std::nullopt;
}

void Letters::resolve(const LetterId& id, WallTime now) {
  if (const auto number = parse_letter_id(id)) resolve_.bind(1, number->number).bind(2, micros(now)).finish();
}

}  // namespace senja::store::sqlite

// "Surely not here", for 64 generations of the ledger in one look: a Bloom filter turned on its side. Word w holds, for
// each generation, the bit that a filter of its own would hold at w; the AND over a key's words names the candidates.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "senja/model/digest.h"

namespace senja::store::sqlite {

class Shelf {
 public:
  static constexpr std::size_t columns = 64;
  static constexpr std::size_t words = std::size_t{1} << 18;  // 16 bits a key at 16,384 keys a generation
  static constexpr std::size_t probes = 7;                    // then one lookup in some 2,000 goes to the table in vain

  Shelf() : bits_(std::make_unique<std::uint64_t[]>(words)) {}

  void add(std::size_t column, const LedgerKey& key) {
    for (std::size_t i = 0; i < probes; ++i) bits_[place(key, i)] |= std::uint64_t{1} << column;
  }
  std::uint64_t candidates(const LedgerKey& key) const {
    std::uint64_t mask = ~std::uint64_t{0};
    for (std::size_t i = 0; i < probes && mask != 0; ++i) mask &= bits_[place(key, i)];
    return mask;
  }

  // One generation's column as bytes: what is stored with it, so that a start need not read its keys.
  std::string column_bytes(std::size_t column) const {
    std::string bytes(words / 8, '\0');
    for (std::size_t w = 0; w < words; ++w)
      if (bits_[w] >> column & 1) bytes[w / 8] = static_cast<char>(bytes[w / 8] | 1 << (w % 8));
    return bytes;
  }
  void load_column(std::size_t column, std::span<const std::uint8_t> bytes) {
    for (std::size_t at = 0; at < bytes.size() && at < words / 8; ++at)
      for (unsigned rest = bytes[at]; rest != 0; rest &= rest - 1)
        bits_[at * 8 + static_cast<std::size_t>(std::countr_zero(rest))] |= std::uint64_t{1} << column;
  }
  void clear_column(std::size_t column) {
    for (std::size_t w = 0; w < words; ++w) bits_[w] &= ~(std::uint64_t{1} << column);
  }

 private:
  // The key is a SHA-256's head: its halves are as good as two hashes.
  static std::size_t place(const LedgerKey& key, std::size_t i) {
    std::uint64_t a = 0, b = 0;
    std::memcpy(&a, key.bytes.data(), 8);
    std::memcpy(&b, key.bytes.data() + 8, 8);
    return static_cast<std::size_t>((a + i * (b | 1)) >> 20) & (words - 1);
  }

  std::unique_ptr<std::uint64_t[]> bits_;
};

}  // namespace senja::store::sqlite

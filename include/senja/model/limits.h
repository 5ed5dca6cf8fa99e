// Every size, count and time that comes from outside has a bound with a name. Unit and qualifier last.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "senja/model/time.h"

namespace senja::limits {

using namespace std::chrono_literals;

// Identity and words (SPEC 2.2).
inline constexpr std::size_t id_bytes_max = 255;
inline constexpr std::size_t word_bytes_max = 64;  // states and actions
inline constexpr std::int64_t version_max = INT64_MAX - 1;

// JSON.
inline constexpr std::size_t json_depth_max = 64;
inline constexpr std::size_t json_values_max = 1'000'000;  // of a text that is read as a whole tree

// JSON Schemas. A step is about one keyword asked of one value; what a body costs is its sender's choice.
inline constexpr std::size_t schema_bytes_max = 256 * 1024;
inline constexpr std::size_t schema_chain_max = 32;  // subschemas that judge the same value, each inside the one before
inline constexpr std::size_t schema_steps_max = 8'000'000;

// Event times: 2001-09-09T01:46:40Z to the end of the year 9999.
inline constexpr WallTime event_time_min{Micros{1'000'000'000'000'000}};
inline constexpr WallTime event_time_max{Micros{253'402'300'799'999'999}};

// Signatures.
inline constexpr std::size_t signatures_per_header_max = 32;
inline constexpr std::size_t signature_header_bytes_max = 8 * 1024;
inline constexpr std::size_t secret_bytes_min = 16;   // shorter ones need allow_short_secrets
inline constexpr std::size_t secret_bytes_weak = 24;  // below it a warning
inline constexpr std::size_t secrets_per_source_max = 8;

// Clocks.
inline constexpr Micros margin_max = 1h;
inline constexpr Micros config_time_max = std::chrono::hours{24 * 366};

// Waiting (SPEC 2.4, 2.5).
inline constexpr std::size_t waiters_per_event_max = 32;
inline constexpr std::size_t waiters_max = 4096;
inline constexpr std::size_t waiting_per_resource_max = 100;
inline constexpr std::size_t waiting_per_source_max = 10'000;
inline constexpr std::size_t waiting_max = 100'000;
inline constexpr std::size_t waiting_body_bytes_max = 64 * 1024;
inline constexpr std::size_t skips_per_resource_max = 100;

// Retry-After where no policy and no time says another.
inline constexpr Micros retry_after_default = 5s;

// Requests.
inline constexpr std::size_t head_bytes_max = 16 * 1024;
inline constexpr std::size_t header_fields_max = 100;
inline constexpr std::size_t body_bytes_max_default = 1024 * 1024;
inline constexpr std::size_t body_bytes_max_ceiling = 64 * 1024 * 1024;

// Effects.
inline constexpr std::size_t effects_per_source_max = 32;
inline constexpr std::size_t binds_per_effect_max = 64;
inline constexpr Micros effect_timeout_default = 1s;
inline constexpr Micros effect_timeout_max = 30s;

// The store's queue.
inline constexpr std::size_t store_queue_max = 16'384;
inline constexpr std::size_t store_batch_max = 256;

// API.
inline constexpr std::size_t page_rows_default = 50;
inline constexpr std::size_t page_rows_max = 500;
inline constexpr std::size_t api_body_bytes_max = 64 * 1024;
inline constexpr std::size_t reason_bytes_max = 1024;  // why an operator changes something

}  // namespace senja::limits

// Rows of the store as JSON (SPEC 8's names): times in RFC 3339 with milliseconds, bodies in base64.
#pragma once

#include <optional>

#include "senja/model/json_text.h"
#include "senja/model/time.h"
#include "store/views.h"

namespace senja::api {

enum class Body : bool { left_out, shown };  // lists leave bodies out

void show(JsonText& json, const store::EventView& event, Body body);
void show(JsonText& json, const store::ResourceView& resource);
void show(JsonText& json, const store::WaitingView& waiting);
void show(JsonText& json, const store::LetterView& letter, Body body);

void show_time(JsonText& json, std::string_view name, const std::optional<WallTime>& at);
void show_number(JsonText& json, std::string_view name, const std::optional<std::int64_t>& number);

}  // namespace senja::api

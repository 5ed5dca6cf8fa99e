#include "senja/model/kept_request.h"

#include <algorithm>
#include <utility>

namespace senja {

namespace {

void append_line(std::string& context, std::string_view head, std::string_view value);
std::string unescaped(std::string_view text);

// Calls `each` with every line, without its end.
template <class Each>
void for_lines(std::string_view context, Each each) {
  while (!context.empty()) {
    const auto end = context.find('\n');
    each(context.substr(0, end));
    context.remove_prefix(end == std::string_view::npos ? context.size() : end + 1);
  }
}

}  // namespace

std::string keep_context(const Headers& headers, std::string_view query, const std::vector<std::string>& names,
                         std::string_view signed_id) {
  std::string context;
  for (std::size_t i = 0; i < headers.size() && !names.empty(); ++i) {
    const auto [name, value] = headers[i];
    if (!std::ranges::any_of(names, [&](const std::string& wanted) { return same_name(wanted, name); })) continue;
    context.append(name);
    append_line(context, ": ", value);
  }
  if (!query.empty()) append_line(context, "?", query);
  if (!signed_id.empty()) append_line(context, "@", signed_id);
  return context;
}

RawRequest recall(KeptRequest kept, WallTime received_at) {
  RawRequest request{
      .method = "POST", .target = "/", .headers = {}, .body = std::move(kept.body), .received_at = received_at};
  for_lines(kept.context, [&](std::string_view line) {
    if (line.starts_with('?')) {
      request.target = "/" + std::string{line.front()} + unescaped(line.substr(1));
    } else if (const auto colon = line.find(": "); colon != std::string_view::npos && !line.starts_with('@')) {
      request.headers.add(line.substr(0, colon), unescaped(line.substr(colon + 2)));
    }
  });
  return request;
}

std::string recall_signed_id(const KeptRequest& kept) {
  std::string id;
  for_lines(kept.context, [&](std::string_view line) {
    if (line.starts_with('@')) id = unescaped(line.substr(1));
  });
  return id;
}

namespace {

void append_line(std::string& context, std::string_view head, std::string_view value) {
  context.append(head);
  for (const char c : value) {
    if (c == '\\' || c == '\n') context += '\\';
    context += c == '\n' ? 'n' : c;
  }
  context += '\n';
}

std::string unescaped(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    ++i;
    plain += text[i] == 'n' ? '\n' : text[i];
  }
  return plain;
}

}  // namespace

}  // namespace senja

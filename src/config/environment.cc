#include <algorithm>

#include "config/tree.h"

namespace senja::config {

namespace {

constexpr std::string_view prefix = "SENJA_", joint = "__";

std::vector<std::string> parts_of(std::string_view name);
std::string dotted(const std::vector<std::string>& path);
Node* descend(Node& table, std::string& part);
std::expected<Node, std::string> value_of(const std::string& name, const std::string& text);
char folded(char c);

}  // namespace

// Names without a joint are no key paths: SENJA_ADMIN and the like belong to others.
void apply_environment(Node& root, const std::map<std::string, std::string>& environment, std::vector<Problem>& problems) {
  for (const auto& [name, text] : environment) {
    if (!name.starts_with(prefix) || name.find(joint) == name.npos) continue;
    std::vector<std::string> path = parts_of(std::string_view(name).substr(prefix.size()));
    const auto refuse = [&](std::string why) { problems.push_back({"environment", 0, dotted(path), std::move(why)}); };

    auto value = value_of(name, text);
    Node* at = &root;
    for (std::string& part : path) at = at == nullptr ? nullptr : descend(*at, part);
    if (at == nullptr)
      refuse(name + " does not name a key");
    else if (!value)
      refuse(name + ": " + value.error());
    else
      *at = std::move(*value);
  }
}

void apply_overrides(Node& root, const Overrides& overrides) {
  const auto set = [&root](const char* table, const char* key, const std::optional<std::string>& value) {
    if (!value) return;
    Node node;
    node.kind = Node::Kind::text;
    node.origin.file = "command line";
    node.text = *value;
    root.entries[table].entries[key] = std::move(node);
  };
  set("server", "listen", overrides.listen);
  set("server", "admin_listen", overrides.admin_listen);
  const bool is_url = overrides.data && (*overrides.data == "memory" || overrides.data->starts_with("sqlite:") ||
                                         overrides.data->find("://") != std::string::npos);
  set("store", "url", overrides.data && !is_url ? "sqlite:" + *overrides.data : overrides.data);
}

namespace {

// The entry of that name, or a new empty one; nullptr where there is no table to hold it. `part` becomes its true name.
Node* descend(Node& table, std::string& part) {
  if (table.kind != Node::Kind::table || part.empty()) return nullptr;
  const auto same = [](char a, char b) { return folded(a) == folded(b); };
  auto entry = table.entries.find(part);
  if (entry == table.entries.end())
    entry =
        std::ranges::find_if(table.entries, [&](const auto& each) { return std::ranges::equal(each.first, part, same); });
  if (entry == table.entries.end()) {
    std::ranges::transform(part, part.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    entry = table.entries.emplace(part, Node{}).first;
    entry->second.origin.file = "environment";
  }
  part = entry->first;
  return &entry->second;
}

std::expected<Node, std::string> value_of(const std::string& name, const std::string& text) {
  if (text.starts_with('[') || text.starts_with('{')) {
    auto parsed = parse_toml("value = " + text, "environment");
    if (!parsed) return std::unexpected(parsed.error().text);
    const auto unplace = [](auto& self, Node& node) -> void {  // lines of a variable help nobody
      node.origin.line = 0;
      for (Node& item : node.items) self(self, item);
      for (auto& [key, entry] : node.entries) self(self, entry);
    };
    Node value = std::move(parsed->entries.at("value"));
    unplace(unplace, value);
    return value;
  }
  if (text.find('\0') != text.npos) return std::unexpected(name + " holds a NUL");
  Node node;
  node.kind = Node::Kind::text;
  node.origin.file = "environment";
  node.text = text;
  node.loose = true;
  return node;
}

std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  for (std::size_t joint_at = 0; joint_at != name.npos;) {
    joint_at = name.find(joint);
    parts.emplace_back(name.substr(0, joint_at));
    if (joint_at != name.npos) name.remove_prefix(joint_at + joint.size());
  }
  return parts;
}

std::string dotted(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) text.append(text.empty() ? "" : ".").append(part);
  return text;
}

char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c + 32);
  return c == '-' ? '_' : c;
}

}  // namespace

}  // namespace senja::config

#include <toml++/toml.h>

#include <charconv>
#include <sstream>

#include "config/tree.h"

namespace senja::config {

namespace {

Node plain(const toml::node& from, const std::string& file);
std::string shortest(double number);
template <class Value>
std::string printed(const toml::node& from);

}  // namespace

std::expected<Node, Problem> parse_toml(std::string_view text, const std::string& file) {
  try {
    return plain(toml::parse(text, file), file);
  } catch (const toml::parse_error& error) {
    return std::unexpected(Problem{file, error.source().begin.line, "", std::string(error.description())});
  }
}

namespace {

Node plain(const toml::node& from, const std::string& file) {
  Node node;
  node.origin = {file, from.source().begin.line};
  switch (from.type()) {
    case toml::node_type::string:
      node.kind = Node::Kind::text;
      node.text = from.as_string()->get();
      break;
    case toml::node_type::integer:
      node.kind = Node::Kind::integer;
      node.integer = from.as_integer()->get();
      break;
    case toml::node_type::floating_point:
      node.kind = Node::Kind::number;
      node.text = shortest(from.as_floating_point()->get());
      break;
    case toml::node_type::boolean:
      node.kind = Node::Kind::flag;
      node.flag = from.as_boolean()->get();
      break;
    case toml::node_type::date_time:
      node.kind = Node::Kind::time;
      node.text = printed<toml::date_time>(from);
      break;
    case toml::node_type::date:
      node.kind = Node::Kind::time;
      node.text = printed<toml::date>(from);
      break;
    case toml::node_type::time:
      node.kind = Node::Kind::time;
      node.text = printed<toml::time>(from);
      break;
    case toml::node_type::array:
      node.kind = Node::Kind::list;
      for (const toml::node& item : *from.as_array()) node.items.push_back(plain(item, file));
      break;
    case toml::node_type::table:
    case toml::node_type::none:
      node.kind = Node::Kind::table;
      for (const auto& [key, value] : *from.as_table()) {
        Node entry = plain(value, file);
        // A key's own line is what people look for; a dotted table may begin elsewhere.
        if (key.source().begin.line > 0) entry.origin.line = key.source().begin.line;
        node.entries.emplace(std::string(key.str()), std::move(entry));
      }
      break;
  }
  return node;
}

std::string shortest(double number) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  return error == std::errc{} ? std::string(buffer, end) : std::string();
}

template <class Value>
std::string printed(const toml::node& from) {
  std::ostringstream out;
  out << from.as<Value>()->get();
  return out.str();
}

}  // namespace

}  // namespace senja::config

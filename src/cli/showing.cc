#include "cli/showing.h"

#include <boost/json.hpp>
#include <ostream>

#include "cli/table.h"

namespace senja::cli {

namespace {

namespace json = boost::json;

std::string text_of(const json::object& row, const std::string& member);
json::value parsed(const std::string& body);
int not_ours(World& world);

}  // namespace

int show_list(const Admin& admin, World& world, const std::string& body, const Columns& columns, std::string_view nothing) {
  if (admin.json) {
    world.out << body << "\n";
    return Exit::done;
  }
  const json::value page = parsed(body);
  const json::value* data = page.is_object() ? page.as_object().if_contains("data") : nullptr;
  if (data == nullptr || !data->is_array()) return not_ours(world);

  Table table;
  for (const auto& [heading, member] : columns) table.head.push_back(heading);
  for (const json::value& row : data->as_array()) {
    if (!row.is_object()) return not_ours(world);
    auto& cells = table.rows.emplace_back();
    for (const auto& [heading, member] : columns) cells.push_back(text_of(row.as_object(), member));
  }
  if (table.rows.empty())
    world.out << nothing << "\n";
  else
    print(table, world.out);
  if (const std::string next = text_of(page.as_object(), "next"); next != "-")
    world.out << "more: --cursor " << next << "\n";
  return Exit::done;
}

int show_one(const Admin& admin, World& world, const std::string& body, const Columns& fields) {
  if (admin.json) {
    world.out << body << "\n";
    return Exit::done;
  }
  const json::value row = parsed(body);
  if (!row.is_object()) return not_ours(world);
  Columns lines;
  for (const auto& [name, member] : fields) lines.emplace_back(name, text_of(row.as_object(), member));
  print_fields(lines, world.out);
  return Exit::done;
}

namespace {

std::string text_of(const json::object& row, const std::string& member) {
  const json::value* value = row.if_contains(member);
  if (value == nullptr || value->is_null()) return "-";
  if (value->is_bool()) return value->as_bool() ? "yes" : "no";
  if (value->is_string()) return printable(value->as_string());
  return printable(json::serialize(*value));
}

json::value parsed(const std::string& body) {
  boost::system::error_code error;
  json::value value = json::parse(body, error);
  return error ? json::value() : value;
}

int not_ours(World& world) {
  world.err << "senja: the answer is not what the API promises: is this Senja's admin listener?\n";
  return Exit::no;
}

}  // namespace

}  // namespace senja::cli

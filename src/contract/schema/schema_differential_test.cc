// The same schemas and bodies through a second implementation, as far as that one can be trusted: no large numbers, no
// formats, no patterns, no NUL.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "senja/contract/schema.h"

namespace senja::contract {
namespace {

bool theirs(const std::string& schema_text, const std::string& body_text) {
  const auto schema_json = boost::json::parse(schema_text), body_json = boost::json::parse(body_text);
  valijson::Schema schema;
  valijson::SchemaParser{}.populateSchema(valijson::adapters::BoostJsonAdapter{schema_json}, schema);
  return valijson::Validator{}.validate(schema, valijson::adapters::BoostJsonAdapter{body_json}, nullptr);
}

bool ours(const std::string& schema_text, const std::string& body_text) {
  const auto schema = Schema::parse(schema_text);
  if (!schema) throw std::logic_error(schema_text + ": " + schema.error());
  return !schema->misfit(parse_json(body_text).value());
}

std::string number(int end) { return std::to_string(*rc::gen::inRange(0, end)); }

std::string body(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 7 : 4)) {
    case 0:
      return number(5);
    case 1:
      return *rc::gen::element<std::string>(R"("")", R"("a")", R"("ab")", R"("abc")");
    case 2:
      return *rc::gen::element<std::string>("true", "false", "null");
    case 3:
      return *rc::gen::element<std::string>("{}", "[]");
    case 4:
    case 5: {
      std::string text;
      for (const char* key : {"a", "b", "c"})
        if (*rc::gen::arbitrary<bool>())
          text.append(text.empty() ? "" : ",").append("\"").append(key).append("\":").append(body(depth - 1));
      return "{" + text + "}";
    }
    default: {
      std::string text;
      const int count = *rc::gen::inRange(0, 4);
      for (int i = 0; i < count; ++i) text.append(i == 0 ? "" : ",").append(body(depth - 1));
      return "[" + text + "]";
    }
  }
}

std::string schema(int depth);

std::string list_of_schemas(int depth) { return "[" + schema(depth) + "," + schema(depth) + "]"; }

std::string keyword(const std::string& name, int depth) {
  const std::string key = "\"" + name + "\":";
  const auto any = [](std::vector<std::string> values) { return *rc::gen::elementOf(values); };
  if (name == "type")
    return key + any({R"("integer")", R"("string")", R"("object")", R"("array")", R"(["null","boolean"])",
                      R"(["number","object"])"});
  if (name == "enum") return key + "[" + body(1) + "," + body(0) + "]";
  if (name == "const") return key + body(1);
  if (name == "required") return key + any({R"(["a"])", R"(["a","b"])", R"(["c"])"});
  if (name == "uniqueItems") return key + "true";
  if (name == "properties" || name == "definitions")
    return key + R"({"a":)" + schema(depth) + R"(,"b":)" + schema(depth) + "}";
  if (name == "dependencies") return key + R"({"a":["b"],"c":)" + schema(depth) + "}";
  if (name == "allOf" || name == "anyOf" || name == "oneOf") return key + list_of_schemas(depth);
  if (name == "not" || name == "contains" || name == "additionalProperties") return key + schema(depth);
  if (name == "items") return key + schema(depth);
  if (name == "if") return key + schema(depth) + R"(,"then":)" + schema(depth) + R"(,"else":)" + schema(depth);
  return key + number(4);
}

std::string schema(int depth) {
  if (depth == 0)
    return *rc::gen::element<std::string>("{}", R"({"type":"integer"})", R"({"type":"string"})", R"({"minimum":2})",
                                          R"({"maxLength":1})");
  const auto names = *rc::gen::unique<std::vector<std::string>>(rc::gen::element<std::string>(
      "type", "enum", "const", "required", "uniqueItems", "properties", "dependencies", "allOf", "anyOf", "oneOf", "not",
      "contains", "additionalProperties", "items", "if", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
      "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"));
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 3; ++i)
    text.append(i == 0 ? "" : ",").append(keyword(names[i], depth - 1));
  return "{" + text + "}";
}

RC_GTEST_PROP(SchemaDifferential, BothSayTheSame, ()) {
  const std::string of = schema(2);
  for (int i = 0; i < 5; ++i) {
    const std::string text = body(2);
    RC_LOG() << of << "\n" << text << "\n";
    RC_ASSERT(ours(of, text) == theirs(of, text));
  }
}

}  // namespace
}  // namespace senja::contract

#include "net/forwarded.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include "net/field_lines.h"

namespace senja::net {

namespace {

using Header = TrustedProxies::Header;
using Nodes = std::vector<std::string>;  // "192.0.2.43:47011", "[2001:db8::17]", "unknown", "" where there is none

std::optional<Nodes> read_field(std::string_view value, Header header);
std::optional<Nodes> read_forwarded(std::string_view value);
Nodes split_at_commas(std::string_view value);
std::optional<IpAddress> address_of(std::string_view node, Header header);
bool is_port(std::string_view text);

}  // namespace

std::expected<IpAddress, std::string> forwarded_client(const Headers& headers, const IpAddress& peer,
                                                       const TrustedProxies& proxies) {
  if (proxies.header == Header::none || !proxies.trusts(peer)) return peer;
  const std::string name = proxies.header == Header::forwarded ? "forwarded" : "x-forwarded-for";
  IpAddress client = peer;
  std::size_t walked = 0;
  for (std::size_t i = headers.size(); i > 0; --i) {
    const Headers::Field field = headers[i - 1];
    if (!same_name(field.name, name)) continue;
    const auto nodes = read_field(field.value, proxies.header);
    if (!nodes) return std::unexpected("the " + name + " header is malformed");
    for (const std::string& node : *nodes | std::views::reverse) {
      ++walked;
      const auto address = address_of(node, proxies.header);
      if (walked > forwarded_elements_max) return std::unexpected("the " + name + " header names too many proxies");
      if (!address) return std::unexpected("the " + name + " header does not say the client's address");
      client = *address;
      if (!proxies.trusts(client)) return client;
    }
  }
  return client;
}

namespace {

std::optional<Nodes> read_field(std::string_view value, Header header) {
  return header == Header::forwarded ? read_forwarded(value) : split_at_commas(value);
}

// Reads a Forwarded field from its left end. A quoted string that does not end makes all of it malformed: else a client
// could hide in it what a proxy appends.
class ForwardedReader {
 public:
  explicit ForwardedReader(std::string_view text) : rest_(text) {}

  std::optional<Nodes> read() {
    Nodes nodes;
    do {
      skip_blanks();
      if (rest_.empty() || rest_.front() == ',') continue;  // an empty element (RFC 9110, 5.6.1)
      auto node = element();
      if (!node) return std::nullopt;
      nodes.push_back(std::move(*node));
      skip_blanks();
    } while (take(','));
    if (!rest_.empty()) return std::nullopt;
    return nodes;
  }

 private:
  // forwarded-element: pairs between semicolons. Its "for" value, empty where there is none.
  std::optional<std::string> element() {
    std::string node;
    bool named = false;
    do {
      if (rest_.empty() || rest_.front() == ';' || rest_.front() == ',') continue;  // an empty pair
      const std::string_view name = token();
      if (name.empty() || !take('=')) return std::nullopt;
      auto value = rest_.starts_with('"') ? quoted() : std::optional<std::string>{token()};
      if (!value || value->empty()) return std::nullopt;
      if (!same_name(name, "for")) continue;
      if (std::exchange(named, true)) return std::nullopt;
      node = std::move(*value);
    } while (take(';'));
    return node;
  }

  std::string_view token() {
    static constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    const auto end = std::ranges::find_if_not(rest_, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || marks.find(c) != marks.npos;
    });
    const auto size = static_cast<std::size_t>(end - rest_.begin());
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return found;
  }

  std::optional<std::string> quoted() {
    std::string text;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '"') {
        rest_.remove_prefix(i + 1);
        return text;
      }
      if (rest_[i] == '\\') ++i;
      if (i < rest_.size()) text += rest_[i];
    }
    return std::nullopt;
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
};

std::optional<Nodes> read_forwarded(std::string_view value) { return ForwardedReader(value).read(); }

Nodes split_at_commas(std::string_view value) {
  Nodes nodes;
  for (const auto part : std::views::split(value, ',')) {
    const std::string_view node = trimmed({part.begin(), part.end()});
    if (!node.empty()) nodes.emplace_back(node);
  }
  return nodes;
}

// RFC 7239, 6: an address, IPv6 in brackets, and maybe a port. X-Forwarded-For has no grammar: there IPv6 also comes bare.
std::optional<IpAddress> address_of(std::string_view node, Header header) {
  if (node.starts_with('[')) {
    const std::size_t bracket = std::min(node.find(']'), node.size() - 1);
    const std::string_view inside = node.substr(1, bracket - 1), after = node.substr(bracket + 1);
    if (node[bracket] != ']' || inside.find(':') == inside.npos) return std::nullopt;
    if (!after.empty() && (after.front() != ':' || !is_port(after.substr(1)))) return std::nullopt;
    return IpAddress::parse(inside);
  }
  const auto colons = std::ranges::count(node, ':');
  if (colons > 1) return header == Header::x_forwarded_for ? IpAddress::parse(node) : std::nullopt;
  const std::size_t colon = std::min(node.find(':'), node.size());
  if (colons == 1 && !is_port(node.substr(colon + 1))) return std::nullopt;
  return IpAddress::parse(node.substr(0, colon));
}

// Digits, or a name made up to hide them.
bool is_port(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.starts_with('_'))
    return text.size() > 1 && std::ranges::all_of(text, [&](char c) {
             return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' || c == '-';
           });
  constexpr std::size_t digits_max = 5;
  return !text.empty() && text.size() <= digits_max && std::ranges::all_of(text, is_digit);
}

}  // namespace

}  // namespace senja::net

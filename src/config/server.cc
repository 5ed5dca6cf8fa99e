#include "config/parts.h"
#include "net/address.h"

namespace senja::config {

namespace {

std::optional<net::Address> read_address(Section& section, std::string_view key, std::string& text);

constexpr std::int64_t threads_max = 256;
constexpr std::int64_t connections_ceiling = 1'000'000;
constexpr std::int64_t head_bytes_least = 256;
constexpr std::int64_t head_bytes_ceiling = 1024 * 1024;
constexpr std::int64_t header_fields_ceiling = 10'000;
constexpr Micros phase_max = std::chrono::hours{1};

}  // namespace

Server read_server(Section section, const Surroundings& surroundings) {
  Server server;
  const auto listen = read_address(section, "listen", server.listen);
  const auto admin = read_address(section, "admin_listen", server.admin_listen);
  if (listen && admin && listen->port != 0 && listen->text() == admin->text())
    section.problem("admin_listen", "is the address of the public listener");
  read_admin_hosts(section, server);

  const auto count = [&section](std::string_view key, std::size_t& value, std::int64_t min, std::int64_t max) {
    if (const auto read = section.integer(key, min, max)) value = static_cast<std::size_t>(*read);
  };
  count("threads", server.threads, 0, threads_max);
  count("connections_max", server.connections_max, 1, connections_ceiling);
  read_edge(section, surroundings, server);
  count("head_bytes_max", server.head_bytes_max, head_bytes_least, head_bytes_ceiling);
  count("header_fields_max", server.header_fields_max, 1, header_fields_ceiling);

  const auto span = [&section](std::string_view key, Micros& value) {
    const auto read = section.duration(key, phase_max);
    if (read && *read == Micros{0}) section.problem(key, "must be longer than nothing");
    value = read.value_or(value);
  };
  span("head_timeout", server.head_timeout);
  span("body_timeout", server.body_timeout);
  span("idle_timeout", server.idle_timeout);
  span("drain_timeout", server.drain_timeout);

  server.log = read_log(section);
  section.finish();
  return server;
}

namespace {

std::optional<net::Address> read_address(Section& section, std::string_view key, std::string& text) {
  const auto written = section.text(key);
  auto address = net::parse_address(written.value_or(text));
  if (!address) {
    section.problem(key, address.error());
    return std::nullopt;
  }
  text = address->text();
  return *address;
}

}  // namespace

}  // namespace senja::config

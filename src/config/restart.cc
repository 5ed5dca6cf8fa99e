#include "config/restart.h"

namespace senja::config {

std::vector<Problem> needs_restart(const Settings& running, const Settings& next) {
  std::vector<Problem> problems;
  const auto fixed = [&](const char* key, const auto& before, const auto& after) {
    if (before == after) return;
    const auto written = next.written.find(key);
    const Origin at = written == next.written.end() ? Origin{next.path} : written->second;
    problems.push_back({at.file, at.line, key, "cannot be changed by a reload: restart for it"});
  };
  const Server &was = running.server, &will = next.server;
  fixed("server.listen", was.listen, will.listen);
  fixed("server.admin_listen", was.admin_listen, will.admin_listen);
  fixed("server.admin_hosts", was.admin_hosts, will.admin_hosts);
  fixed("server.threads", was.threads, will.threads);
  fixed("server.connections_max", was.connections_max, will.connections_max);
  fixed("server.head_bytes_max", was.head_bytes_max, will.head_bytes_max);
  fixed("server.header_fields_max", was.header_fields_max, will.header_fields_max);
  fixed("server.head_timeout", was.head_timeout, will.head_timeout);
  fixed("server.body_timeout", was.body_timeout, will.body_timeout);
  fixed("server.idle_timeout", was.idle_timeout, will.idle_timeout);
  fixed("store.url", running.store.url, next.store.url);
  fixed("store.queue_max", running.store.queue_max, next.store.queue_max);
  fixed("store.batch_max", running.store.batch_max, next.store.batch_max);
  fixed("store.generation_rows", running.store.generation_rows, next.store.generation_rows);
  fixed("store.checkpoint_pages", running.store.checkpoint_pages, next.store.checkpoint_pages);
  fixed("store.cache_kib", running.store.cache_kib, next.store.cache_kib);
  fixed("store.reserve_bytes", running.store.reserve_bytes, next.store.reserve_bytes);
  fixed("store.history_for", running.store.history_for, next.store.history_for);
  return problems;
}

}  // namespace senja::config

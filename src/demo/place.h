// Where the demo takes place, as the gateway's own config says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inbound/source.h"
#include "net/client.h"

namespace senja::demo {

struct Place {
  net::Url gateway, admin;
  std::string database;  // path of the SQLite file
  std::vector<std::shared_ptr<const inbound::Source>> sources;
};

}  // namespace senja::demo

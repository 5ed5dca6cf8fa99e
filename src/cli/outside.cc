#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/run.h"

namespace senja::cli {

config::Outside real_outside() {
  config::Outside outside;
  outside.read_file = [](const std::string& path) -> std::expected<std::string, std::string> {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    if (file) bytes << file.rdbuf();
    if (!file || !bytes) return std::unexpected(std::strerror(errno != 0 ? errno : EIO));
    return std::move(bytes).str();
  };
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view pair = *each;
    const std::size_t equals = pair.find('=');
    if (equals != pair.npos) outside.environment.emplace(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return outside;
}

std::expected<net::ClientResponse, std::string> real_http(const net::Url& url, const net::ClientRequest& request,
                                                          const net::ClientTls& tls) {
  return net::Client(url, {}, tls).call(request);
}

}  // namespace senja::cli

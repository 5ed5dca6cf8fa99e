#include "api/api_vocabulary.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

namespace senja::api {

std::string Answered::text(const char* pointer) const {
  const boost::json::value json = boost::json::parse(body);
  const boost::json::value& value = json.at_pointer(pointer);
  return value.is_string() ? std::string{value.as_string()} : boost::json::serialize(value);
}

bool Answered::has(const char* pointer) const {
  const boost::json::value json = boost::json::parse(body);
  boost::system::error_code error;
  return json.find_pointer(pointer, error) != nullptr;
}

std::size_t Answered::rows() const { return boost::json::parse(body).at("data").as_array().size(); }

}  // namespace senja::api

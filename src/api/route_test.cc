#include "api/route.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

int status(std::string_view method, std::string_view path, std::string_view query = {}) {
  const auto route = find_route(method, path, query);
  return route ? 200 : route.error().status;
}

TEST(Route, FindsWhatIsAskedFor) {
  EXPECT_EQ(find_route("GET", "/v1/events", "")->asked, Asked::events);
  EXPECT_EQ(find_route("HEAD", "/healthz", "")->asked, Asked::healthz);
  EXPECT_EQ(find_route("GET", "/v1/resources/a", "")->asked, Asked::resource);
  EXPECT_EQ(find_route("PUT", "/v1/resources/a", "")->asked, Asked::put_resource);
  EXPECT_EQ(find_route("POST", "/v1/dead-letters/dl_1/replay", "")->asked, Asked::replay);
}

TEST(Route, DecodesNamesAfterItHasSplitThePath) {
  EXPECT_EQ(find_route("GET", "/v1/events/rewards/a%2Fb%20c+d%C3%A9", "")->names,
            (std::vector<std::string>{"rewards", "a/b c+d\xC3\xA9"}));
  EXPECT_EQ(find_route("GET", "/v1/resources/%00", "")->names[0], std::string(1, '\0'));
}

TEST(Route, ThereIsNothingAtOtherPaths) {
  for (const char* path : {"", "/", "/v1", "/v1/", "/v1/events/", "/v1/events/a", "/v1/events/a/", "/v1/events/a/b/c",
                           "//healthz", "/healthz/", "/v1/resources/%zz", "/v1/resources/%4", "/V1/events"})
    EXPECT_EQ(status("GET", path), 404) << path;
}

TEST(Route, OtherMethodsAreToldWhichAreTaken) {
  const auto route = find_route("DELETE", "/v1/resources/a", "");
  ASSERT_FALSE(route);
  EXPECT_EQ(route.error().status, 405);
  EXPECT_EQ(route.error().headers, (std::vector<std::pair<std::string, std::string>>{{"allow", "GET, HEAD, PUT"}}));
}

TEST(Route, ReadsTheParametersThatThePathKnows) {
  const auto route = find_route("GET", "/v1/events", "source=a%20b&limit=5&cursor=x+y");
  ASSERT_TRUE(route);
  EXPECT_EQ(route->query, (std::map<std::string, std::string>{{"source", "a b"}, {"limit", "5"}, {"cursor", "x y"}}));
  EXPECT_EQ(find_route("GET", "/v1/dead-letters", "open")->query.at("open"), "");
}

TEST(Route, RefusesOthersByName) {
  EXPECT_EQ(status("GET", "/v1/resources", "source=a"), 400);
  EXPECT_EQ(status("GET", "/v1/events", "limi=5"), 400);
  EXPECT_EQ(status("GET", "/v1/events", "source=%"), 400);
  EXPECT_EQ(status("GET", "/v1/events", "limit cursor=1"), 400);
}

}  // namespace
}  // namespace senja::api

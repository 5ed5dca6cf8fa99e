#include "cli/asking.h"
#include "cli/commands.h"
#include "cli/showing.h"

namespace senja::cli {

namespace {

int list(const Admin& admin, World& world, const std::string& target, const Columns& columns, std::string_view nothing) {
  const auto body = get(admin, world, target);
  return body ? show_list(admin, world, *body, columns, nothing) : body.error();
}

int one(const Admin& admin, World& world, const std::string& target, const Columns& fields) {
  const auto body = get(admin, world, target);
  return body ? show_one(admin, world, *body, fields) : body.error();
}

}  // namespace

int run(const EventsList& wanted, World& world) {
  return list(wanted.admin, world, "/v1/events" + query_of(wanted.source, wanted.paging),
              {{"DECIDED", "decided_at"},
               {"SOURCE", "source"},
               {"EVENT", "event_id"},
               {"OUTCOME", "code"},
               {"RESOURCE", "resource_id"},
               {"VERSION", "version"},
               {"DELIVERIES", "deliveries"}},
              "no events");
}

int run(const EventsGet& wanted, World& world) {
  return one(wanted.admin, world, "/v1/events/" + percent_encoded(wanted.source) + "/" + percent_encoded(wanted.event_id),
             {{"source", "source"},
              {"event", "event_id"},
              {"outcome", "code"},
              {"resource", "resource_id"},
              {"version", "version"},
              {"received", "received_at"},
              {"decided", "decided_at"},
              {"deliveries", "deliveries"},
              {"body (base64)", "body_base64"}});
}

int run(const ResourcesList& wanted, World& world) {
  return list(wanted.admin, world, "/v1/resources" + query_of("", wanted.paging),
              {{"RESOURCE", "id"},
               {"STATE", "state"},
               {"VERSION", "version"},
               {"REVISION", "revision"},
               {"EXPIRES", "expires_at"},
               {"UPDATED", "updated_at"}},
              "no resources");
}

int run(const ResourcesGet& wanted, World& world) {
  return one(wanted.admin, world, "/v1/resources/" + percent_encoded(wanted.id),
             {{"resource", "id"},
              {"state", "state"},
              {"version", "version"},
              {"revision", "revision"},
              {"expires", "expires_at"},
              {"updated", "updated_at"}});
}

int run(const WaitingList& wanted, World& world) {
  return list(wanted.admin, world, "/v1/waiting" + query_of(wanted.source, wanted.paging),
              {{"SINCE", "first_at"},
               {"LAST SEEN", "last_at"},
               {"SOURCE", "source"},
               {"EVENT", "event_id"},
               {"WHY", "code"},
               {"RESOURCE", "resource_id"},
               {"VERSION", "version"},
               {"COUNT", "count"}},
              "nothing waits");
}

int run(const LettersList& wanted, World& world) {
  return list(wanted.admin, world, "/v1/dead-letters" + query_of(wanted.source, wanted.paging, wanted.open),
              {{"LETTER", "id"},
               {"LAST", "last_at"},
               {"SOURCE", "source"},
               {"EVENT", "event_id"},
               {"CAUSE", "cause"},
               {"COUNT", "count"},
               {"RESOLVED", "resolved"}},
              "no dead letters");
}

int run(const LettersShow& wanted, World& world) {
  return one(wanted.admin, world, "/v1/dead-letters/" + percent_encoded(wanted.id),
             {{"letter", "id"},
              {"source", "source"},
              {"event", "event_id"},
              {"cause", "cause"},
              {"detail", "detail"},
              {"count", "count"},
              {"first", "first_at"},
              {"last", "last_at"},
              {"may have applied", "may_have_applied"},
              {"resolved", "resolved"},
              {"body (base64)", "body_base64"}});
}

}  // namespace senja::cli

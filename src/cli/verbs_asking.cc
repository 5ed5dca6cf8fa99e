#include <CLI/CLI.hpp>
#include <memory>

#include "cli/verbs.h"
#include "senja/contract/times.h"
#include "senja/model/limits.h"

namespace senja::cli {

namespace {

void add_events(CLI::App& app, Parsing& parsing);
void add_resources(CLI::App& app, Parsing& parsing);
void add_waiting(CLI::App& app, Parsing& parsing);
void add_letters(CLI::App& app, Parsing& parsing);
void add_clock(CLI::App& app, Parsing& parsing);

void add_admin(CLI::App& verb, Admin& admin, const Parsing& parsing);
void add_paging(CLI::App& verb, Paging& paging);
void add_source(CLI::App& verb, std::string& source);
std::string time_problem(const std::string& text);
CLI::App* add_group(CLI::App& app, const std::string& name, const std::string& what);

// Without a text of its own: the help has no room for nineteen digits.
CLI::Validator whole_number(std::int64_t min, std::int64_t max) { return CLI::Range(min, max).description(""); }

// A verb that only fills one struct and chooses it.
template <class Wanted>
std::shared_ptr<Wanted> add_wanted(CLI::App& verb, Parsing& parsing) {
  auto wanted = std::make_shared<Wanted>();
  add_admin(verb, wanted->admin, parsing);
  verb.callback([&parsing, wanted] { parsing.chosen = *wanted; });
  return wanted;
}

}  // namespace

void add_asking(CLI::App& app, Parsing& parsing) {
  add_events(app, parsing);
  add_resources(app, parsing);
  add_waiting(app, parsing);
  add_letters(app, parsing);
  add_clock(app, parsing);
  for (const char* verb : {"events", "resources", "waiting", "dead-letters", "clock"})
    app.get_subcommand(verb)->group("Asking a running server");
}

namespace {

void add_events(CLI::App& app, Parsing& parsing) {
  CLI::App* group = add_group(app, "events", "what became of events");
  CLI::App* list = add_verb(*group, "list", "the newest first", "events list --source rewards --limit 20");
  auto listing = add_wanted<EventsList>(*list, parsing);
  add_source(*list, listing->source);
  add_paging(*list, listing->paging);
  CLI::App* get = add_verb(*group, "get", "one of them, with its body", "events get rewards evt_1");
  auto getting = add_wanted<EventsGet>(*get, parsing);
  get->add_option("source", getting->source, "the source's name")->required()->type_name("");
  get->add_option("event", getting->event_id, "the sender's id of the event")->required()->type_name("");
}

void add_resources(CLI::App& app, Parsing& parsing) {
  CLI::App* group = add_group(app, "resources", "what events change: state, version, revision, expiry");
  CLI::App* list = add_verb(*group, "list", "all of them, by id", "resources list");
  add_paging(*list, add_wanted<ResourcesList>(*list, parsing)->paging);
  CLI::App* get = add_verb(*group, "get", "one of them", "resources get reward-7");
  get->add_option("id", add_wanted<ResourcesGet>(*get, parsing)->id, "the resource's id")->required()->type_name("");

  CLI::App* put = add_verb(*group, "put", "make one, or set its state by hand",
                           "resources put reward-7 --state PENDING --expires-at 2026-12-31T12:00:00Z");
  auto putting = add_wanted<ResourcesPut>(*put, parsing);
  put->add_option("id", putting->id, "the resource's id")->required()->type_name("");
  put->add_option("--state", putting->state, "its state")->required()->type_name("STATE");
  put->add_option("--expires-at", putting->expires_at, "its sunset")
      ->required()
      ->type_name("RFC3339|SECONDS|never")
      ->check([](const std::string& text) { return text == "never" ? std::string() : time_problem(text); });
  put->add_option("--version", putting->version, "the sender's order; 1 for a new one, else unchanged")
      ->type_name("N")
      ->check(whole_number(0, limits::version_max));
  put->add_option("--if-match", putting->if_match, "the revision it has now; needed where it exists")
      ->type_name("REVISION")
      ->check(whole_number(0, limits::version_max));
}

void add_waiting(CLI::App& app, Parsing& parsing) {
  CLI::App* verb = add_verb(app, "waiting", "events that could not be judged yet: gaps, unknown resources, the future",
                            "waiting --source bookings");
  auto wanted = add_wanted<WaitingList>(*verb, parsing);
  add_source(*verb, wanted->source);
  add_paging(*verb, wanted->paging);
}

void add_letters(CLI::App& app, Parsing& parsing) {
  CLI::App* group = add_group(app, "dead-letters", "events that ended without effect: list, show, replay");
  CLI::App* list = add_verb(*group, "list", "the newest first", "dead-letters list --open");
  auto listing = add_wanted<LettersList>(*list, parsing);
  add_source(*list, listing->source);
  list->add_flag("--open", listing->open, "only those not resolved yet");
  add_paging(*list, listing->paging);
  CLI::App* show = add_verb(*group, "show", "one of them, with its body", "dead-letters show dl_01…");
  show->add_option("letter", add_wanted<LettersShow>(*show, parsing)->id, "the letter's id")->required()->type_name("");

  CLI::App* replay = add_verb(*group, "replay", "judge its event once more, by today's rules",
                              "dead-letters replay dl_01… --reason \"paid by phone\" --new-expiry 2026-12-31T12:00:00Z");
  auto replaying = add_wanted<LettersReplay>(*replay, parsing);
  replay->add_option("letter", replaying->id, "the letter's id")->required()->type_name("");
  replay->add_option("--reason", replaying->reason, "why; kept in the audit")->required()->type_name("TEXT");
  CLI::Option* expiry = replay->add_option("--new-expiry", replaying->new_expiry, "an expired event's new expiry")
                            ->type_name("RFC3339|SECONDS")
                            ->check(time_problem);
  replay->add_flag("--ignore-expiry", replaying->ignore_expiry, "or none at all")->excludes(expiry);
  replay->add_flag("--may-have-applied", replaying->may_have_applied, "go on although its record may have been forgotten");
}

void add_clock(CLI::App& app, Parsing& parsing) {
  CLI::App* group = add_verb(app, "clock", "the clock that events are judged by", "");
  group->require_subcommand(1);
  CLI::App* accept = add_verb(*group, "accept", "say that the clock is right, after it stepped",
                              "clock accept --reason \"moved to another host, NTP is fine\"");
  auto wanted = add_wanted<ClockAccept>(*accept, parsing);
  accept->add_option("--reason", wanted->reason, "why; kept in the audit")->required()->type_name("TEXT");
}

void add_admin(CLI::App& verb, Admin& admin, const Parsing& parsing) {
  admin.url = parsing.variable("SENJA_ADMIN", "http://127.0.0.1:8081");
  verb.add_option("--admin", admin.url, "the server's admin listener (or SENJA_ADMIN); now " + admin.url)->type_name("URL");
  admin.token = parsing.variable("SENJA_TOKEN", "");
  CLI::Option* token =
      verb.add_option("--token", admin.token, "where it asks for one (or SENJA_TOKEN, which ps does not show)")
          ->type_name("TOKEN");
  verb.add_option("--token-file", admin.token_file, "a file that holds it")->type_name("FILE")->excludes(token);
  add_ca(verb, admin.ca, parsing);
  verb.add_flag("--json", admin.json, "the API's answer as it came");
}

void add_paging(CLI::App& verb, Paging& paging) {
  verb.add_option("--limit", paging.limit, "how many; at most " + std::to_string(limits::page_rows_max))
      ->type_name("N")
      ->check(whole_number(1, static_cast<std::int64_t>(limits::page_rows_max)));
  verb.add_option("--cursor", paging.cursor, "where the page before ended")->type_name("TEXT");
}

void add_source(CLI::App& verb, std::string& source) {
  verb.add_option("--source", source, "only of this source")->type_name("NAME");
}

CLI::App* add_group(CLI::App& app, const std::string& name, const std::string& what) {
  CLI::App* group = add_verb(app, name, what, "");
  group->require_subcommand(1);
  return group;
}

// RFC 3339 or integer seconds; the server judges the rest.
std::string time_problem(const std::string& text) {
  const bool seconds = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == text.npos;
  return seconds || contract::parse_rfc3339(text) ? "" : "\"" + text + "\" is no time: write RFC 3339 or integer seconds";
}

}  // namespace

}  // namespace senja::cli

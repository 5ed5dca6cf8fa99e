// The demo's scenes, in their order. Each sends to both receivers and shows a line for what came of it.
#pragma once

#include "demo/screen.h"
#include "demo/stage.h"

namespace senja::demo {

void claims(Stage& stage, Screen& screen);
void bookings(Stage& stage, Screen& screen);
void expected_versions(Stage& stage, Screen& screen);
void clocks(Stage& stage, Screen& screen);
void signatures(Stage& stage, Screen& screen);
void lost_answers(Stage& stage, Screen& screen);
void two_at_once(Stage& stage, Screen& screen);
void killed_in_mid_load(Stage& stage, Screen& screen);

// Sends one request to the plain receiver, then to Senja, and shows what both hold of the resource, or of the user.
void show_resource(Stage& stage, Screen& screen, std::string sent, const RawRequest& request, const std::string& resource,
                   const Expected& expected);
void show_credit(Stage& stage, Screen& screen, std::string sent, const RawRequest& request, const std::string& user,
                 const Expected& expected);

}  // namespace senja::demo

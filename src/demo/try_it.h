// What to type next, beside a gateway that serves: lines that work as they are, and as often as they are pasted.
#pragma once

#include "demo/place.h"
#include "demo/screen.h"
#include "demo/stage.h"

namespace senja::demo {

// Makes the resources that the lines change.
void show_what_to_try(Stage& stage, const Place& place, Screen& screen);

}  // namespace senja::demo

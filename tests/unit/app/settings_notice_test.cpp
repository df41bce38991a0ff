#include "app/commands/settings_notice.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Settings of algorithms that a command does not run are reported") {
  CallOptions options;
  options.settings = {{"ldcc.w", "20kbps"}, {"arc.k", "1"}};
  CHECK(settings_notice(options, {"ldcc", "arc"}) == "");
  options.settings.emplace_back("gcc.beta", "0.8");
  options.settings.emplace_back("rmc.k_r", "0.5");
  CHECK(settings_notice(options, {"ldcc", "arc"}) == "These settings have no effect on ldcc, arc: gcc.beta, rmc.k_r.");
}

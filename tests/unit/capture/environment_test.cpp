#include <catch2/catch.hpp>
#include <cstdlib>

#include "app/capture/gstreamer.h"

using namespace evenkeel;

TEST_CASE("Only main() changes the environment, not GStreamer's first use, on whatever thread that is", "[gstreamer]") {
  unsetenv("PIPEWIRE_DEBUG");
  unsetenv("EVENKEEL_GST_DEBUG");
  CHECK_FALSE(init_gstreamer());
  CHECK(std::getenv("PIPEWIRE_DEBUG") == nullptr);
  set_gstreamer_environment();
  REQUIRE(std::getenv("PIPEWIRE_DEBUG") != nullptr);
  CHECK(std::string(std::getenv("PIPEWIRE_DEBUG")) == "0");
  setenv("PIPEWIRE_DEBUG", "3", 1);
  set_gstreamer_environment();
  CHECK(std::string(std::getenv("PIPEWIRE_DEBUG")) == "3");  // asked for
}

#include <catch2/catch.hpp>

#include "app/call/headless_run.h"

using namespace evenkeel;

TEST_CASE("The progress line says what flows do, and the state alone while nobody is there") {
  Progress progress;
  Sample row;
  row.flow = "incoming";
  row.receive_bitrate_bps = 1e6;
  row.frame_width = 1280;
  row.frame_height = 720;
  row.frames_per_second = 30;
  row.packets_lost = 1886;
  progress.on_row(row);
  CHECK(progress.line("in the call", 9s) ==
        "9 s, in the call | incoming received 1Mbps, 1280x720 at 30 fps, lost 1886");
  Sample after;
  after.flow = "incoming";
  after.packets_lost = 1886;
  progress.on_row(after);
  CHECK(progress.line("waiting for a call", 250s) == "250 s, waiting for a call");
}

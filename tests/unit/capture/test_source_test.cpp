#include <catch2/catch.hpp>
#include <utility>

#include "app/capture/mute_switch.h"
#include "app/capture/test_source.h"
#include "app/capture/time_stamp.h"
#include "app/capture/video_source.h"
#include "tests/unit/capture/collector.h"

namespace evenkeel {

TEST_CASE("The test source delivers stamped pictures at its rate") {
  Collector collector;
  TestSource source({160, 120, 100}, 1);
  const LocalTime before = monotonic_now();
  source.start(collector.sink());
  CHECK(source.state().kind == SourceState::Kind::running);
  REQUIRE(collector.wait_for(20));
  source.stop();
  const LocalTime after = monotonic_now();

  const std::vector<Picture> pictures = collector.pictures();
  LocalTime last{};
  for (const Picture& picture : pictures) {
    CHECK(picture.width == 160);
    CHECK(picture.capture_time > last);
    CHECK(read_time(picture) == picture.capture_time);
    last = picture.capture_time;
  }
  CHECK(pictures.front().capture_time >= before - 1us);
  CHECK(last <= after);
  // Late pictures are left out, never made up for: from above the rate is sharp even on a busy machine.
  CHECK(pictures.size() <= static_cast<std::size_t>((after - before) / 10ms) + 1);
}

TEST_CASE("A test source that nobody sees makes a picture a second, and all of them as soon as somebody does") {
  Collector collector;
  MuteSwitch source(std::make_unique<TestSource>(VideoRequest{64, 48, 100}, 1), {64, 48, 100});
  source.rest(true);
  source.start(collector.sink());
  const std::stop_source never;
  sleep_until(monotonic_now() + 1500ms, never.get_token());
  CHECK(collector.pictures().size() <= 2);
  const std::size_t before = collector.pictures().size();
  const LocalTime seen = monotonic_now();
  source.rest(false);
  CHECK(collector.wait_for(before + 3));
  CHECK(monotonic_now() - seen < 500ms);  // by 30 ms where nothing else runs
}

TEST_CASE("A stopped source is silent, and starts again") {
  Collector collector;
  TestSource source({64, 48, 200}, 1);
  source.start(collector.sink());
  REQUIRE(collector.wait_for(2));
  source.stop();
  const std::size_t count = collector.pictures().size();
  CHECK(source.state().kind == SourceState::Kind::starting);
  source.start(collector.sink());
  CHECK(collector.wait_for(count + 2));
}

TEST_CASE("A slow sink makes pictures fewer, not later") {
  Collector collector;
  TestSource source({64, 48, 200}, 1);
  const PictureSink sink = collector.sink();
  const std::stop_source never;
  source.start([&](std::shared_ptr<const Picture> picture) {
    sink(std::move(picture));
    sleep_until(monotonic_now() + 20ms, never.get_token());
  });
  REQUIRE(collector.wait_for(10));
  source.stop();
  const std::vector<Picture> pictures = collector.pictures();
  for (std::size_t i = 1; i < pictures.size(); ++i) {
    CHECK(pictures[i].capture_time - pictures[i - 1].capture_time >= 20ms);
  }
}

}  // namespace evenkeel

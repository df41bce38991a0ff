#include "app/capture/make_source.h"

#include <cstdlib>

#include <catch2/catch.hpp>

#include "app/capture/video_source.h"
#include "tests/unit/capture/collector.h"

// These need a session with cameras that come and go, and are hidden from ordinary runs: tests/system/camera_source
// runs them, in tests/system/virtual_camera.

namespace evenkeel {
namespace {

/// One of the functions that virtual_camera gives to its commands.
void session(const std::string& command) { REQUIRE(std::system(("bash -c '" + command + "'").c_str()) == 0); }

/// Filters like "~[x]" run hidden tests too.
bool outside_session() { return std::getenv("virtual_camera_folder") == nullptr; }

bool wait_for(const VideoSource& source, SourceState::Kind kind) {
  const std::stop_source never;
  for (int i = 0; i < 600 && source.state().kind != kind; ++i) {
    sleep_until(monotonic_now() + 20ms, never.get_token());
  }
  return source.state().kind == kind;
}

}  // namespace

TEST_CASE("A camera is listed with its formats while it is plugged in", "[.][camera][gstreamer]") {
  if (outside_session()) return;
  session("start_camera desk");
  const std::vector<CameraInfo> cameras = list_cameras().cameras;
  REQUIRE(cameras.size() == 1);
  CHECK(cameras[0].name == "desk");
  CHECK(cameras[0].backend == CameraInfo::Backend::pipewire);
  REQUIRE(cameras[0].formats.size() == 1);
  CHECK(cameras[0].formats[0].width == 1280);
  CHECK(cameras[0].formats[0].fps == 30);
  CHECK(cameras[0].formats[0].pixels == "I420");
  session("stop_camera desk");
  CHECK(list_cameras().cameras.empty());
}

TEST_CASE("A camera that is pulled out is lost, and comes back when it is plugged in", "[.][camera][gstreamer]") {
  if (outside_session()) return;
  session("start_camera desk");
  std::string message;
  const auto source = make_source("camera:desk", {640, 360, 30}, 1, message);
  INFO(message);
  REQUIRE(source);
  Collector collector;
  source->start(collector.sink());
  for (int round = 0; round < 3; ++round) {
    REQUIRE(wait_for(*source, SourceState::Kind::running));
    REQUIRE(collector.wait_for(collector.pictures().size() + 20));
    session("stop_camera desk");
    REQUIRE(wait_for(*source, SourceState::Kind::lost));
    CHECK(source->state().text.starts_with("camera 'desk' is lost: "));
    REQUIRE(collector.wait_for(collector.pictures().size() + 5));
    session("start_camera desk");
  }
  CHECK(wait_for(*source, SourceState::Kind::running));
  source->stop();
  for (const Picture& picture : collector.pictures()) {
    REQUIRE(picture.width == 640);
    REQUIRE(picture.height == 360);
  }
  session("stop_camera desk");
}

TEST_CASE("Another camera never takes the place of a lost one", "[.][camera][gstreamer]") {
  if (outside_session()) return;
  session("start_camera desk");
  session("CAMERA_CAPS=video/x-raw,format=YUY2,width=320,height=240,framerate=15/1 start_camera door");
  std::string message;
  const auto source = make_source("camera:desk", {1280, 720, 30}, 1, message);
  REQUIRE(source);
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(10));
  session("stop_camera desk");
  REQUIRE(wait_for(*source, SourceState::Kind::lost));
  REQUIRE(collector.wait_for(collector.pictures().size() + 20));
  CHECK(source->state().kind == SourceState::Kind::lost);
  source->stop();
  for (const Picture& picture : collector.pictures()) REQUIRE(picture.width == 1280);
  session("stop_camera door");
}

}  // namespace evenkeel

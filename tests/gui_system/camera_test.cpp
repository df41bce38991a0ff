#include <QProcess>
#include <catch2/catch.hpp>

#include "tests/gui_system/call_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A function of tests/system/virtual_camera_functions, which BASH_ENV names in that session.
void virtual_camera(const QString& command) {
  REQUIRE(qEnvironmentVariableIsSet("virtual_camera_folder"));
  CHECK(QProcess::execute("bash", {"-c", command}) == 0);
}

}  // namespace

/// Run by the script beside this file.
TEST_CASE("a camera that is pulled out is said in the window, until it is there again", "[.][camera]") {
  virtual_camera("start_camera testcam");
  CallOptions options = small_pictures();
  options.video = {640, 360, 30};
  CallFixture f(options);
  f.window->start_page().set_source("camera:testcam");
  f.window->start_page().demo_button().click();
  REQUIRE(f.within(10s, [&] { return f.in_call() && f.window->call_view().video().own().has_picture(); }));
  CHECK(!f.shows("camera lost"));
  virtual_camera("stop_camera testcam");
  CHECK(f.within(8s, [&] { return f.shows("camera lost"); }));
  CHECK(f.in_call());
  virtual_camera("start_camera testcam");
  CHECK(f.within(15s, [&] { return !f.shows("camera lost"); }));
  f.hang_up();
}

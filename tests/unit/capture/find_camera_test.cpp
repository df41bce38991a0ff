#include "app/capture/find_camera.h"

#include <catch2/catch.hpp>

namespace evenkeel {
namespace {

using Cameras = std::vector<CameraInfo>;

/// A webcam as the driver uvcvideo shows it, without udev.
CameraInfo webcam(const std::string& node, const std::string& card, const std::string& port) {
  CameraInfo camera;
  camera.node = node;
  camera.identity.driver = "uvcvideo";
  camera.identity.card = card;
  camera.identity.bus = "usb-0000:00:14.0-" + port;
  return camera;
}

/// With what udev says of it. `number`: its serial number, which cheap ones do not have.
CameraInfo webcam(const std::string& node, const std::string& card, const std::string& port,
                  const std::string& number) {
  CameraInfo camera = webcam(node, card, port);
  camera.identity.serial = "046d_" + card + (number.empty() ? "" : '_' + number);
  camera.identity.has_number = !number.empty();
  camera.identity.path = "pci-0000:00:14.0-usb-0:" + port + ":1.0";
  return camera;
}

CameraInfo of_pipewire(const std::string& name) {
  CameraInfo camera;
  camera.name = camera.node = name;
  camera.display = "A camera";
  camera.backend = CameraInfo::Backend::pipewire;
  return camera;
}

Cameras named(Cameras cameras) {
  name_cameras(cameras);
  return cameras;
}

std::string node_of(const CameraInfo* camera) { return camera == nullptr ? "none" : camera->node; }

/// Where the first of `before` is found among `after`; both as list_cameras() names them.
std::string found_again(const Cameras& before, const Cameras& after) {
  return node_of(find_again(named(after), named(before).front()));
}

}  // namespace

TEST_CASE("Where nobody names a camera, the first with a format that can be used is taken") {
  CameraInfo raw_sensor = webcam("/dev/video0", "IPU6", "1"), usable = of_pipewire("libcamera");
  usable.formats = {{1280, 720, 30, "NV12"}};
  CHECK(node_of(default_camera({raw_sensor, usable})) == "libcamera");
  CHECK(node_of(default_camera({usable, raw_sensor})) == "libcamera");
  CHECK(node_of(default_camera({raw_sensor, of_pipewire("other")})) == "/dev/video0");
  CHECK(default_camera({}) == nullptr);
}

TEST_CASE("A camera that comes back as another node is found again") {
  const CameraInfo plain = webcam("/dev/video0", "C270", "8");
  const CameraInfo cheap = webcam("/dev/video0", "C270", "8", "");
  const CameraInfo good = webcam("/dev/video0", "C920", "8", "1A2B");
  for (const CameraInfo& camera : {plain, cheap, good}) {
    CameraInfo back = camera;
    back.node = "/dev/video1";
    INFO(named({camera}).front().name);
    CHECK(found_again({camera}, {camera}) == "/dev/video0");
    CHECK(found_again({camera}, {back}) == "/dev/video1");
    CHECK(found_again({camera}, {}) == "none");
  }
}

TEST_CASE("Another camera never takes the place of a lost one, nor its node") {
  struct Row {
    const char* what;
    CameraInfo lost, other;
  };
  const auto row = GENERATE(values<Row>(
      {{"other card", webcam("/dev/video0", "C270", "8"), webcam("/dev/video0", "C920", "8")},
       {"other port", webcam("/dev/video0", "C270", "8"), webcam("/dev/video0", "C270", "9")},
       {"other port, for udev", webcam("/dev/video0", "C270", "8", ""), webcam("/dev/video0", "C270", "9", "")},
       {"no longer known to udev", webcam("/dev/video0", "C270", "8", ""), webcam("/dev/video0", "C270", "8")},
       {"other model at the port", webcam("/dev/video0", "C270", "8", ""), webcam("/dev/video0", "C310", "8", "")},
       {"other number at the port", webcam("/dev/video0", "C920", "8", "1"),
        webcam("/dev/video0", "C920", "8", "2")}}));
  INFO(row.what);
  CHECK(found_again({row.lost}, {row.other}) == "none");
}

TEST_CASE("A camera with another driver or index is another one") {
  const CameraInfo camera = webcam("/dev/video0", "C270", "8");
  CameraInfo driver = camera;
  driver.identity.driver = "vivid";
  CameraInfo second = camera;
  second.identity.index = 1;
  CHECK(found_again({camera}, {driver}) == "none");
  CHECK(found_again({camera}, {second}) == "none");
}

TEST_CASE("A camera with a serial number may move to another port") {
  const CameraInfo camera = webcam("/dev/video0", "C920", "8", "1A2B");
  const CameraInfo moved = webcam("/dev/video3", "C920", "9", "1A2B");
  const CameraInfo other = webcam("/dev/video0", "C920", "8", "3C4D");
  CHECK(found_again({camera}, {other, moved}) == "/dev/video3");
}

TEST_CASE("Of two cameras with one serial number each stays at its port") {
  const CameraInfo left = webcam("/dev/video0", "C920", "8", "0001");
  const CameraInfo right = webcam("/dev/video2", "C920", "9", "0001");
  CHECK(found_again({left, right}, {right}) == "none");
  CHECK(found_again({right, left}, {left}) == "none");
  CHECK(found_again({left, right}, {right, webcam("/dev/video4", "C920", "8", "0001")}) == "/dev/video4");
  // The second one came later: which of the two has moved here cannot be told.
  CHECK(found_again({left}, {right, webcam("/dev/video4", "C920", "7", "0001")}) == "none");
}

TEST_CASE("A camera that was opened before udev looked at it is found again after it did") {
  const CameraInfo early = webcam("/dev/video0", "C920", "8");
  CHECK(found_again({early}, {webcam("/dev/video1", "C920", "8", "1A2B")}) == "/dev/video1");
}

TEST_CASE("Cameras that their driver does not tell apart are known by their nodes") {
  const CameraInfo first = webcam("/dev/video0", "C270", "8");
  const CameraInfo second = webcam("/dev/video2", "C270", "8");
  CHECK(named({first, second})[1].name == "/dev/video2");
  CHECK(found_again({second, first}, {first, second}) == "/dev/video2");
}

TEST_CASE("A camera of PipeWire is known by the name of its node, and to PipeWire only") {
  CHECK(found_again({of_pipewire("desk")}, {of_pipewire("door"), of_pipewire("desk")}) == "desk");
  CHECK(found_again({of_pipewire("desk")}, {of_pipewire("door")}) == "none");
  CHECK(found_again({of_pipewire("/dev/video0")}, {webcam("/dev/video0", "C270", "8")}) == "none");
}

TEST_CASE("Names do not depend on the node, and tell two equal cameras apart") {
  const auto names = [](const Cameras& cameras) {
    std::vector<std::string> out;
    for (const CameraInfo& camera : named(cameras)) out.push_back(camera.name);
    return out;
  };
  using Names = std::vector<std::string>;
  CHECK(names({webcam("/dev/video0", "HD Pro C920", "8")}) == Names{"HD_Pro_C920@usb-0000:00:14.0-8"});
  CHECK(names({webcam("/dev/video0", "C920", "8", "1A2B")}) == Names{"046d_C920_1A2B"});
  CHECK(names({webcam("/dev/video0", "C270", "8", "")}) == Names{"046d_C270@pci-0000:00:14.0-usb-0:8:1.0"});
  CHECK(names({webcam("/dev/video0", "C920", "8", "0001"), webcam("/dev/video2", "C920", "9", "0001")}) ==
        Names{"046d_C920_0001@pci-0000:00:14.0-usb-0:8:1.0", "046d_C920_0001@pci-0000:00:14.0-usb-0:9:1.0"});
  CameraInfo second = webcam("/dev/video1", "C920", "8", "1A2B");
  second.identity.index = 1;
  CHECK(names({webcam("/dev/video0", "C920", "8", "1A2B"), second}) == Names{"046d_C920_1A2B", "046d_C920_1A2B#1"});
}

TEST_CASE("Cameras that udev gives one port are distinguished by what their driver says") {
  CameraInfo left = webcam("/dev/video0", "vivid", "8");
  CameraInfo right = webcam("/dev/video1", "vivid", "9");
  left.identity.path = right.identity.path = "platform-vivid.0";
  const Cameras two = named({left, right});
  CHECK(two[0].name == "vivid@usb-0000:00:14.0-8");
  CHECK(two[1].name == "vivid@usb-0000:00:14.0-9");
  CHECK(two[1].display == "vivid (usb-0000:00:14.0-9)");
  left.node = "/dev/video1";
  right.node = "/dev/video2";
  CHECK(found_again(two, {left, right}) == "/dev/video1");
}

TEST_CASE("People see the name of the card, with its port where two have the same") {
  CHECK(named({webcam("/dev/video0", "HD Pro C920", "8")}).front().display == "HD Pro C920");
  const Cameras two = named({webcam("/dev/video0", "C270", "8"), webcam("/dev/video2", "C270", "9", "")});
  CHECK(two[0].display == "C270 (usb-0000:00:14.0-8)");
  CHECK(two[1].display == "C270 (pci-0000:00:14.0-usb-0:9:1.0)");
  CHECK(named({of_pipewire("desk"), of_pipewire("door")})[1].display == "A camera");
}

TEST_CASE("camera:NAME takes the name, and what scripts and settings have from earlier versions") {
  const Cameras cameras = named({webcam("/dev/video0", "C270", "8"), webcam("/dev/video2", "HD Pro C920", "9", "1A2B"),
                                 webcam("/dev/video4", "C270", "7"), of_pipewire("desk")});
  const auto found = [&](const std::string& name) { return node_of(find_camera(cameras, name)); };
  CHECK(found("046d_HD Pro C920_1A2B") == "none");
  CHECK(found("046d_HD_Pro_C920_1A2B") == "/dev/video2");
  CHECK(found("046d_HD_Pro_C920_1A2B@pci-0000:00:14.0-usb-0:9:1.0") == "/dev/video2");
  CHECK(found("/dev/video2") == "/dev/video2");
  CHECK(found("HD Pro C920") == "/dev/video2");
  CHECK(found("C270@usb-0000:00:14.0-7") == "/dev/video4");
  CHECK(found("C270 (usb-0000:00:14.0-7)") == "/dev/video4");
  CHECK(found("C270") == "/dev/video0");  // the first, as ever
  CHECK(found("desk") == "desk");
  CHECK(found("A camera") == "desk");
  CHECK(found("door") == "none");
  CHECK(found("") == "none");
}

TEST_CASE("Other names of a camera are those that mean no other one") {
  const Cameras cameras = named({webcam("/dev/video0", "C270", "8"), webcam("/dev/video2", "C270", "7"),
                                 webcam("/dev/video4", "C920", "9", "1A2B"), of_pipewire("desk")});
  using Names = std::vector<std::string>;
  CHECK(other_names(cameras, cameras[0]) == Names{"/dev/video0", "C270 (usb-0000:00:14.0-8)", "C270"});
  CHECK(other_names(cameras, cameras[1]) == Names{"/dev/video2", "C270 (usb-0000:00:14.0-7)"});
  CHECK(other_names(cameras, cameras[2]) ==
        Names{"/dev/video4", "C920", "046d_C920_1A2B@pci-0000:00:14.0-usb-0:9:1.0", "C920@usb-0000:00:14.0-9"});
  CHECK(other_names(cameras, cameras[3]) == Names{"A camera"});
}

}  // namespace evenkeel

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <string>

#include "app/capture/make_source.h"
#include "tests/unit/app/temporary_folder.h"

namespace evenkeel {
namespace {

using Kind = SourceSpec::Kind;

std::string refusal(const std::string& spec, const VideoRequest& request = {}) {
  std::string message;
  CHECK(make_source(spec, request, 1, message) == nullptr);
  return message;
}

/// While it lives the session has a D-Bus on which nobody answers.
class NoBus {
 public:
  NoBus() {
    if (const char* address = std::getenv(name)) before_ = address;
    setenv(name, "unix:path=/nowhere/bus", 1);
  }
  ~NoBus() { before_ ? setenv(name, before_->c_str(), 1) : unsetenv(name); }
  NoBus(const NoBus&) = delete;
  NoBus& operator=(const NoBus&) = delete;

 private:
  static constexpr const char* name = "DBUS_SESSION_BUS_ADDRESS";
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("A source option is a camera, the test picture or a file") {
  struct Row {
    const char* text;
    Kind kind;
    const char* name;
  };
  const Row row = GENERATE(values<Row>({{"camera", Kind::any_camera, ""},
                                        {"camera:desk", Kind::named_camera, "desk"},
                                        {"camera:/dev/video0", Kind::named_camera, "/dev/video0"},
                                        {"camera:a:b", Kind::named_camera, "a:b"},
                                        {"test", Kind::test, ""},
                                        {"screen", Kind::screen, ""},
                                        {"./screen", Kind::file, "./screen"},
                                        {"./test", Kind::file, "./test"},
                                        {"clip.webm", Kind::file, "clip.webm"},
                                        {"cameras.webm", Kind::file, "cameras.webm"}}));
  const std::optional<SourceSpec> spec = parse_source_spec(row.text);
  REQUIRE(spec);
  CHECK(spec->kind == row.kind);
  CHECK(spec->name == row.name);
}

TEST_CASE("A source option without a meaning is refused") {
  CHECK_FALSE(parse_source_spec(""));
  CHECK_FALSE(parse_source_spec("camera:"));
  CHECK(
      refusal("camera:") ==
      "Cannot tell a source from 'camera:'. Give --source 'camera', 'camera:NAME', 'screen', 'test' or a video file.");
}

TEST_CASE("A size or a rate that makes no sense is refused") {
  const VideoRequest request = GENERATE(
      VideoRequest{0, 0, 30}, VideoRequest{63, 48, 30}, VideoRequest{64, 47, 30}, VideoRequest{640, 4098, 30},
      VideoRequest{640, 480, 0}, VideoRequest{640, 480, 121}, VideoRequest{4097, 720, 30}, VideoRequest{640, 480, -1});
  CHECK(refusal("test", request).starts_with("Cannot make pictures of that size or rate."));
}

TEST_CASE("The test source needs nothing and has nothing to say") {
  std::string message = "old";
  const std::unique_ptr<VideoSource> source = make_source("test", {640, 360, 15}, 1, message);
  REQUIRE(source);
  CHECK(message.empty());
  CHECK(source->state().width == 640);
  CHECK(source->state().text == "test picture, 640x360 at 15 fps");
}

TEST_CASE("A file that cannot be read is reported in a sentence", "[gstreamer]") {
  CHECK(refusal("/nonexistent.webm") ==
        "Cannot read the video file '/nonexistent.webm': no such file. "
        "Give --source a readable video, 'camera' or 'test'.");
  CHECK(refusal("/").find("it is a folder") != std::string::npos);
  CHECK(refusal("/tmp/" + std::string(300, 'a')).find("aaa': File name too long. ") != std::string::npos);
  CHECK(refusal("/dev/null").starts_with("Cannot read the video file '/dev/null': it is a pipe or a device"));
  const test::TemporaryFolder folder;
  const std::string pipe = folder.path("video.webm");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);  // a writer would be waited for
  CHECK(refusal(pipe).find("it is a pipe or a device, not a file") != std::string::npos);
}

TEST_CASE("A camera that is not there is reported in a sentence", "[gstreamer]") {
  CHECK(refusal("camera:no such camera").starts_with("Cannot find the camera 'no such camera': "));
}

TEST_CASE("Without an option there is a source, and a notice that tells which", "[gstreamer]") {
  std::string message;
  CHECK(make_source(std::nullopt, {}, 1, message) != nullptr);
  CHECK(message.find("--source") != std::string::npos);
}

TEST_CASE("Where no desktop can be asked for a screen one sentence says so, without the words of D-Bus's library") {
  const NoBus no_bus;
  CHECK(
      refusal("screen") ==
      "Cannot show a screen or a window: this session has no D-Bus, by which the desktop would be asked what to show. "
      "Give --source a camera, a video file or 'test'.");
}

}  // namespace evenkeel

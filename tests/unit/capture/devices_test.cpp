#include <catch2/catch.hpp>

#include "app/capture/devices.h"
#include "app/capture/make_source.h"

namespace evenkeel {
namespace {

CameraInfo webcam() {
  return {"/dev/video0",
          "Webcam",
          CameraInfo::Backend::v4l2,
          {{1920, 1080, 30, "JPEG"},
           {1920, 1080, 5, "YUY2"},
           {1280, 720, 30, "JPEG"},
           {1280, 720, 10, "YUY2"},
           {640, 480, 60, "YUY2"},
           {640, 480, 30, "JPEG"},
           {640, 480, 30, "YUY2"}}};
}

std::string chosen(const CameraInfo& camera, int width, int height, double fps) {
  const CameraFormat* const f = choose_format(camera, width, height, fps);
  if (f == nullptr) return "none";
  return std::to_string(f->width) + "x" + std::to_string(f->height) + " " + std::to_string(static_cast<int>(f->fps)) +
         " " + f->pixels;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("A camera is used in the format nearest to what was asked for") {
  CHECK(chosen(webcam(), 1280, 720, 30) == "1280x720 30 JPEG");    // the rate counts more than raw pictures
  CHECK(chosen(webcam(), 1280, 720, 10) == "1280x720 10 YUY2");    // raw where the rate suffices
  CHECK(chosen(webcam(), 640, 480, 30) == "640x480 30 YUY2");      // no faster than needed
  CHECK(chosen(webcam(), 320, 240, 30) == "640x480 30 YUY2");      // the smallest that covers it
  CHECK(chosen(webcam(), 1300, 600, 30) == "1920x1080 30 JPEG");   // must cover both ways
  CHECK(chosen(webcam(), 3840, 2160, 30) == "1920x1080 30 JPEG");  // the biggest there is
  CHECK(chosen(CameraInfo{}, 1280, 720, 30) == "none");
}

TEST_CASE("A camera of unknown rate is taken to be fast enough") {
  const CameraInfo camera{"a", "a", CameraInfo::Backend::pipewire, {{640, 480, 0, "I420"}, {640, 480, 15, "JPEG"}}};
  CHECK(chosen(camera, 640, 480, 30) == "640x480 0 I420");
}

TEST_CASE("The pipeline pins what the camera delivers and converts the rest") {
  const std::string v4l2 = describe_camera_pipeline(webcam(), {1280, 720, 30});
  const std::string jpeg = "image/jpeg,width=1280,height=720";
  const std::string limit = ",framerate=[1/1,30/1]";
  const std::string square = ",pixel-aspect-ratio=1/1";  // a driver may leave open what shape its pixels have
  CHECK(v4l2.starts_with("v4l2src name=in ! " + jpeg + limit + square + ';' + jpeg + limit + ';' + jpeg + square + ';' +
                         jpeg + " ! jpegdec !"));
  CHECK(contains(v4l2, "format={I420,GRAY8}"));
  CHECK(v4l2.ends_with("appsink name=out max-buffers=1 drop=true sync=false"));

  const CameraInfo plain{"a", "a", CameraInfo::Backend::pipewire, {}};
  const std::string unknown = describe_camera_pipeline(plain, {640, 480, 29.97});
  CHECK(unknown.starts_with("pipewiresrc name=in do-timestamp=true ! videorate drop-only=true max-rate=30 !"));
}

}  // namespace evenkeel

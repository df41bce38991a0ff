#include "app/capture/gstreamer.h"

#include <catch2/catch.hpp>

namespace evenkeel {
namespace {

std::string package_of(const std::string& format) {
  const StructureHandle structure(gst_structure_from_string(format.c_str(), nullptr));
  REQUIRE(structure);
  return package_for(structure.get());
}

std::string text_of(GstStructure* content) {
  const MessageHandle message(gst_message_new_element(nullptr, content));
  return missing_plugin(message.get()).value_or("none");
}

}  // namespace

TEST_CASE("Each format has the package that reads it", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  CHECK(package_of("video/x-ivf") == "gstreamer1.0-plugins-bad");
  CHECK(package_of("video/mpeg, systemstream=(boolean)true, mpegversion=(int)1") == "gstreamer1.0-plugins-bad");
  CHECK(package_of("video/mpeg, systemstream=(boolean)false, mpegversion=(int)4") == "gstreamer1.0-libav");
  CHECK(package_of("application/x-yuv4mpeg, y4mversion=(int)2") == "gstreamer1.0-libav");
  CHECK(package_of("video/x-h264, stream-format=(string)avc") == "gstreamer1.0-libav");
  CHECK(package_of("video/x-ms-asf") == "gstreamer1.0-plugins-ugly");
  CHECK(package_of("video/x-matroska") == "gstreamer1.0-plugins-good");
  CHECK(package_of("video/x-theora") == "gstreamer1.0-plugins-base");
  CHECK(package_of("image/gif").empty());
}

TEST_CASE("A missing plug-in is named with its package", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  const auto missing = [](const char* format) {
    GstStructure* content = gst_structure_new("missing-plugin", "name", G_TYPE_STRING, "H.264 decoder", nullptr);
    const CapsHandle caps(gst_caps_from_string(format));
    gst_structure_set(content, "detail", GST_TYPE_CAPS, caps.get(), nullptr);
    return text_of(content);
  };
  CHECK(missing("video/x-h264") == "GStreamer has no H.264 decoder: 'apt install gstreamer1.0-libav' brings one");
  CHECK(missing("image/gif") ==
        "GStreamer has no H.264 decoder: no package of Debian has one; convert it with 'ffmpeg -i FILE FILE.webm'");
  CHECK(missing("EMPTY") == "GStreamer has no H.264 decoder; reinstall its packages");
  GstStructure* element = gst_structure_new("missing-plugin", "detail", G_TYPE_STRING, "videoscale", nullptr);
  CHECK(text_of(element) == "GStreamer has no plug-in for it; reinstall its packages");
  CHECK(text_of(gst_structure_new_empty("something-else")) == "none");
}

}  // namespace evenkeel

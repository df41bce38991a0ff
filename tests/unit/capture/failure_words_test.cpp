#include <catch2/catch.hpp>

#include "app/capture/gstreamer.h"
#include "app/capture/pipeline.h"

namespace evenkeel {
namespace {

std::string words(GQuark domain, int code, const char* detail = nullptr, Medium medium = Medium::device) {
  const ErrorHandle error(g_error_new_literal(domain, code, "Internal data stream error."));
  return failure_words(*error, detail, medium);
}

}  // namespace

TEST_CASE("What GStreamer says is put into words that say what to do", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  CHECK(words(GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_BUSY) == "another program uses it; close that one");
  CHECK(words(GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND) == "it is not there");
  CHECK(words(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED, "streaming stopped, reason not-negotiated (-4)") ==
        "it offers no format that can be used here; choose another one");
  CHECK(words(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED, "streaming stopped, reason error (-5)") ==
        "it broke off; unplug it and plug it in again if that goes on");
  CHECK(words(GST_STREAM_ERROR, GST_STREAM_ERROR_TYPE_NOT_FOUND) == "its format is not known here, or it is damaged");
  for (const GQuark domain : {GST_CORE_ERROR, GST_LIBRARY_ERROR, GST_RESOURCE_ERROR, GST_STREAM_ERROR}) {
    for (int code = 0; code < 20; ++code) {
      const std::string text = words(domain, code, "gstbasesrc.c(3132): gst_base_src_loop ()");
      INFO(domain << ' ' << code);
      CHECK(text.size() > 10);
      CHECK_FALSE(text.ends_with('.'));
      CHECK(text.find("stream error") == std::string::npos);
      CHECK(text.find("gst_") == std::string::npos);
    }
  }
}

TEST_CASE("Nobody is told to unplug a file, or to choose another device for it", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  CHECK(words(GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, nullptr, Medium::screen) == "it broke off");
  const Medium medium = GENERATE(Medium::video_file, Medium::sound_file);
  CHECK(words(GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN, nullptr, medium) ==
        (medium == Medium::video_file ? "there is no video in it" : "there is no sound in it"));
  for (const GQuark domain : {GST_RESOURCE_ERROR, GST_STREAM_ERROR}) {
    for (int code = 0; code < 20; ++code) {
      for (const char* const detail : {"reason error (-5)", "reason not-negotiated (-4)"}) {
        const std::string text = words(domain, code, detail, medium);
        INFO(text);
        CHECK(text.find("unplug") == std::string::npos);
        CHECK(text.find("choose another") == std::string::npos);
        CHECK(text.find("reinstall") == std::string::npos);
      }
    }
  }
}

TEST_CASE("A pipeline whose ends do not agree says so in words", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  std::string error;
  // What it may pass on is known only as it plays.
  const auto pipeline =
      Pipeline::create("videotestsrc num-buffers=5 ! identity ! capsfilter name=only ! appsink name=out", error);
  REQUIRE(pipeline);
  pipeline->set("only", "caps", "audio/x-raw");
  pipeline->play();
  std::optional<std::string> failure;
  for (int i = 0; i < 50 && !failure; ++i) {
    pipeline->pull(100ms);
    failure = pipeline->failure();
  }
  CHECK(failure == "it offers no format that can be used here; choose another one");
}

}  // namespace evenkeel

#include "app/capture/make_source.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "app/capture/gstreamer.h"
#include "tests/unit/capture/collector.h"

namespace evenkeel {
namespace {

/// Runs a pipeline to its end.
void run(const std::string& description) {
  REQUIRE_FALSE(init_gstreamer());
  const ObjectHandle<GstElement> pipeline(
      GST_ELEMENT(gst_object_ref_sink(gst_parse_launch(description.c_str(), nullptr))));
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  const ObjectHandle<GstBus> bus(gst_element_get_bus(pipeline.get()));
  constexpr auto end_or_error = static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  const MessageHandle message(gst_bus_timed_pop_filtered(bus.get(), 30 * GST_SECOND, end_or_error));
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  REQUIRE(message);
  REQUIRE(GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_EOS);
}

/// A WebM file that is removed afterwards, of streams as gst-launch takes them, each up to the multiplexer `m`.
class WebmFile {
 public:
  explicit WebmFile(const std::string& streams) {
    std::string pattern = (std::filesystem::temp_directory_path() / "evenkeel-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    // Names that are hard for URIs and for descriptions of pipelines.
    path_ = (folder_ / "a video, 100% \"ours\" ! #1.webm").string();
    run(streams + " webmmux name=m ! filesink location=" + (folder_ / "x").string());
    std::filesystem::rename(folder_ / "x", path_);
  }
  ~WebmFile() { std::filesystem::remove_all(folder_); }
  WebmFile(const WebmFile&) = delete;
  WebmFile& operator=(const WebmFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

std::string video(int width, int height, int frames) {
  return "videotestsrc num-buffers=" + std::to_string(frames) + " ! video/x-raw,width=" + std::to_string(width) +
         ",height=" + std::to_string(height) + ",framerate=50/1 ! vp8enc deadline=1 ! m.";
}

std::unique_ptr<VideoSource> open(const std::string& path, const VideoRequest& request = {}) {
  std::string error;
  std::unique_ptr<VideoSource> source = make_file_source(path, request, error);
  INFO(error);
  REQUIRE(source);
  return source;
}

}  // namespace

TEST_CASE("A file is played in its size and at its pace, again and again", "[gstreamer]") {
  const WebmFile file(video(200, 150, 10));
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(35));
  const SourceState state = source->state();
  source->stop();

  CHECK(state.kind == SourceState::Kind::running);
  CHECK(state.text == "file '" + file.path() + "', 200x150 at 50 fps");
  const std::vector<Picture> pictures = collector.pictures();
  for (std::size_t i = 1; i < pictures.size(); ++i) {
    REQUIRE(pictures[i].width == 200);
    REQUIRE(pictures[i].height == 150);
    REQUIRE(pictures[i].capture_time > pictures[i - 1].capture_time);
  }
  // Ten times 20 ms, and then from the start. A busy machine makes it slower, nothing makes it much faster.
  CHECK(pictures[34].capture_time - pictures[0].capture_time > 550ms);
}

TEST_CASE("A file bigger than the request is scaled down in its shape", "[gstreamer]") {
  const WebmFile file(video(640, 400, 5));
  const auto [width, height, out_width, out_height] =
      GENERATE(table<int, int, int, int>({{320, 320, 320, 200}, {1000, 200, 320, 200}, {640, 400, 640, 400}}));
  const auto source = open(file.path(), {width, height, 30});
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(1));
  CHECK(collector.pictures()[0].width == out_width);
  CHECK(collector.pictures()[0].height == out_height);
}

TEST_CASE("Sound in a file is left alone", "[gstreamer]") {
  const WebmFile file("audiotestsrc num-buffers=20 ! opusenc ! m. " + video(200, 150, 10));
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  CHECK(collector.wait_for(25));
}

TEST_CASE("A single picture is no video", "[gstreamer]") {
  const WebmFile file(video(200, 150, 1));
  std::string error;
  CHECK(make_file_source(file.path(), {}, error) == nullptr);
  CHECK(error.find("': there is only one picture in it. ") != std::string::npos);
}

TEST_CASE("A file without pictures is refused", "[gstreamer]") {
  const WebmFile file("audiotestsrc num-buffers=20 ! opusenc ! m.");
  std::string error;
  CHECK(make_file_source(file.path(), {}, error) == nullptr);
  CHECK(error.starts_with("Cannot read the video file '" + file.path() + "': "));
  CHECK(error.ends_with(". Give --source a readable video, 'camera' or 'test'."));
}

}  // namespace evenkeel

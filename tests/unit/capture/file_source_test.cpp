#include "app/capture/make_source.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

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

/// A file that is removed afterwards, of streams as gst-launch takes them, each up to the multiplexer `m`.
class WebmFile {
 public:
  explicit WebmFile(const std::string& streams, const std::string& muxer = "webmmux name=m") {
    std::string pattern = (std::filesystem::temp_directory_path() / "evenkeel-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    // Names that are hard for URIs and for descriptions of pipelines.
    path_ = (folder_ / "a video, 100% \"ours\" ! #1.webm").string();
    run(streams + ' ' + muxer + " ! filesink location=" + (folder_ / "x").string());
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

/// Writes the matrix of a quarter turn to the right into the header of a track (ISO/IEC 14496-12, 8.3.2).
void turn(const std::string& path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const std::string all(std::istreambuf_iterator<char>(file), {});
  const std::size_t header = all.rfind("tkhd");
  REQUIRE(header != std::string::npos);
  const std::size_t matrix = header + (all[header + 4] == 0 ? 44 : 56);  // behind times of 32 or of 64 bits
  const std::string turned("\0\0\0\0\0\1\0\0\0\0\0\0\xff\xff\0\0\0\0\0\0", 20);
  file.clear();
  file.seekp(static_cast<std::streamoff>(matrix));
  file << turned;
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

TEST_CASE("A single picture stands", "[gstreamer]") {
  const bool webm = GENERATE(true, false);
  const WebmFile file(webm ? video(200, 150, 1) : "videotestsrc num-buffers=1 ! video/x-raw,width=200,height=150 ! ",
                      webm ? "webmmux name=m" : "pngenc");
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(4));
  CHECK(source->state().kind == SourceState::Kind::running);
  const std::vector<Picture> pictures = collector.pictures();
  CHECK(pictures[3].data == pictures[0].data);
  CHECK(pictures[3].capture_time - pictures[0].capture_time > 1s);  // it is not decoded again and again
}

TEST_CASE("A file with pauses is not lost: the last picture stands, and the next one comes", "[gstreamer]") {
  const WebmFile file(
      "videotestsrc pattern=snow num-buffers=3 ! video/x-raw,width=200,height=150,framerate=1/2 ! "
      "vp8enc deadline=1 ! m.");
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(7));
  CHECK(source->state().kind == SourceState::Kind::running);
  std::vector<Picture> pictures = collector.pictures();
  CHECK(pictures[2].data == pictures[0].data);
  CHECK(pictures[6].data != pictures[0].data);
  for (std::size_t i = 1; i < pictures.size(); ++i) {
    CHECK(pictures[i].capture_time - pictures[i - 1].capture_time < 1s);
    CHECK(pictures[i].width == 200);
  }
}

TEST_CASE("A file that is cut off begins again", "[gstreamer]") {
  const WebmFile file(video(200, 150, 20));
  std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) / 2);
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(50));
  CHECK(source->state().kind == SourceState::Kind::running);
  for (const Picture& picture : collector.pictures()) REQUIRE(picture.width == 200);
}

TEST_CASE("A file of a telephone that was held upright is sent upright", "[gstreamer]") {
  const WebmFile file("videotestsrc num-buffers=3 ! video/x-raw,width=200,height=120,framerate=50/1 ! jpegenc ! m.",
                      "qtmux name=m");
  turn(file.path());
  const auto source = open(file.path(), {100, 100, 30});
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(1));
  CHECK(collector.pictures()[0].width == 60);
  CHECK(collector.pictures()[0].height == 100);
}

TEST_CASE("A picture keeps its shape where its pixels are not square", "[gstreamer]") {
  const WebmFile file(
      "videotestsrc num-buffers=3 ! video/x-raw,width=180,height=144,framerate=50/1,pixel-aspect-ratio=16/15 ! "
      "vp8enc deadline=1 ! m.");
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(1));
  CHECK(collector.pictures()[0].width == 192);
  CHECK(collector.pictures()[0].height == 144);
}

TEST_CASE("The colors of a file are those of its format", "[gstreamer]") {
  struct Row {
    const char* streams;
    const char* muxer;
  };
  const auto row = GENERATE(values<Row>({
      {"1 ! video/x-raw,format=RGB,width=64,height=720 !", "pngenc"},
      {"3 ! video/x-raw,format=RGB,width=64,height=64 ! jpegenc ! m.", "avimux name=m"},  // full range
      // VP8 is BT.601 (RFC 6386, section 9.2), unless the file says otherwise.
      {"3 ! video/x-raw,format=I420,width=64,height=720,colorimetry=bt601 ! vp8enc ! "
       "capssetter replace=true caps=video/x-vp8,width=64,height=720,framerate=30/1 ! m.",
       "webmmux name=m"},
      {"3 ! video/x-raw,format=I420,width=64,height=720,colorimetry=bt709 ! vp8enc ! m.", "webmmux name=m"},
      {"3 ! video/x-raw,format=I420,width=64,height=720,colorimetry=bt709 ! vp9enc deadline=1 ! m.", "webmmux name=m"},
      {"3 ! video/x-raw,format=I420,width=64,height=96 ! theoraenc ! m.", "oggmux name=m"},
      {"3 ! video/x-raw,format=YUY2,width=64,height=720 ! m.", "avimux name=m"},
  }));
  INFO(row.streams);
  const WebmFile file("videotestsrc pattern=red num-buffers=" + std::string(row.streams), row.muxer);
  const auto source = open(file.path());
  Collector collector;
  source->start(collector.sink());
  REQUIRE(collector.wait_for(1));
  const Picture picture = collector.pictures()[0];
  const std::size_t middle = picture.luma_size() / 2 + static_cast<std::size_t>(picture.width) / 2;
  CHECK(picture.y()[middle] == Approx(81).margin(4));
  CHECK(picture.u()[picture.chroma_size() / 2 + 16] == Approx(90).margin(4));
  CHECK(picture.v()[picture.chroma_size() / 2 + 16] == Approx(240).margin(4));
}

TEST_CASE("A file without pictures is refused for what it is", "[gstreamer]") {
  const WebmFile sound("audiotestsrc num-buffers=20 ! opusenc ! m.");
  std::string error;
  CHECK(make_file_source(sound.path(), {}, error) == nullptr);
  CHECK(error == "Cannot read the video file '" + sound.path() +
                     "': there is no video in it. Give --source a readable video, 'camera' or 'test'.");
  std::filesystem::resize_file(sound.path(), 0);
  CHECK(make_file_source(sound.path(), {}, error) == nullptr);
  CHECK(error.find("': it is empty. ") != std::string::npos);
}

}  // namespace evenkeel

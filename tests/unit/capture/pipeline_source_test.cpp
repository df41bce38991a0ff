#include "app/capture/pipeline_source.h"

#include <atomic>
#include <catch2/catch.hpp>

#include "tests/unit/capture/collector.h"

namespace evenkeel {
namespace {

std::unique_ptr<Pipeline> make(const std::string& description, std::string& error) {
  return Pipeline::create(description, error);
}

constexpr const char* out = " ! video/x-raw,format=I420,width=64,height=48,framerate=50/1 ! appsink name=out sync=true";

ObjectHandle<GstBus> bus_of(const Pipeline& pipeline) {
  const ObjectHandle<GstObject> whole(gst_object_get_parent(GST_OBJECT(pipeline.find("out").get())));
  return ObjectHandle<GstBus>(gst_element_get_bus(GST_ELEMENT(whole.get())));
}

}  // namespace

TEST_CASE("A file that breaks off begins again, and is not lost", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  std::atomic<int> opened = 0;
  PipelineSourceConfig config;
  config.what = "file";
  config.medium = Medium::video_file;
  config.open = [&](std::string& error) {
    ++opened;
    return make("videotestsrc num-buffers=9 ! identity error-after=6" + std::string(out), error);
  };
  PipelineSource source(config);
  Collector collector;
  source.start(collector.sink());
  REQUIRE(collector.wait_for(20));
  CHECK(opened > 2);
  CHECK(source.state().kind == SourceState::Kind::running);
  for (const Picture& picture : collector.pictures()) CHECK(picture.width == 64);
}

TEST_CASE("A file that breaks off without an end begins again after a while", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  std::atomic<int> opened = 0;
  std::vector<ObjectHandle<GstPad>> pads;
  PipelineSourceConfig config;
  config.what = "file";
  config.medium = Medium::video_file;
  config.open = [&](std::string& error) {
    ++opened;
    auto pipeline = make("videotestsrc num-buffers=9 ! identity error-after=6 name=in" + std::string(out), error);
    pads.emplace_back(gst_element_get_static_pad(pipeline->find("in").get(), "src"));
    const auto swallow = [](GstPad*, GstPadProbeInfo* info, gpointer) {
      return GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_EOS ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
    };
    gst_pad_add_probe(pads.back().get(), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, swallow, nullptr, nullptr);
    return pipeline;
  };
  PipelineSource source(config);
  Collector collector;
  source.start(collector.sink());
  REQUIRE(collector.wait_for(14));  // five, and the last of them again twice a second
  CHECK(opened > 1);
}

TEST_CASE("A source that takes long to start has a notice", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  PipelineSourceConfig config;
  config.what = "camera 'desk'";
  config.opening = "THE CAMERA STARTS";
  config.heading = "CAMERA LOST";
  config.request = {320, 180, 30};
  config.open = [](std::string& error) { return make("appsrc ! appsink name=out", error); };
  PipelineSource source(config);
  Collector collector;
  source.start(collector.sink());
  REQUIRE(collector.wait_for(3));
  CHECK(source.state().kind == SourceState::Kind::starting);
  CHECK(collector.pictures()[0].width == 320);
}

TEST_CASE("The messages of a camera that works are read, and do not pile up", "[gstreamer]") {
  REQUIRE_FALSE(init_gstreamer());
  ObjectHandle<GstBus> bus;
  PipelineSourceConfig config;
  config.what = "camera";
  config.open = [&](std::string& error) {
    auto pipeline = make("videotestsrc is-live=true" + std::string(out), error);
    bus = bus_of(*pipeline);
    return pipeline;
  };
  PipelineSource source(config);
  Collector collector;
  source.start([&, deliver = collector.sink(), pictures = 0](std::shared_ptr<const Picture> picture) mutable {
    if (++pictures == 10) {
      for (int i = 0; i < 50; ++i) {
        gst_bus_post(bus.get(), gst_message_new_application(nullptr, gst_structure_new_empty("warning")));
      }
    }
    deliver(std::move(picture));
  });
  REQUIRE(collector.wait_for(120));
  CHECK(source.state().kind == SourceState::Kind::running);
  source.stop();
  int waiting = 0;
  while (const MessageHandle message{gst_bus_pop_filtered(bus.get(), GST_MESSAGE_APPLICATION)}) ++waiting;
  CHECK(waiting == 0);
}

}  // namespace evenkeel

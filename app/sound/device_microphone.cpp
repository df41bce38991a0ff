#include "app/sound/device_microphone.h"

#include <gst/app/gstappsink.h>

#include <mutex>
#include <span>
#include <utility>

#include "app/sound/block_assembler.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

// Periods of 5 ms: docs/results/audio.md has what longer ones cost. What comes is stamped as it comes, so that it does
// not matter which clock the service has.
constexpr const char* microphone_pipeline =
    "pulsesrc name=device client-name=Evenkeel buffer-time=10000 latency-time=5000 provide-clock=false ! "
    "audioconvert ! audioresample ! audio/x-raw,format=S16LE,rate=48000,channels=1 ! "
    "appsink name=out sync=false max-buffers=20 drop=true";

}  // namespace

class DeviceMicrophone::Recording final : public DeviceUse {
 public:
  Recording(const DeviceChoice& choice, SoundSink sink)
      : DeviceUse(choice, {microphone_pipeline, 0, "nothing comes from it"}), sink_(std::move(sink)) {}

 private:
  /// What a pipeline owns of its recording.
  struct Feed {
    std::shared_ptr<Recording> recording;
    std::int64_t use;
  };

  void connect(Pipeline& pipeline) override {
    assembler_.clear();
    GstAppSinkCallbacks callbacks{};
    callbacks.new_sample = on_sample;
    const auto self = std::static_pointer_cast<Recording>(shared_from_this());
    gst_app_sink_set_callbacks(GST_APP_SINK(pipeline.find("out").get()), &callbacks, new Feed{self, use()},
                               [](gpointer feed) { delete static_cast<Feed*>(feed); });
  }

  void cut() override {
    const std::lock_guard lock(mutex_);
    sink_ = nullptr;
  }

  /// On GStreamer's thread that brings the sound.
  static GstFlowReturn on_sample(GstAppSink* out, gpointer data) {
    const Feed& feed = *static_cast<Feed*>(data);
    const SampleHandle sample(gst_app_sink_pull_sample(out));
    if (sample) feed.recording->deliver(sample.get(), feed.use);
    return GST_FLOW_OK;
  }

  void deliver(GstSample* sample, std::int64_t of_use) {
    GstBuffer* const buffer = gst_sample_get_buffer(sample);
    GstMapInfo map;
    if (gst_buffer_map(buffer, &map, GST_MAP_READ) == FALSE) return;
    // GStreamer aligns what it gives.
    const auto* const samples = reinterpret_cast<const std::int16_t*>(map.data);
    {
      const std::lock_guard lock(mutex_);
      const bool wanted = sink_ && of_use == use();
      if (wanted) assembler_.add(std::span(samples, map.size / sizeof(std::int16_t)), monotonic_now(), sink_);
    }
    count_block();
    gst_buffer_unmap(buffer, &map);
  }

  std::mutex mutex_;  // of what follows, and of calls of the sink
  SoundSink sink_;
  BlockAssembler assembler_;
};

DeviceMicrophone::DeviceMicrophone(std::optional<std::string> name)
    : choice_(DeviceChoice::Direction::microphone, std::move(name)),
      recording_(std::make_shared<Recording>(choice_, nullptr)) {}

DeviceMicrophone::~DeviceMicrophone() { stop(); }

void DeviceMicrophone::start(SoundSink sink) {
  recording_.replace(std::make_shared<Recording>(choice_, std::move(sink)));
  recording_.get()->begin();
}

void DeviceMicrophone::stop() { recording_.replace(std::make_shared<Recording>(choice_, nullptr)); }

SourceState DeviceMicrophone::state() const { return recording_.get()->state(); }

}  // namespace evenkeel

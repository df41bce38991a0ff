#include "app/sound/device_microphone.h"

#include <span>
#include <utility>

#include "core/net/wakeup.h"

namespace evenkeel {
namespace {

constexpr Duration pull_slice = 100ms;  // how soon a failure or stop() is noticed
constexpr Duration check_period = 1s;
constexpr Duration retry_period = 1s;
constexpr Duration first_limit = 4s;  // without sound after the start: lost
constexpr Duration silence_limit = 1500ms;

// Periods of 5 ms: docs/results/audio.md has what longer ones cost. What comes is stamped as it comes, so that it does
// not matter which clock the service has.
constexpr const char* pipeline_text =
    "pulsesrc name=in client-name=Evenkeel buffer-time=10000 latency-time=5000 provide-clock=false ! audioconvert ! "
    "audioresample ! audio/x-raw,format=S16LE,rate=48000,channels=1 ! appsink name=out sync=false max-buffers=20 "
    "drop=true";

}  // namespace

DeviceMicrophone::DeviceMicrophone(std::optional<std::string> name)
    : choice_(DeviceChoice::Direction::microphone, std::move(name)), state_(choice_.text()) {}

void DeviceMicrophone::start(SoundSink sink) {
  stop();
  thread_ = std::jthread([this, sink = std::move(sink)](const std::stop_token& stop) { run(stop, sink); });
}

void DeviceMicrophone::stop() {
  thread_ = {};
  state_.set_starting();
}

void DeviceMicrophone::run(const std::stop_token& stop, const SoundSink& sink) {
  enter_realtime_class();
  while (!stop.stop_requested()) {
    SoundDevice device;
    std::string why;
    auto pipeline = open(device, why);
    if (pipeline) why = record(stop, sink, *pipeline, device);
    if (stop.stop_requested()) return;
    state_.set_lost(why);
    pipeline.reset();  // which may take as long as a service does not answer
    sleep_until(monotonic_now() + retry_period, stop);
  }
}

std::unique_ptr<Pipeline> DeviceMicrophone::open(SoundDevice& device, std::string& error) const {
  const auto found = choice_.find();
  error = found.error;
  if (!found) return nullptr;
  device = *found;
  auto pipeline = Pipeline::create(pipeline_text, error);
  if (pipeline) pipeline->set("in", "device", device.name);
  return pipeline;
}

/// Until it fails; returns why.
std::string DeviceMicrophone::record(const std::stop_token& stop, const SoundSink& sink, Pipeline& pipeline,
                                     const SoundDevice& device) {
  assembler_.clear();
  pipeline.play();
  LocalTime last = monotonic_now();
  LocalTime checked = last;
  bool began = false;
  while (!stop.stop_requested()) {
    const SampleHandle sample = pipeline.pull(pull_slice);
    const LocalTime now = monotonic_now();
    if (sample) {
      if (!std::exchange(began, true)) state_.set_running(device.display);
      deliver(sample.get(), sink);
      last = now;
    }
    if (const auto failure = pipeline.failure()) return *failure;
    if (pipeline.at_end()) return "it has ended";
    if (now - last > (began ? silence_limit : first_limit)) return "nothing comes from it";
    // Not of a service that may have stopped answering.
    if (now - last > pull_slice || now - checked < check_period) continue;
    checked = now;
    if (auto moved = choice_.check(device, pipeline.get("in", "current-device")); !moved.empty()) return moved;
  }
  return {};
}

void DeviceMicrophone::deliver(GstSample* sample, const SoundSink& sink) {
  GstBuffer* const buffer = gst_sample_get_buffer(sample);
  GstMapInfo map;
  if (gst_buffer_map(buffer, &map, GST_MAP_READ) == FALSE) return;
  // GStreamer aligns what it gives.
  const auto* const samples = reinterpret_cast<const std::int16_t*>(map.data);
  assembler_.add(std::span(samples, map.size / sizeof(std::int16_t)), monotonic_now(), sink);
  gst_buffer_unmap(buffer, &map);
}

}  // namespace evenkeel

#include "app/sound/device_loudspeaker.h"

#include <cstring>
#include <utility>

#include "core/net/clock.h"
#include "core/net/wakeup.h"

namespace evenkeel {
namespace {

constexpr Duration watch_period = 100ms;
constexpr Duration check_period = 1s;
constexpr Duration retry_period = 1s;
constexpr Duration first_limit = 4s;  // that it takes nothing after the start: lost
constexpr Duration silence_limit = 1500ms;

// One block at a time, as the device asks for it: nothing waits in between. Periods of 5 ms: docs/results/audio.md.
constexpr const char* pipeline_text =
    "appsrc name=from format=time is-live=true max-bytes=1 "
    "caps=audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved ! audioconvert ! audioresample ! "
    "pulsesink name=to client-name=Evenkeel sync=false buffer-time=20000 latency-time=5000";

}  // namespace

DeviceLoudspeaker::DeviceLoudspeaker(std::optional<std::string> name)
    : choice_(DeviceChoice::Direction::loudspeaker, std::move(name)), state_(choice_.text()) {}

void DeviceLoudspeaker::start(SoundPull pull) {
  stop();
  timer_.start(std::move(pull));
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void DeviceLoudspeaker::stop() {
  timer_.stop();
  thread_ = {};
  state_.set_starting();
}

bool DeviceLoudspeaker::realtime() const {
  return state().kind == SourceState::Kind::running ? realtime_.load() : timer_.realtime();
}

void DeviceLoudspeaker::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    SoundDevice device;
    std::string why;
    auto pipeline = open(device, why);
    if (pipeline) why = play(stop, *pipeline, device);
    if (stop.stop_requested()) return;
    state_.set_lost(why);
    pipeline.reset();  // which may take as long as a service does not answer
    sleep_until(monotonic_now() + retry_period, stop);
  }
}

std::unique_ptr<Pipeline> DeviceLoudspeaker::open(SoundDevice& device, std::string& error) {
  const auto found = choice_.find();
  error = found.error;
  if (!found) return nullptr;
  device = *found;
  auto pipeline = Pipeline::create(pipeline_text, error);
  if (pipeline) pipeline->set("to", "device", device.name);
  return pipeline;
}

void DeviceLoudspeaker::connect(Pipeline& pipeline) {
  sink_ = pipeline.find("to");
  least_ = {};
  pushed_ = 0;
  entered_ = false;
  GstAppSrcCallbacks callbacks{};
  callbacks.need_data = on_need_data;
  gst_app_src_set_callbacks(GST_APP_SRC(pipeline.find("from").get()), &callbacks, this, nullptr);
}

/// Until it fails; returns why.
std::string DeviceLoudspeaker::play(const std::stop_token& stop, Pipeline& pipeline, const SoundDevice& device) {
  connect(pipeline);
  const std::int64_t before = taken_;
  pipeline.play();
  std::int64_t seen = before;
  LocalTime last = monotonic_now();
  LocalTime checked = last;
  while (sleep_until(monotonic_now() + watch_period, stop)) {
    const LocalTime now = monotonic_now();
    if (const auto failure = pipeline.failure()) return *failure;
    constexpr std::int64_t filling = 8;  // that many it takes at once, whether or not it plays them
    const bool began = taken_ > before + filling;
    if (std::exchange(seen, taken_.load()) != taken_) last = now;
    if (began) state_.set_running(device.display);
    if (now - last > (began ? silence_limit : first_limit)) return "it takes nothing";
    // Not of a service that may have stopped answering.
    if (now - last > watch_period || now - checked < check_period) continue;
    checked = now;
    if (auto moved = choice_.check(device, pipeline.get("to", "current-device")); !moved.empty()) return moved;
  }
  return {};
}

void DeviceLoudspeaker::on_need_data(GstAppSrc* source, guint, gpointer self) {
  static_cast<DeviceLoudspeaker*>(self)->push_block(source);
}

/// On GStreamer's thread that feeds the device.
void DeviceLoudspeaker::push_block(GstAppSrc* source) {
  if (!std::exchange(entered_, true)) realtime_ = enter_realtime_class();
  SoundBlock block;
  timer_.take(block, held());
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, sizeof block, nullptr);
  gst_buffer_fill(buffer, 0, block.data(), sizeof block);
  gst_app_src_push_buffer(source, buffer);  // which takes the buffer over
  ++pushed_;
  ++taken_;
}

/// What was pushed and has not been heard, by the service's count of what it played.
Duration DeviceLoudspeaker::held() {
  const ObjectHandle<GstClock> clock(gst_element_provide_clock(sink_.get()));
  const GstClockTime played = clock ? gst_clock_get_internal_time(clock.get()) : GST_CLOCK_TIME_NONE;
  const Duration heard(GST_CLOCK_TIME_IS_VALID(played) ? static_cast<std::int64_t>(played) : 0);
  return least_.on_measured(pushed_ * block_duration - heard, monotonic_now());
}

}  // namespace evenkeel

#include "app/sound/device_loudspeaker.h"

#include <gst/app/gstappsrc.h>

#include <utility>

#include "app/sound/least_held.h"
#include "app/sound/timed_pull.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

// One block at a time, as the device asks for it: nothing waits in between. Periods of 5 ms: docs/results/audio.md.
constexpr const char* loudspeaker_pipeline =
    "appsrc name=from format=time is-live=true max-bytes=1 "
    "caps=audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved ! audioconvert ! audioresample ! "
    "pulsesink name=device client-name=Evenkeel sync=false buffer-time=20000 latency-time=5000";

// By the buffer above; what the service says at first is of a stream that has hardly begun.
constexpr Duration held_at_first = 20ms;
constexpr Duration first_played = 500ms;
constexpr std::int64_t filling = 8;  // blocks that it takes at once, whether or not it plays them

}  // namespace

class DeviceLoudspeaker::Playing final : public DeviceUse {
 public:
  explicit Playing(const DeviceChoice& choice)
      : DeviceUse(choice, {loudspeaker_pipeline, filling, "it takes nothing"}) {}

  /// Until the device takes blocks the timer does.
  void begin(SoundPull pull) {
    timer_.start(std::move(pull));
    DeviceUse::begin();
  }
  SchedulingClass scheduling() const {
    return state().kind == SourceState::Kind::running ? DeviceUse::scheduling() : timer_.scheduling();
  }

 private:
  /// What a pipeline owns of its playing.
  struct Feed {
    std::shared_ptr<Playing> playing;
    std::int64_t use;
    ObjectHandle<GstElement> sink;
    LeastHeld least{};
    std::int64_t pushed = 0;  // blocks

    /// What was pushed and has not been heard, by the service's count of what it played.
    Duration held() {
      const ObjectHandle<GstClock> clock(gst_element_provide_clock(sink.get()));
      const GstClockTime played = clock ? gst_clock_get_internal_time(clock.get()) : GST_CLOCK_TIME_NONE;
      const Duration heard(GST_CLOCK_TIME_IS_VALID(played) ? static_cast<std::int64_t>(played) : 0);
      if (heard < first_played) return held_at_first;
      return least.on_measured(pushed * block_duration - heard, monotonic_now());
    }
  };

  void connect(Pipeline& pipeline) override {
    GstAppSrcCallbacks callbacks{};
    callbacks.need_data = on_need_data;
    const auto self = std::static_pointer_cast<Playing>(shared_from_this());
    gst_app_src_set_callbacks(GST_APP_SRC(pipeline.find("from").get()), &callbacks,
                              new Feed{self, use(), pipeline.find("device")},
                              [](gpointer feed) { delete static_cast<Feed*>(feed); });
  }
  void on_lost() override { timer_.on_lost(); }
  void cut() override { timer_.stop(); }

  /// On GStreamer's thread that feeds the device.
  static void on_need_data(GstAppSrc* source, guint, gpointer data) {
    Feed& feed = *static_cast<Feed*>(data);
    if (feed.use == feed.playing->use()) feed.playing->push_block(source, feed);
  }

  void push_block(GstAppSrc* source, Feed& feed) {
    SoundBlock block;
    timer_.take(block, feed.held());
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, sizeof block, nullptr);
    gst_buffer_fill(buffer, 0, block.data(), sizeof block);
    gst_app_src_push_buffer(source, buffer);  // which takes the buffer over
    ++feed.pushed;
    count_block();
  }

  TimedPull timer_;
};

DeviceLoudspeaker::DeviceLoudspeaker(std::optional<std::string> name)
    : choice_(DeviceChoice::Direction::loudspeaker, std::move(name)), playing_(std::make_shared<Playing>(choice_)) {}

DeviceLoudspeaker::~DeviceLoudspeaker() { stop(); }

void DeviceLoudspeaker::start(SoundPull pull) {
  playing_.replace(std::make_shared<Playing>(choice_));
  playing_.get()->begin(std::move(pull));
}

void DeviceLoudspeaker::stop() { playing_.replace(std::make_shared<Playing>(choice_)); }

SourceState DeviceLoudspeaker::state() const { return playing_.get()->state(); }

SchedulingClass DeviceLoudspeaker::scheduling() const { return playing_.get()->scheduling(); }

}  // namespace evenkeel

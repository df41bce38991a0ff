#include "app/sound/device_use.h"

#include <unistd.h>

#include <thread>

#include "app/process/program_end.h"
#include "app/sound/stream_place.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration watch_period = 100ms;
constexpr Duration retry_period = 1s;
constexpr Duration first_limit = 4s;  // without a block after the start: lost
constexpr Duration silence_limit = 1500ms;
constexpr Duration closing_limit = 300ms;  // a service that answers needs a tenth of that

/// The client of the sound service has a thread too, which every block passes: it inherits the class, but not from
/// RealtimeKit, which lets no thread pass it on.
void play(Pipeline& pipeline) {
  enter_realtime_class();
  pipeline.play();
  leave_realtime_class();
}

}  // namespace

void DeviceUse::begin() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = false;
  }
  std::thread([self = shared_from_this(), left = std::make_unique<DetachedWork>()]() mutable {
    self->run();
    {
      const std::lock_guard lock(self->mutex_);
      self->ended_ = true;
      self->ended_changed_.notify_all();
    }
    self.reset();
  }).detach();
}

void DeviceUse::end() {
  stop_.request_stop();
  cut();
  std::unique_lock lock(mutex_);
  ended_changed_.wait_for(lock, closing_limit, [this] { return ended_; });
}

void DeviceUse::run() {
  const std::stop_token stop = stop_.get_token();
  do {
    SoundDevice device;
    std::string why;
    const auto pipeline = open(device, why);
    if (stop.stop_requested()) return;
    if (pipeline) why = watch(pipeline, device);
    ++use_;
    if (stop.stop_requested()) return;
    state_.set_lost(why);
    on_lost();
    // Closing the pipeline, here, may take as long as a service does not answer.
  } while (sleep_until(monotonic_now() + retry_period, stop));
}

std::shared_ptr<Pipeline> DeviceUse::open(SoundDevice& device, std::string& error) {
  const auto found = choice_.find();
  error = found.error;
  if (!found) return nullptr;
  device = *found;
  std::shared_ptr<Pipeline> pipeline = Pipeline::create(config_.pipeline, error);
  if (!pipeline) return nullptr;
  // A stream without a device is moved by the service where the system's choice changes.
  if (choice_.name() || !device.is_default) pipeline->set("device", "device", device.name);
  // By its role a Bluetooth headset goes to the profile that has a microphone, and music is turned down. PipeWire ends
  // a stream that is not to reconnect when its device disappears, and does not move it to another one.
  std::string properties = "props,media.role=(string)phone";
  if (choice_.name()) properties += ",node.dont-reconnect=(string)true";
  pipeline->set("device", "stream-properties", properties);
  listen(*pipeline);
  connect(*pipeline);
  return pipeline;
}

/// To its threads, as they begin and end, and to changes of its stream.
void DeviceUse::listen(Pipeline& pipeline) {
  using Self = std::shared_ptr<DeviceUse>;
  const auto device = pipeline.find("device");
  const ObjectHandle<GstObject> whole(gst_object_get_parent(GST_OBJECT(device.get())));
  const ObjectHandle<GstBus> bus(gst_element_get_bus(GST_ELEMENT(whole.get())));
  gst_bus_set_sync_handler(bus.get(), on_message, new Self(shared_from_this()),
                           [](gpointer self) { delete static_cast<Self*>(self); });
  const auto on_change = +[](GObject*, GParamSpec*, gpointer self) { (*static_cast<Self*>(self))->changed_ = true; };
  g_signal_connect_data(
      device.get(), "notify::current-device", G_CALLBACK(on_change), new Self(shared_from_this()),
      [](gpointer self, GClosure*) { delete static_cast<Self*>(self); }, GConnectFlags());
}

GstBusSyncReply DeviceUse::on_message(GstBus*, GstMessage* message, gpointer self) {
  if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_STREAM_STATUS) return GST_BUS_PASS;
  GstStreamStatusType type{};
  gst_message_parse_stream_status(message, &type, nullptr);
  DeviceUse& use = **static_cast<std::shared_ptr<DeviceUse>*>(self);
  if (type == GST_STREAM_STATUS_TYPE_ENTER) {
    use.device_thread_ = gettid();
    enter_realtime_class_by_help();
  }
  if (type == GST_STREAM_STATUS_TYPE_LEAVE) leave_realtime_class();  // it serves other pipelines afterwards
  return GST_BUS_PASS;
}

/// Until it fails; returns why.
std::string DeviceUse::watch(const std::shared_ptr<Pipeline>& pipeline, SoundDevice device) {
  const std::stop_token stop = stop_.get_token();
  StreamPlace place([pipeline] { return pipeline->get("device", "current-device"); });
  const std::int64_t before = blocks_;
  play(*pipeline);
  std::int64_t seen = before;
  LocalTime last = monotonic_now();
  while (sleep_until(monotonic_now() + watch_period, stop)) {
    const LocalTime now = monotonic_now();
    if (const auto failure = pipeline->failure()) return *failure;
    const bool began = blocks_ > before + config_.filling;
    if (std::exchange(seen, blocks_.load()) != blocks_) last = now;
    if (began) state_.set_running(device.display);
    if (now - last > (began ? silence_limit : first_limit)) return config_.silence;
    if (!began) continue;
    const auto current = place.step(now, changed_.exchange(false));
    if (!current) continue;
    if (auto moved = choice_.check(device, *current); !moved.empty()) return moved;
    if (!current->empty() && *current != device.name) device = choice_.describe(*current);
  }
  return {};
}

}  // namespace evenkeel

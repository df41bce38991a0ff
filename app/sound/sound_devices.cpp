#include "app/sound/sound_devices.h"

#include <gst/gst.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "app/capture/gstreamer.h"
#include "app/sound/shared_query.h"
#include "app/sound/sound_service.h"

namespace evenkeel {
namespace {

/// What the services give where they have no loudspeaker, so that programs find one all the same.
constexpr const char* no_loudspeaker = "auto_null";
constexpr const char* no_microphone = "auto_null.monitor";

std::string text_of(const GstStructure* properties, const char* field) {
  const char* const text = properties != nullptr ? gst_structure_get_string(properties, field) : nullptr;
  return text != nullptr ? text : "";
}

SoundDevice describe(GstDevice* device) {
  SoundDevice out;
  gchar* raw = nullptr;
  g_object_get(device, "internal-name", &raw, nullptr);
  const StringHandle name(raw);
  const StringHandle display(gst_device_get_display_name(device));
  const StructureHandle properties(gst_device_get_properties(device));
  out.name = name ? name.get() : "";
  out.display = display ? display.get() : "";
  out.monitor = text_of(properties.get(), "device.class") == "monitor" || out.name.ends_with(".monitor");
  gboolean is_default = FALSE;
  if (properties) gst_structure_get_boolean(properties.get(), "is-default", &is_default);
  out.is_default = is_default != FALSE;
  return out;
}

/// Those of a provider that is started for it: only then it asks which are the system's own choice.
GList* devices_of(GstDeviceProvider* provider) {
  if (gst_device_provider_start(provider) == FALSE) return nullptr;
  GList* const devices = gst_device_provider_get_devices(provider);
  gst_device_provider_stop(provider);
  return devices;
}

SoundDevices ask() {
  constexpr const char* no_service =
      "No sound service runs on this machine, so there is no sound; PipeWire with pipewire-pulse is one.";
  static std::atomic<bool> may_begin{true};  // by the first question: PulseAudio begins with its first client
  SoundDevices out;
  if (!may_begin.exchange(false) && !sound_service_listens()) {
    out.error = no_service;
    return out;
  }
  const ObjectHandle<GstDeviceProvider> provider(gst_device_provider_factory_get_by_name("pulsedeviceprovider"));
  if (!provider) {
    out.error = "GStreamer's plug-in for sound is missing, so there is no sound; install gstreamer1.0-plugins-good.";
    return out;
  }
  GList* const devices = devices_of(provider.get());
  for (const GList* l = devices; l != nullptr; l = l->next) {
    GstDevice* const device = GST_DEVICE(l->data);
    SoundDevice found = describe(device);
    if (found.name.empty() || found.name == no_loudspeaker || found.name == no_microphone) continue;
    const bool source = gst_device_has_classes(device, "Audio/Source") != FALSE;
    (source ? out.microphones : out.loudspeakers).push_back(std::move(found));
  }
  // Even without any hardware a service that runs has something to name.
  if (devices == nullptr) {
    out.error = no_service;
  }
  g_list_free_full(devices, gst_object_unref);
  std::ranges::stable_sort(out.microphones, {}, &SoundDevice::monitor);
  return out;
}

/// Never destroyed: a thread that is left behind may outlast main().
std::optional<SoundDevices> query(Duration limit) {
  static auto* const shared = new SharedQuery<SoundDevices>(ask);
  return shared->wait(limit);
}

}  // namespace

SoundDevices list_sound_devices(Duration limit) {
  SoundDevices out;
  if (const auto not_started = init_gstreamer()) return out.error = *not_started, out;
  if (auto found = query(limit)) return *found;
  out.error = "The sound service does not answer; 'systemctl --user restart pipewire-pulse' restarts that of PipeWire.";
  return out;
}

const SoundDevice* find_sound_device(const std::vector<SoundDevice>& devices, const std::string& name) {
  const auto by = [&](std::string SoundDevice::*text) {
    const auto found = std::ranges::find(devices, name, text);
    return found != devices.end() ? &*found : nullptr;
  };
  const SoundDevice* const named = by(&SoundDevice::name);
  return named != nullptr ? named : by(&SoundDevice::display);
}

const SoundDevice* choose_sound_device(const std::vector<SoundDevice>& devices) {
  const auto is_chosen = [](const SoundDevice& d) { return d.is_default && !d.monitor; };
  auto found = std::ranges::find_if(devices, is_chosen);
  if (found == devices.end()) found = std::ranges::find(devices, false, &SoundDevice::monitor);
  return found != devices.end() ? &*found : nullptr;
}

std::string names_of(const std::vector<SoundDevice>& devices) {
  std::string out;
  for (const SoundDevice& device : devices) {
    if (!device.monitor) out += (out.empty() ? "'" : ", '") + device.name + "'";
  }
  return out;
}

}  // namespace evenkeel

#include "app/capture/camera_search.h"

#include <gst/gst.h>
#include <libudev.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "app/capture/gstreamer.h"
#include "app/capture/pipewire_socket.h"

namespace evenkeel {
namespace {

std::string text_of(const GstStructure* properties, const char* field) {
  const char* const text = gst_structure_get_string(properties, field);
  return text != nullptr ? text : "";
}

/// A number, or the upper end of a range of them; 0 for anything else.
int int_of(const GstStructure* structure, const char* field) {
  const GValue* const value = gst_structure_get_value(structure, field);
  if (value == nullptr) return 0;
  if (G_VALUE_HOLDS_INT(value)) return g_value_get_int(value);
  return GST_VALUE_HOLDS_INT_RANGE(value) ? gst_value_get_int_range_max(value) : 0;
}

double fraction_of(const GstStructure* structure, const char* field) {
  const GValue* value = gst_structure_get_value(structure, field);
  if (value != nullptr && GST_VALUE_HOLDS_FRACTION_RANGE(value)) value = gst_value_get_fraction_range_max(value);
  if (value == nullptr || !GST_VALUE_HOLDS_FRACTION(value)) return 0;
  const int denominator = gst_value_get_fraction_denominator(value);
  return denominator > 0 ? static_cast<double>(gst_value_get_fraction_numerator(value)) / denominator : 0;
}

/// Lists only formats that the camera source can use: raw pictures and JPEG, with a size.
CameraFormat format_of(const GstStructure* structure) {
  CameraFormat format{int_of(structure, "width"), int_of(structure, "height"), fraction_of(structure, "framerate"), ""};
  if (gst_structure_has_name(structure, "image/jpeg") != FALSE) format.pixels = "JPEG";
  if (gst_structure_has_name(structure, "video/x-raw") != FALSE) format.pixels = text_of(structure, "format");
  return format;
}

/// Keeps the highest rate of each size and pixel format.
void add_format(std::vector<CameraFormat>& formats, const CameraFormat& format) {
  if (format.width <= 0 || format.height <= 0 || format.pixels.empty()) return;
  const auto key = [](const CameraFormat& f) { return std::tie(f.width, f.height, f.pixels); };
  const auto same = std::ranges::find_if(formats, [&](const CameraFormat& f) { return key(f) == key(format); });
  if (same == formats.end()) {
    formats.push_back(format);
  } else {
    same->fps = std::max(same->fps, format.fps);
  }
}

std::vector<CameraFormat> formats_of(GstDevice* device) {
  std::vector<CameraFormat> formats;
  GstCaps* const announced = gst_device_get_caps(device);
  if (announced == nullptr) return formats;
  const CapsHandle caps(gst_caps_normalize(announced));
  for (guint i = 0; i < gst_caps_get_size(caps.get()); ++i) {
    add_format(formats, format_of(gst_caps_get_structure(caps.get(), i)));
  }
  std::ranges::sort(formats, std::greater{}, [](const CameraFormat& f) {
    return std::tuple(std::int64_t{f.width} * f.height, f.fps, f.pixels);
  });
  return formats;
}

struct UdevRelease {
  void operator()(udev* p) const { udev_unref(p); }
  void operator()(udev_device* p) const { udev_device_unref(p); }
};

/// What udev knows of a node; without udev only the index, which comes from the kernel.
void ask_udev(const std::string& node, CameraIdentity& identity) {
  struct stat status {};
  if (stat(node.c_str(), &status) != 0) return;
  const std::unique_ptr<udev, UdevRelease> context(udev_new());
  const std::unique_ptr<udev_device, UdevRelease> device(
      udev_device_new_from_devnum(context.get(), 'c', status.st_rdev));
  if (!device) return;
  const auto text = [](const char* value) { return std::string(value != nullptr ? value : ""); };
  const auto property = [&](const char* name) { return text(udev_device_get_property_value(device.get(), name)); };
  identity.serial = property("ID_SERIAL");
  identity.has_number = !identity.serial.empty() && !property("ID_SERIAL_SHORT").empty();
  identity.path = property("ID_PATH");
  const std::string index = text(udev_device_get_sysattr_value(device.get(), "index"));
  std::from_chars(index.data(), index.data() + index.size(), identity.index);
}

CameraIdentity identity_of(const GstStructure* properties, const std::string& node) {
  CameraIdentity identity;
  identity.driver = text_of(properties, "v4l2.device.driver");
  identity.card = text_of(properties, "v4l2.device.card");
  identity.bus = text_of(properties, "v4l2.device.bus_info");
  ask_udev(node, identity);
  return identity;
}

void describe_v4l2(const GstStructure* properties, Announced& out) {
  out.camera.backend = CameraInfo::Backend::v4l2;
  out.camera.node = out.v4l2_path = text_of(properties, "device.path");
  out.camera.identity = identity_of(properties, out.camera.node);
}

void describe_pipewire(const GstStructure* properties, Announced& out) {
  out.camera.backend = CameraInfo::Backend::pipewire;
  out.camera.node = out.camera.name = text_of(properties, "node.name");
  out.v4l2_path = text_of(properties, "api.v4l2.path");
  out.serial = std::strtol(text_of(properties, "object.serial").c_str(), nullptr, 10);
}

Announced describe(GstDevice* device) {
  Announced out;
  const StringHandle display(gst_device_get_display_name(device));
  const StructureHandle properties(gst_device_get_properties(device));
  out.camera.display = display ? display.get() : "";
  out.camera.formats = formats_of(device);
  if (!properties) return out;
  const bool pipewire = !text_of(properties.get(), "node.name").empty();
  pipewire ? describe_pipewire(properties.get(), out) : describe_v4l2(properties.get(), out);
  return out;
}

/// Asks a provider without starting it. A GstDeviceMonitor would start and stop it, and stopping that of PipeWire 0.3
/// while its connection is in use corrupts memory.
void ask(GstDeviceProvider* provider, std::vector<Announced>& out) {
  GList* const devices = gst_device_provider_get_devices(provider);
  for (const GList* l = devices; l != nullptr; l = l->next) {
    GstDevice* const device = GST_DEVICE(l->data);
    if (gst_device_has_classes(device, "Video/Source") != FALSE) out.push_back(describe(device));
  }
  g_list_free_full(devices, gst_object_unref);
}

std::string ask_v4l2(std::vector<Announced>& out) {
  const ObjectHandle<GstDeviceProvider> provider(gst_device_provider_factory_get_by_name("v4l2deviceprovider"));
  if (!provider) {
    return "Cannot look for cameras: GStreamer's plug-in for them is missing; install gstreamer1.0-plugins-good.";
  }
  ask(provider.get(), out);
  return {};
}

/// Uses a connection of its own, because the one shared with running cameras does not survive the query, and because
/// closing it ends a query that hangs.
class Pipewire {
 public:
  std::string ask(std::vector<Announced>& out) {
    const std::optional<PipewireSocket> socket = PipewireSocket::connect();
    if (!socket) return {};
    const ObjectHandle<GstDeviceProvider> provider(gst_device_provider_factory_get_by_name("pipewiredeviceprovider"));
    if (!provider || g_object_class_find_property(G_OBJECT_GET_CLASS(provider.get()), "fd") == nullptr) return {};
    g_object_set(provider.get(), "fd", socket->fd(), nullptr);
    use(socket->fd());
    evenkeel::ask(provider.get(), out);
    use(-1);
    return {};
  }

  void interrupt() {
    const std::lock_guard lock(mutex_);
    if (used_ >= 0) shutdown(used_, SHUT_RDWR);
  }

 private:
  void use(int socket) {
    const std::lock_guard lock(mutex_);
    used_ = socket;
  }

  std::mutex mutex_;
  int used_ = -1;
};

}  // namespace

std::vector<CameraProvider> camera_providers() {
  const auto pipewire = std::make_shared<Pipewire>();
  return {
      {"the V4L2 driver", "unplug the camera and plug it in again", ask_v4l2, [] {}},
      {"PipeWire", "'systemctl --user restart pipewire' restarts it",
       [pipewire](std::vector<Announced>& out) { return pipewire->ask(out); }, [pipewire] { pipewire->interrupt(); }}};
}

}  // namespace evenkeel

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/capture/devices.h"
#include "app/commands/commands.h"
#include "app/process/program_end.h"
#include "app/sound/sound_devices.h"
#include "core/base/quantity.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"
#include "core/session/recovery_parameters.h"

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;

std::string format_text(const CameraFormat& f) {
  std::string text = std::to_string(f.width) + 'x' + std::to_string(f.height);
  if (f.fps > 0) text += " at " + format_number(f.fps, 4) + " fps";
  return text + ", " + f.pixels;
}

Json camera_json(const CameraInfo& camera) {
  Json formats = Json::array();
  for (const CameraFormat& f : camera.formats) {
    formats.push_back({{"width", f.width}, {"height", f.height}, {"framesPerSecond", f.fps}, {"pixels", f.pixels}});
  }
  return {{"name", camera.name},
          {"description", camera.display},
          {"backend", to_string(camera.backend)},
          {"node", camera.node},
          {"formats", formats}};
}

Json sound_device_json(const SoundDevice& device) {
  return {{"name", device.name},
          {"description", device.display},
          {"default", device.is_default},
          {"monitor", device.monitor}};
}

Json list_json(const std::vector<SoundDevice>& devices) {
  Json list = Json::array();
  for (const SoundDevice& device : devices) list.push_back(sound_device_json(device));
  return list;
}

void print_devices_json(const std::vector<CameraInfo>& cameras, const SoundDevices& sound) {
  Json list = Json::array();
  for (const CameraInfo& camera : cameras) list.push_back(camera_json(camera));
  const Json all{{"cameras", list},
                 {"microphones", list_json(sound.microphones)},
                 {"loudspeakers", list_json(sound.loudspeakers)}};
  std::printf("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

void print_cameras(const std::vector<CameraInfo>& cameras, const std::string& error) {
  if (cameras.empty() && error.empty()) std::printf("No camera found. --source test sends a moving test picture.\n");
  for (const CameraInfo& camera : cameras) {
    const std::string node = camera.node == camera.name ? "" : " at " + camera.node;
    std::printf("camera:%s  %s (%s%s)\n", camera.name.c_str(), camera.display.c_str(), to_string(camera.backend),
                node.c_str());
    for (const CameraFormat& f : camera.formats) std::printf("  %s\n", format_text(f).c_str());
  }
}

/// Monitors are of use to tests, and are left out.
void print_sound_devices(const SoundDevices& sound) {
  const auto print = [](const char* prefix, const SoundDevice& device) {
    const char* const note = device.is_default ? " (default)" : "";
    if (!device.monitor) std::printf("%s%s  %s%s\n", prefix, device.name.c_str(), device.display.c_str(), note);
  };
  if (!sound.error.empty()) return (void)std::printf("%s\n", sound.error.c_str());
  if (choose_sound_device(sound.microphones) == nullptr) {
    std::printf("No microphone found. --audio test sends a beep each second.\n");
  }
  for (const SoundDevice& device : sound.microphones) print("mic:", device);
  if (sound.loudspeakers.empty()) std::printf("No loudspeaker found. --speaker FILE.wav writes what would be heard.\n");
  for (const SoundDevice& device : sound.loudspeakers) print("speaker ", device);
}

Json tunable_json(Tunable& object, const char* kind) {
  Json parameters = Json::array();
  for (const ParameterValue& p : list_parameters(object)) {
    parameters.push_back({{"name", std::string(p.info.name)},
                          {"symbol", std::string(p.info.symbol)},
                          {"unit", std::string(p.info.unit)},
                          {"default", p.text},
                          {"minimum", format_parameter(p.kind, p.info.minimum)},
                          {"maximum", format_parameter(p.kind, p.info.maximum)},
                          {"meaning", std::string(p.info.meaning)}});
  }
  return {{"name", std::string(object.name())},
          {"kind", kind},
          {"summary", std::string(object.summary())},
          {"parameters", parameters}};
}

void print_tunable(Tunable& object) {
  std::printf("%s: %s\n", std::string(object.name()).c_str(), std::string(object.summary()).c_str());
  for (const ParameterValue& p : list_parameters(object)) {
    const std::string key = std::string(object.name()) + '.' + std::string(p.info.name);
    const std::string unit = p.info.unit.empty() ? "" : ' ' + std::string(p.info.unit);
    const std::string range =
        format_parameter(p.kind, p.info.minimum) + " to " + format_parameter(p.kind, p.info.maximum);
    std::printf("  %-23s %-9s %-10s %-18s %s\n", key.c_str(), std::string(p.info.symbol).c_str(),
                (p.text + unit).c_str(), range.c_str(), std::string(p.info.meaning).c_str());
  }
}

}  // namespace

int list_devices(bool json) {
  const auto [cameras, error] = list_cameras();
  const SoundDevices sound = list_sound_devices();
  if (json) {
    print_devices_json(cameras, sound);
  } else {
    print_cameras(cameras, error);
    if (error.empty() || sound.error != error)
      print_sound_devices(sound);  // a GStreamer that does not start is told once
  }
  return error.empty() ? 0 : fail(error);
}

int list_controllers(bool json) {
  Json list = Json::array();
  const auto show = [&](Tunable& object, const char* kind) {
    if (json) {
      list.push_back(tunable_json(object, kind));
    } else {
      print_tunable(object);
    }
  };
  if (!json) std::printf("Controllers (--controller NAME)\n\n");
  for (const auto name : controller_names()) show(*make_controller(name), "controller");
  if (!json) std::printf("\nSend loops (--send-loop NAME)\n\n");
  for (const auto name : pacer_names()) show(*make_pacer(name), "sendLoop");
  if (!json) std::printf("\nLoss recovery (--protection, --retransmission, --references)\n\n");
  RecoveryParameters recovery;
  show(recovery, "recovery");
  if (json) std::printf("%s\n", list.dump(2).c_str());
  return 0;
}

}  // namespace evenkeel

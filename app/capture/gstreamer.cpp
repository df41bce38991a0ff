#include "app/capture/gstreamer.h"

#include <gst/gst.h>

#include <cstdlib>
#include <string_view>

namespace evenkeel {
namespace {

void silence() {
  // PipeWire's client library has a log of its own, whose level it reads from the environment.
  setenv("PIPEWIRE_DEBUG", "0", 0);
  gst_debug_set_active(FALSE);
  g_log_set_default_handler([](const gchar*, GLogLevelFlags, const gchar*, gpointer) {}, nullptr);
}

std::optional<std::string> init() {
  if (std::getenv("EVENKEEL_GST_DEBUG") == nullptr) silence();
  // Plugins are scanned in this process: a child of a program with threads is a risk, and sanitizers dislike it.
  gst_registry_fork_set_enabled(FALSE);
  GError* raw = nullptr;
  if (gst_init_check(nullptr, nullptr, &raw) != FALSE) return std::nullopt;
  const ErrorHandle error(raw);
  std::string text = "Cannot start GStreamer: ";
  text += error ? error->message : "unknown reason";
  return text + ". Reinstall its packages, or give --source test.";
}

constexpr const char* none = "";
constexpr const char* base = "gstreamer1.0-plugins-base";
constexpr const char* good = "gstreamer1.0-plugins-good";
constexpr const char* bad = "gstreamer1.0-plugins-bad";
constexpr const char* ugly = "gstreamer1.0-plugins-ugly";
constexpr const char* libav = "gstreamer1.0-libav";

struct Format {
  std::string_view name;  ///< of its caps
  const char* package;
};

/// Formats that libav does not read, with the smallest package that does: from the packages' field Gstreamer-Decoders,
/// and tested.
constexpr Format formats[] = {{"video/x-ivf", bad},          {"video/mpegts", bad},
                              {"video/x-av1", bad},          {"video/x-cdxa", bad},
                              {"application/x-hls", bad},    {"application/dash+xml", bad},
                              {"image/webp", bad},           {"image/svg+xml", bad},
                              {"video/x-ms-asf", ugly},      {"application/vnd.rn-realmedia", ugly},
                              {"video/quicktime", good},     {"video/mj2", good},
                              {"application/x-3gp", good},   {"video/x-matroska", good},
                              {"video/x-matroska-3d", good}, {"video/webm", good},
                              {"video/x-msvideo", good},     {"video/x-flv", good},
                              {"video/x-fli", good},         {"video/x-dv", good},
                              {"video/x-vp8", good},         {"video/x-vp9", good},
                              {"image/jpeg", good},          {"image/png", good},
                              {"application/ogg", base},     {"video/ogg", base},
                              {"video/x-theora", base},      {"image/gif", none}};

/// MPEG program and transport streams, for which libav's demultiplexer is not used.
bool is_system_stream(const GstStructure* format) {
  gboolean system = FALSE;
  return gst_structure_has_name(format, "video/mpeg") != FALSE &&
         gst_structure_get_boolean(format, "systemstream", &system) != FALSE && system != FALSE;
}

std::string remedy(const std::string& package) {
  if (package.empty()) return "no package of Debian 12 has one; convert it with 'ffmpeg -i FILE FILE.webm'";
  return "'apt install " + package + "' brings one";
}

constexpr const char* no_format = "it offers no format that can be used here; choose another one";
constexpr const char* unknown_format = "its format is not known here, or it is damaged";
constexpr const char* broke_off = "it broke off; unplug it and plug it in again if that goes on";

const char* resource_words(int code) {
  switch (code) {
    case GST_RESOURCE_ERROR_NOT_FOUND:
      return "it is not there";
    case GST_RESOURCE_ERROR_BUSY:
      return "another program uses it; close that one";
    case GST_RESOURCE_ERROR_OPEN_READ:
    case GST_RESOURCE_ERROR_OPEN_WRITE:
    case GST_RESOURCE_ERROR_OPEN_READ_WRITE:
      return "it cannot be opened; close other programs that may be using it";
    case GST_RESOURCE_ERROR_SETTINGS:
      return no_format;
    case GST_RESOURCE_ERROR_NOT_AUTHORIZED:
      return "you may not use it; ask for the rights to";
    default:
      return broke_off;
  }
}

// Most of what goes wrong on the way is an "internal data stream error"; the detail has the one cause that people can
// do something about.
const char* stream_words(int code, std::string_view detail) {
  if (code != GST_STREAM_ERROR_FAILED) return unknown_format;
  return detail.find("not-negotiated") != std::string_view::npos ? no_format : broke_off;
}

}  // namespace

std::string failure_words(const GError& error, const char* detail) {
  if (error.domain == GST_RESOURCE_ERROR) return resource_words(error.code);
  if (error.domain == GST_STREAM_ERROR) return stream_words(error.code, detail != nullptr ? detail : "");
  if (error.domain == GST_CORE_ERROR && error.code == GST_CORE_ERROR_NEGOTIATION) return no_format;
  return "it does not work here; choose another one, or reinstall GStreamer's packages";
}

std::optional<std::string> init_gstreamer() {
  static const std::optional<std::string> error = init();
  return error;
}

std::string package_for(const GstStructure* format) {
  if (is_system_stream(format)) return bad;
  const std::string_view name = gst_structure_get_name(format);
  for (const Format& known : formats) {
    if (name == known.name) return known.package;
  }
  return libav;
}

std::optional<std::string> missing_plugin(GstMessage* message) {
  const GstStructure* const content = gst_message_get_structure(message);
  if (content == nullptr || gst_structure_has_name(content, "missing-plugin") == FALSE) return std::nullopt;
  const char* const name = gst_structure_get_string(content, "name");
  const GValue* const detail = gst_structure_get_value(content, "detail");
  const std::string what = "GStreamer has no " + std::string(name != nullptr ? name : "plug-in for it");
  if (detail == nullptr || !GST_VALUE_HOLDS_CAPS(detail)) return what + "; reinstall its packages";
  const GstCaps* const caps = gst_value_get_caps(detail);
  if (gst_caps_is_empty(caps) != FALSE) return what + "; reinstall its packages";
  return what + ": " + remedy(package_for(gst_caps_get_structure(caps, 0)));
}

}  // namespace evenkeel

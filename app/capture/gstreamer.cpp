#include "app/capture/gstreamer.h"

#include <gst/gst.h>

#include <cstdlib>
#include <string_view>

namespace evenkeel {
namespace {

bool is_debugged() { return std::getenv("EVENKEEL_GST_DEBUG") != nullptr; }

void silence() {
  gst_debug_set_active(FALSE);
  g_log_set_default_handler([](const gchar*, GLogLevelFlags, const gchar*, gpointer) {}, nullptr);
}

std::optional<std::string> init() {
  if (!is_debugged()) silence();
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
  if (package.empty()) return "no package of Debian has one; convert it with 'ffmpeg -i FILE FILE.webm'";
  return "'apt install " + package + "' brings one";
}

/// Of one medium.
struct Words {
  const char* no_format;
  const char* unknown_format;
  const char* broke_off;
  const char* no_plugin;  // where no message names it
};

constexpr Words device_words{"it offers no format that can be used here; choose another one",
                             "its format is not known here, or it is damaged",
                             "it broke off; unplug it and plug it in again if that goes on",
                             "it does not work here; choose another one, or reinstall GStreamer's packages"};
constexpr Words screen_words{"it has no format that can be used here; choose another one",
                             "its format is not known here", "it broke off", device_words.no_plugin};
constexpr const char* unknown_file = "its format is not known here, or it is damaged";
constexpr const char* damaged_file = "it is damaged, or cannot be read to its end";
// The plug-in that is missing then is for a stream of another kind, of which no message is sent.
constexpr Words video_file_words{"its pictures have a format that cannot be used here", unknown_file, damaged_file,
                                 "there is no video in it"};
constexpr Words sound_file_words{"its sound has a format that cannot be used here", unknown_file, damaged_file,
                                 "there is no sound in it"};

const Words& words_for(Medium medium) {
  switch (medium) {
    case Medium::video_file:
      return video_file_words;
    case Medium::sound_file:
      return sound_file_words;
    case Medium::screen:
      return screen_words;
    case Medium::device:
      break;
  }
  return device_words;
}

const char* resource_words(int code, Medium medium) {
  switch (code) {
    case GST_RESOURCE_ERROR_NOT_FOUND:
      return "it is not there";
    case GST_RESOURCE_ERROR_BUSY:
      return "another program uses it; close that one";
    case GST_RESOURCE_ERROR_OPEN_READ:
    case GST_RESOURCE_ERROR_OPEN_WRITE:
    case GST_RESOURCE_ERROR_OPEN_READ_WRITE:
      return medium == Medium::device ? "it cannot be opened; close other programs that may be using it"
                                      : "it cannot be opened";
    case GST_RESOURCE_ERROR_SETTINGS:
      return words_for(medium).no_format;
    case GST_RESOURCE_ERROR_NOT_AUTHORIZED:
      return "you may not use it; ask for the rights to";
    default:
      return words_for(medium).broke_off;
  }
}

// Most of what goes wrong on the way is an "internal data stream error"; the detail has the one cause that people can
// do something about.
const char* stream_words(int code, std::string_view detail, const Words& words) {
  if (code != GST_STREAM_ERROR_FAILED) return words.unknown_format;
  return detail.find("not-negotiated") != std::string_view::npos ? words.no_format : words.broke_off;
}

}  // namespace

std::string failure_words(const GError& error, const char* detail, Medium medium) {
  const Words& words = words_for(medium);
  if (error.domain == GST_RESOURCE_ERROR) return resource_words(error.code, medium);
  if (error.domain == GST_STREAM_ERROR) return stream_words(error.code, detail != nullptr ? detail : "", words);
  if (error.domain == GST_CORE_ERROR && error.code == GST_CORE_ERROR_NEGOTIATION) return words.no_format;
  if (error.domain == GST_CORE_ERROR && error.code == GST_CORE_ERROR_MISSING_PLUGIN) return words.no_plugin;
  return device_words.no_plugin;
}

void set_gstreamer_environment() {
  // PipeWire's client library has a log of its own, whose level it reads from the environment.
  if (!is_debugged()) setenv("PIPEWIRE_DEBUG", "0", 0);
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

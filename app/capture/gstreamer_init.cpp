#include "app/capture/gstreamer_init.h"

#include <gst/gst.h>

#include <cstdlib>

#include "app/capture/gst_handles.h"

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

}  // namespace

std::optional<std::string> init_gstreamer() {
  static const std::optional<std::string> error = init();
  return error;
}

}  // namespace evenkeel

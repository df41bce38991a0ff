#pragma once

#include <optional>
#include <string>

namespace evenkeel {

/// Starts GStreamer, once, on the first call; returns a sentence for the user if it does not start. Everything in this
/// folder that uses GStreamer calls it itself. What GStreamer, GLib and PipeWire would print on stderr is dropped,
/// unless the environment has EVENKEEL_GST_DEBUG: failures come back as values.
std::optional<std::string> init_gstreamer();

}  // namespace evenkeel

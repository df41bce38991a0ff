#pragma once

#include <gst/gst.h>

#include <optional>
#include <string>

namespace evenkeel {

/// The package of Debian 12 that lets GStreamer read a format; empty where none does.
std::string package_for(const GstStructure* format);

/// Where the message says that a plug-in is missing: which, and the package that has it, without a full stop.
std::optional<std::string> missing_plugin(GstMessage* message);

}  // namespace evenkeel

#pragma once

#include <gst/gst.h>

#include <memory>
#include <optional>
#include <string>

namespace evenkeel {

/// Starts GStreamer, once, on the first call; returns a sentence for the user if it does not start. Everything in this
/// folder that uses GStreamer calls it itself. What GStreamer, GLib and PipeWire would print on stderr is dropped,
/// unless the environment has EVENKEEL_GST_DEBUG: failures come back as values.
std::optional<std::string> init_gstreamer();

/// Owners for what GStreamer and GLib count or allocate.
struct GstRelease {
  void operator()(GstCaps* p) const { gst_caps_unref(p); }
  void operator()(GstSample* p) const { gst_sample_unref(p); }
  void operator()(GstMessage* p) const { gst_message_unref(p); }
  void operator()(GstStructure* p) const { gst_structure_free(p); }
  void operator()(GError* p) const { g_error_free(p); }
  void operator()(gchar* p) const { g_free(p); }
};
struct GstObjectRelease {
  void operator()(gpointer p) const { gst_object_unref(p); }
};

template <typename T>
using ObjectHandle = std::unique_ptr<T, GstObjectRelease>;
using CapsHandle = std::unique_ptr<GstCaps, GstRelease>;
using SampleHandle = std::unique_ptr<GstSample, GstRelease>;
using MessageHandle = std::unique_ptr<GstMessage, GstRelease>;
using StructureHandle = std::unique_ptr<GstStructure, GstRelease>;
using ErrorHandle = std::unique_ptr<GError, GstRelease>;
using StringHandle = std::unique_ptr<gchar, GstRelease>;

/// The package of Debian 12 that lets GStreamer read a format; empty where none does.
std::string package_for(const GstStructure* format);

/// Where the message says that a plug-in is missing: which, and the package that has it, without a full stop.
std::optional<std::string> missing_plugin(GstMessage* message);

}  // namespace evenkeel

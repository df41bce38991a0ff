#pragma once

#include <gst/gst.h>

#include <memory>
#include <optional>
#include <string>

namespace evenkeel {

/// Starts GStreamer, once, on the first call; returns one sentence for the user if that fails. Everything in this
/// folder that uses GStreamer calls it first. The messages of GStreamer, GLib and PipeWire on stderr are suppressed
/// unless EVENKEEL_GST_DEBUG is set, because failures are return values; then they have what failure_words() leaves
/// out.
std::optional<std::string> init_gstreamer();

/// What its libraries read from the environment. To be called in main(): no other thread may read that meanwhile.
void set_gstreamer_environment();

/// Smart pointers for objects of GStreamer and GLib.
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

/// The Debian package with which GStreamer reads a format; empty if there is none.
std::string package_for(const GstStructure* format);

/// If the message reports a missing plug-in: its name and the package that has it, without a full stop. Otherwise
/// nullopt.
std::optional<std::string> missing_plugin(GstMessage* message);

/// What a pipeline reads, for what people can do when it fails.
enum class Medium { device, screen, video_file, sound_file };

/// Why it cannot be used, as far as GStreamer's error tells, and what to try; without a full stop. `detail`: what it
/// says for programmers; may be null.
std::string failure_words(const GError& error, const char* detail, Medium medium = Medium::device);

}  // namespace evenkeel

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/capture/gstreamer.h"
#include "app/capture/picture_pool.h"
#include "core/base/time.h"

typedef struct _GstAppSink GstAppSink;

namespace evenkeel {

/// A GStreamer pipeline that ends in an appsink named `out`, or in a device. To be used by one thread at a time. In
/// front of an element named `convert` the caps of video are completed, for copy_picture() to know what its colors
/// mean.
class Pipeline {
 public:
  /// From a description as gst-launch takes it. Null if an element is missing; `error` then says which.
  static std::unique_ptr<Pipeline> create(const std::string& description, std::string& error);
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// Sets a property of the element `name`; does nothing if it is not there.
  void set(const char* name, const char* property, const std::string& value);

  /// The text of a property; empty if there is none.
  std::string get(const char* name, const char* property) const;

  /// The element `name`; null if it is not there.
  ObjectHandle<GstElement> find(const char* name) const;

  /// Starts it; errors show in pull() and failure().
  void play();

  /// The next picture, or the next piece of sound; null after the time limit, at the end, and after a failure.
  SampleHandle pull(Duration limit);

  /// Everything has been pulled.
  bool at_end() const;

  /// Why it stopped working, if it has; without a full stop. If a plug-in is missing: its name and package.
  std::optional<std::string> failure(Medium medium = Medium::device);

  /// The missing plug-in that failure() found, even if the pipeline goes on without it; otherwise empty.
  const std::string& missing() const { return missing_plugin_; }

  /// Plays from the beginning again; false if this cannot be done.
  bool rewind();

  /// By its header; zero if that is unknown.
  Duration length() const;

  /// Where a sample stands in it; zero if that is unknown.
  Duration position_of(GstSample* sample) const;

  /// How long ago, by the pipeline's clock, a picture was taken. Zero if its time is unknown or makes no sense.
  Duration age_of(GstSample* sample) const;

 private:
  explicit Pipeline(GstElement* element);

  ObjectHandle<GstElement> element_;
  ObjectHandle<GstAppSink> out_;
  ObjectHandle<GstBus> bus_;
  std::string missing_plugin_;
};

/// Copies a sample of I420 or GRAY8 into a picture, in the colors of VP8 (copy_as_bt601()); null for other formats. The
/// caller sets the capture time.
std::shared_ptr<Picture> copy_picture(GstSample* sample, PicturePool& pool);

/// Frame rate from the sample's caps; 0 if they have none.
double frame_rate_of(GstSample* sample);

}  // namespace evenkeel

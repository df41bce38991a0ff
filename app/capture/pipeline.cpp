#include "app/capture/pipeline.h"

#include <gst/app/gstappsink.h>
#include <gst/video/video.h>

#include <algorithm>
#include <optional>

#include "app/capture/gstreamer.h"
#include "app/capture/picture_colors.h"

namespace evenkeel {
namespace {

/// A frame mapped for reading.
class MappedFrame {
 public:
  MappedFrame(GstVideoInfo& info, GstBuffer* buffer)
      : mapped_(gst_video_frame_map(&frame_, &info, buffer, GST_MAP_READ) != FALSE) {}
  ~MappedFrame() {
    if (mapped_) gst_video_frame_unmap(&frame_);
  }
  MappedFrame(const MappedFrame&) = delete;
  MappedFrame& operator=(const MappedFrame&) = delete;

  bool mapped() const { return mapped_; }
  const GstVideoFrame& get() const { return frame_; }

 private:
  GstVideoFrame frame_{};
  bool mapped_;
};

std::optional<GstVideoInfo> info_of(GstSample* sample) {
  GstVideoInfo info;
  const GstCaps* const caps = gst_sample_get_caps(sample);
  if (caps == nullptr || gst_video_info_from_caps(&info, caps) == FALSE) return std::nullopt;
  return info;
}

/// The element whose pictures come to this pad, out of the bins around it; null if there is none.
ObjectHandle<GstElement> element_before(GstPad* pad) {
  ObjectHandle<GstPad> before(gst_pad_get_peer(pad));
  while (before && GST_IS_GHOST_PAD(before.get())) {
    before.reset(gst_ghost_pad_get_target(GST_GHOST_PAD(before.get())));
  }
  return ObjectHandle<GstElement>(before ? gst_pad_get_parent_element(before.get()) : nullptr);
}

bool decodes_vp8(GstElement* element) {
  const ObjectHandle<GstPad> sink(element != nullptr ? gst_element_get_static_pad(element, "sink") : nullptr);
  const CapsHandle caps(sink ? gst_pad_get_current_caps(sink.get()) : nullptr);
  return caps && gst_structure_has_name(gst_caps_get_structure(caps.get(), 0), "video/x-vp8") != FALSE;
}

/// Of caps on their way into the conversion.
GstPadProbeReturn on_caps(GstPad* pad, GstPadProbeInfo* info, gpointer) {
  GstEvent* const event = GST_PAD_PROBE_INFO_EVENT(info);
  if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS) return GST_PAD_PROBE_OK;
  GstCaps* caps = nullptr;
  gst_event_parse_caps(event, &caps);
  const CapsHandle completed(complete_colorimetry(caps, decodes_vp8(element_before(pad).get())));
  if (!completed) return GST_PAD_PROBE_OK;
  gst_event_unref(event);
  GST_PAD_PROBE_INFO_DATA(info) = gst_event_new_caps(completed.get());
  return GST_PAD_PROBE_OK;
}

}  // namespace

std::unique_ptr<Pipeline> Pipeline::create(const std::string& description, std::string& error) {
  GError* raw = nullptr;
  GstElement* const element = gst_parse_launch_full(description.c_str(), nullptr, GST_PARSE_FLAG_FATAL_ERRORS, &raw);
  const ErrorHandle owned_error(raw);
  if (element != nullptr) return std::unique_ptr<Pipeline>(new Pipeline(element));
  error = owned_error ? owned_error->message : "the pipeline cannot be built";
  return nullptr;
}

Pipeline::Pipeline(GstElement* element)
    : element_(GST_ELEMENT(gst_object_ref_sink(element))),
      out_(GST_APP_SINK(gst_bin_get_by_name(GST_BIN(element), "out"))),
      bus_(gst_element_get_bus(element)) {
  const ObjectHandle<GstElement> convert = find("convert");
  if (!convert) return;
  const ObjectHandle<GstPad> pad(gst_element_get_static_pad(convert.get(), "sink"));
  gst_pad_add_probe(pad.get(), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_caps, nullptr, nullptr);
}

Pipeline::~Pipeline() { gst_element_set_state(element_.get(), GST_STATE_NULL); }

void Pipeline::set(const char* name, const char* property, const std::string& value) {
  const ObjectHandle<GstElement> found = find(name);
  if (found) gst_util_set_object_arg(G_OBJECT(found.get()), property, value.c_str());
}

std::string Pipeline::get(const char* name, const char* property) const {
  const ObjectHandle<GstElement> found = find(name);
  gchar* raw = nullptr;
  if (found) g_object_get(found.get(), property, &raw, nullptr);
  const StringHandle text(raw);
  return text ? text.get() : "";
}

ObjectHandle<GstElement> Pipeline::find(const char* name) const {
  return ObjectHandle<GstElement>(gst_bin_get_by_name(GST_BIN(element_.get()), name));
}

void Pipeline::play() { gst_element_set_state(element_.get(), GST_STATE_PLAYING); }

SampleHandle Pipeline::pull(Duration limit) {
  return SampleHandle(gst_app_sink_try_pull_sample(out_.get(), static_cast<GstClockTime>(limit.count())));
}

bool Pipeline::at_end() const { return gst_app_sink_is_eos(out_.get()) != FALSE; }

std::optional<std::string> Pipeline::failure(Medium medium) {
  // Also discards messages of other kinds, which would pile up.
  while (const MessageHandle message{gst_bus_pop(bus_.get())}) {
    if (const auto missing = missing_plugin(message.get())) missing_plugin_ = *missing;
    if (GST_MESSAGE_TYPE(message.get()) != GST_MESSAGE_ERROR) continue;
    if (!missing_plugin_.empty()) return missing_plugin_;
    GError* raw = nullptr;
    gchar* raw_detail = nullptr;
    gst_message_parse_error(message.get(), &raw, &raw_detail);
    const ErrorHandle error(raw);
    const StringHandle detail(raw_detail);
    return failure_words(*error, detail.get(), medium);
  }
  return std::nullopt;
}

bool Pipeline::rewind() {
  constexpr auto flags = static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT);
  return gst_element_seek_simple(element_.get(), GST_FORMAT_TIME, flags, 0) != FALSE;
}

Duration Pipeline::length() const {
  gint64 length = 0;
  return Duration(gst_element_query_duration(element_.get(), GST_FORMAT_TIME, &length) != FALSE ? length : 0);
}

Duration Pipeline::position_of(GstSample* sample) const {
  const GstClockTime time = GST_BUFFER_PTS(gst_sample_get_buffer(sample));
  const guint64 position = gst_segment_to_stream_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, time);
  return Duration(GST_CLOCK_TIME_IS_VALID(position) ? static_cast<std::int64_t>(position) : 0);
}

Duration Pipeline::age_of(GstSample* sample) const {
  const GstBuffer* const buffer = gst_sample_get_buffer(sample);
  const ObjectHandle<GstClock> clock(gst_element_get_clock(element_.get()));
  if (!clock || !GST_BUFFER_PTS_IS_VALID(buffer)) return Duration::zero();
  const GstClockTime taken = GST_BUFFER_PTS(buffer) + gst_element_get_base_time(element_.get());
  const GstClockTime now = gst_clock_get_time(clock.get());
  const Duration age(static_cast<std::int64_t>(now) - static_cast<std::int64_t>(taken));
  return age < 1s ? std::max(age, Duration::zero()) : Duration::zero();
}

std::shared_ptr<Picture> copy_picture(GstSample* sample, PicturePool& pool) {
  std::optional<GstVideoInfo> info = info_of(sample);
  if (!info) return nullptr;
  const GstVideoFormat format = GST_VIDEO_INFO_FORMAT(&*info);
  if (format != GST_VIDEO_FORMAT_I420 && format != GST_VIDEO_FORMAT_GRAY8) return nullptr;
  const MappedFrame frame(*info, gst_sample_get_buffer(sample));
  if (!frame.mapped()) return nullptr;
  std::shared_ptr<Picture> picture = pool.take(info->width, info->height);
  copy_as_bt601(frame.get(), *picture);
  return picture;
}

double frame_rate_of(GstSample* sample) {
  const std::optional<GstVideoInfo> info = info_of(sample);
  return info && info->fps_d > 0 ? static_cast<double>(info->fps_n) / info->fps_d : 0;
}

}  // namespace evenkeel

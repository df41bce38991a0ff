#include "app/capture/pipeline.h"

#include <gst/video/video.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "app/capture/gstreamer.h"

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

  void copy_plane(unsigned plane, std::span<std::uint8_t> out, int width) const {
    const auto* in = static_cast<const std::uint8_t*>(frame_.data[plane]);
    const auto row = static_cast<std::size_t>(width);
    for (std::size_t at = 0; at + row <= out.size(); at += row, in += frame_.info.stride[plane]) {
      std::memcpy(out.data() + at, in, row);
    }
  }

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
      bus_(gst_element_get_bus(element)) {}

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

std::optional<std::string> Pipeline::failure() {
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
    return failure_words(*error, detail.get());
  }
  return std::nullopt;
}

bool Pipeline::rewind() {
  constexpr auto flags = static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT);
  return gst_element_seek_simple(element_.get(), GST_FORMAT_TIME, flags, 0) != FALSE;
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
  if (!info || info->finfo->format != GST_VIDEO_FORMAT_I420) return nullptr;
  const MappedFrame frame(*info, gst_sample_get_buffer(sample));
  if (!frame.mapped()) return nullptr;
  std::shared_ptr<Picture> picture = pool.take(info->width, info->height);
  frame.copy_plane(0, picture->y(), picture->width);
  frame.copy_plane(1, picture->u(), picture->chroma_width());
  frame.copy_plane(2, picture->v(), picture->chroma_width());
  return picture;
}

double frame_rate_of(GstSample* sample) {
  const std::optional<GstVideoInfo> info = info_of(sample);
  return info && info->fps_d > 0 ? static_cast<double>(info->fps_n) / info->fps_d : 0;
}

}  // namespace evenkeel

#include "app/capture/gst_picture.h"

#include <gst/video/video.h>

#include <cstring>
#include <optional>
#include <span>

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

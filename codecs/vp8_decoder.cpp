#include "codecs/vp8_decoder.h"

#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>

#include <algorithm>

namespace evenkeel {
namespace {

// What the header says, for a hostile key frame of a few bytes would make us allocate gigabytes (16383 x 16383). Read
// by libvpx, so that it is what libvpx goes by.
std::optional<PictureSize> key_frame_size(std::span<const std::uint8_t> frame) {
  vpx_codec_stream_info_t info{};
  info.sz = sizeof info;
  const auto result =
      vpx_codec_peek_stream_info(vpx_codec_vp8_dx(), frame.data(), static_cast<unsigned>(frame.size()), &info);
  if (result != VPX_CODEC_OK || !info.is_kf) return std::nullopt;
  return PictureSize{static_cast<int>(info.w), static_cast<int>(info.h)};
}

void copy_plane(const std::uint8_t* from, int stride, std::span<std::uint8_t> to, int width) {
  const auto row = static_cast<std::size_t>(width);
  for (std::size_t at = 0; at < to.size(); at += row, from += stride)
    std::copy_n(from, row, to.begin() + static_cast<std::ptrdiff_t>(at));
}

void copy_image(const vpx_image_t& image, Picture& out) {
  out.resize(static_cast<int>(image.d_w), static_cast<int>(image.d_h));
  copy_plane(image.planes[VPX_PLANE_Y], image.stride[VPX_PLANE_Y], out.y(), out.width);
  copy_plane(image.planes[VPX_PLANE_U], image.stride[VPX_PLANE_U], out.u(), out.chroma_width());
  copy_plane(image.planes[VPX_PLANE_V], image.stride[VPX_PLANE_V], out.v(), out.chroma_width());
}

}  // namespace

struct Vp8Decoder::Context {
  Context() {
    vpx_codec_dec_cfg_t config{};
    config.threads = 1;
    open = vpx_codec_dec_init(&codec, vpx_codec_vp8_dx(), &config, 0) == VPX_CODEC_OK;
  }
  ~Context() {
    if (open) vpx_codec_destroy(&codec);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  vpx_codec_ctx_t codec{};
  bool open = false;
};

Vp8Decoder::Vp8Decoder(PictureSize largest) : context_(std::make_unique<Context>()), largest_(largest) {}
Vp8Decoder::~Vp8Decoder() = default;

bool Vp8Decoder::decode(std::span<const std::uint8_t> frame, Picture& out) {
  // An empty frame means "lost, conceal it" to libvpx, and it would repeat the last picture.
  if (!context_->open || frame.empty()) return false;
  if (const auto size = key_frame_size(frame)) {
    refused_ = fits(*size, largest_) ? std::nullopt : size;
  }
  if (refused_) return false;  // what follows refers to the frame that was refused
  const auto size = static_cast<unsigned>(frame.size());
  const bool decoded = vpx_codec_decode(&context_->codec, frame.data(), size, nullptr, 0) == VPX_CODEC_OK;
  vpx_codec_iter_t position = nullptr;
  const vpx_image_t* image = vpx_codec_get_frame(&context_->codec, &position);
  int corrupted = 0;
  vpx_codec_control(&context_->codec, VP8D_GET_FRAME_CORRUPTED, &corrupted);
  if (!decoded || image == nullptr || corrupted != 0 || image->fmt != VPX_IMG_FMT_I420) return false;
  copy_image(*image, out);
  return true;
}

}  // namespace evenkeel

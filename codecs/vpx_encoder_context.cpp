#include "codecs/vpx_encoder_context.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

// A larger fall is a drop of the target, not a correction.
constexpr double largest_small_fall = 0.75;

constexpr int ticks_per_second = 1'000'000;

unsigned to_vpx_rate(DataRate rate) { return static_cast<unsigned>(std::lround(std::clamp(rate.kbps(), 5.0, 1e5))); }

unsigned to_vpx_milliseconds(Duration d) { return static_cast<unsigned>(std::lround(to_milliseconds(d))); }

void apply(vpx_codec_enc_cfg_t& config, const VpxSettings& settings, DataRate rate) {
  config.g_w = static_cast<unsigned>(settings.width);
  config.g_h = static_cast<unsigned>(settings.height);
  config.g_threads = 1;  // two stall for hundreds of milliseconds when another process takes a core
  config.g_timebase = {1, ticks_per_second};
  config.g_lag_in_frames = 0;
  config.g_error_resilient = 0;  // NO_UPD_ENTROPY does what we need of it
  config.rc_end_usage = VPX_CBR;
  config.rc_target_bitrate = to_vpx_rate(rate);
  config.rc_dropframe_thresh = 0;  // the ladder skips frames, evenly
  config.rc_resize_allowed = 0;
  config.rc_min_quantizer = static_cast<unsigned>(settings.min_quantizer);
  config.rc_max_quantizer = static_cast<unsigned>(settings.max_quantizer);
  config.rc_undershoot_pct = 100;
  config.rc_overshoot_pct = 100;
  config.rc_buf_sz = to_vpx_milliseconds(settings.buffer);
  config.rc_buf_initial_sz = config.rc_buf_sz / 2;
  config.rc_buf_optimal_sz = config.rc_buf_sz / 2;
  config.kf_mode = VPX_KF_DISABLED;
}

// libvpx's struct for pictures has no const, but it does not write to them.
vpx_image_t image_of(const Picture& picture) {
  vpx_image_t image{};
  auto* data = const_cast<std::uint8_t*>(picture.data.data());
  vpx_img_wrap(&image, VPX_IMG_FMT_I420, static_cast<unsigned>(picture.width), static_cast<unsigned>(picture.height), 1,
               data);
  image.planes[VPX_PLANE_Y] = data;
  image.planes[VPX_PLANE_U] = data + picture.luma_size();
  image.planes[VPX_PLANE_V] = data + picture.luma_size() + picture.chroma_size();
  image.stride[VPX_PLANE_Y] = picture.width;
  image.stride[VPX_PLANE_U] = image.stride[VPX_PLANE_V] = picture.chroma_width();
  return image;
}

}  // namespace

// A flag is for one frame, and any that keeps or forces an update means that all buffers not named are updated: so each
// one is named every time.
vpx_enc_frame_flags_t flags_of(const ReferenceChoice& choice) {
  if (choice.key_frame) return flags_of(true);
  const ReferenceBuffers& refer = choice.refer;
  const ReferenceBuffers& update = choice.update;
  vpx_enc_frame_flags_t flags = VP8_EFLAG_NO_UPD_ENTROPY;
  if (!refer.last) flags |= VP8_EFLAG_NO_REF_LAST;
  if (!refer.golden) flags |= VP8_EFLAG_NO_REF_GF;
  if (!refer.altref) flags |= VP8_EFLAG_NO_REF_ARF;
  if (!update.last) flags |= VP8_EFLAG_NO_UPD_LAST;
  flags |= update.golden ? VP8_EFLAG_FORCE_GF : VP8_EFLAG_NO_UPD_GF;
  flags |= update.altref ? VP8_EFLAG_FORCE_ARF : VP8_EFLAG_NO_UPD_ARF;
  return flags;
}

std::unique_ptr<VpxEncoderContext> VpxEncoderContext::open(const VpxSettings& settings, DataRate rate) {
  std::unique_ptr<VpxEncoderContext> context(new VpxEncoderContext);
  if (vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &context->config_, 0) != VPX_CODEC_OK) return nullptr;
  apply(context->config_, settings, rate);
  context->usual_kbps_ = context->config_.rc_target_bitrate;
  vpx_codec_ctx_t& codec = context->codec_;
  if (vpx_codec_enc_init(&codec, vpx_codec_vp8_cx(), &context->config_, 0) != VPX_CODEC_OK) return nullptr;
  vpx_codec_control(&codec, VP8E_SET_CPUUSED, settings.cpu_used);
  vpx_codec_control(&codec, VP8E_SET_STATIC_THRESHOLD, 1u);
  vpx_codec_control(&codec, VP8E_SET_TOKEN_PARTITIONS, static_cast<int>(VP8_ONE_TOKENPARTITION));
  vpx_codec_control(&codec, VP8E_SET_MAX_INTRA_BITRATE_PCT, static_cast<unsigned>(settings.max_key_frame_percent));
  return context;
}

VpxEncoderContext::~VpxEncoderContext() { vpx_codec_destroy(&codec_); }

bool VpxEncoderContext::set_size(int width, int height) {
  vpx_codec_enc_cfg_t config = config_;
  config.g_w = static_cast<unsigned>(width);
  config.g_h = static_cast<unsigned>(height);
  if (vpx_codec_enc_config_set(&codec_, &config) != VPX_CODEC_OK) return false;
  config_ = config;
  return true;
}

void VpxEncoderContext::set_rate(DataRate rate) {
  const unsigned kbps = to_vpx_rate(rate);
  const bool falls = kbps < largest_small_fall * usual_kbps_;
  usual_kbps_ = falls ? kbps : usual_kbps_ + (kbps - usual_kbps_) / 8;
  if (kbps == config_.rc_target_bitrate) return;
  config_.rc_target_bitrate = kbps;
  if (falls) level_buffer();
  vpx_codec_enc_config_set(&codec_, &config_);
}

void VpxEncoderContext::set_quantizers(int finest, int coarsest) {
  const auto least = static_cast<unsigned>(finest);
  const auto most = static_cast<unsigned>(coarsest);
  if (least == config_.rc_min_quantizer && most == config_.rc_max_quantizer) return;
  config_.rc_min_quantizer = least;
  config_.rc_max_quantizer = most;
  vpx_codec_enc_config_set(&codec_, &config_);
}

// libvpx's model of the receiver's buffer counts bits: after a fall of the rate it seems too full, and the quantizer
// stays low until the surplus is spent, at up to 1.5 times the target for a third of a second. Making the buffer
// smaller for a moment discards the surplus.
void VpxEncoderContext::level_buffer() {
  const unsigned size = config_.rc_buf_sz;
  config_.rc_buf_sz = config_.rc_buf_optimal_sz;
  vpx_codec_enc_config_set(&codec_, &config_);
  config_.rc_buf_sz = size;
}

bool VpxEncoderContext::encode(const Picture& picture, Duration duration, vpx_enc_frame_flags_t flags,
                               EncodedFrame& out) {
  const vpx_image_t image = image_of(picture);
  const auto ticks = std::max(1l, std::lround(to_seconds(duration) * ticks_per_second));
  const vpx_codec_err_t error =
      vpx_codec_encode(&codec_, &image, pts_, static_cast<unsigned long>(ticks), flags, VPX_DL_REALTIME);
  pts_ += ticks;
  return error == VPX_CODEC_OK && take_packets(out);
}

bool VpxEncoderContext::take_packets(EncodedFrame& out) {
  out.data.clear();
  vpx_codec_iter_t position = nullptr;
  while (const vpx_codec_cx_pkt_t* packet = vpx_codec_get_cx_data(&codec_, &position)) {
    if (packet->kind != VPX_CODEC_CX_FRAME_PKT) continue;
    const auto* bytes = static_cast<const std::uint8_t*>(packet->data.frame.buf);
    out.data.insert(out.data.end(), bytes, bytes + packet->data.frame.sz);
    out.key_frame = (packet->data.frame.flags & VPX_FRAME_IS_KEY) != 0;
  }
  return !out.data.empty();
}

int VpxEncoderContext::last_quantizer() {
  int quantizer = 0;
  vpx_codec_control(&codec_, VP8E_GET_LAST_QUANTIZER_64, &quantizer);
  return quantizer;
}

}  // namespace evenkeel

#pragma once

#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include <memory>

#include "codecs/reference_plan.h"
#include "core/base/data_rate.h"
#include "core/frames/encoded_frame.h"
#include "core/frames/picture.h"

namespace evenkeel {

struct VpxSettings {
  int width = 0;
  int height = 0;
  int cpu_used = -6;      ///< negative: a fixed speed; positive ones adapt to the load and differ from run to run
  int min_quantizer = 2;  ///< of 0 to 63
  int max_quantizer = 56;
  int max_key_frame_percent = 300;  ///< of the average frame
  Duration buffer = 300ms;          ///< rc_buf_sz
};

/// The flags for a key frame or for one that libvpx may encode as it likes.
inline vpx_enc_frame_flags_t flags_of(bool key_frame) { return key_frame ? VPX_EFLAG_FORCE_KF : 0; }

/// The flags that make a frame what was chosen, and leave the probabilities of the entropy coding as the last key frame
/// set them: a decoder that has not seen all frames between could not read the frame otherwise.
vpx_enc_frame_flags_t flags_of(const ReferenceChoice& choice);

/// libvpx's VP8 encoder.
class VpxEncoderContext {
 public:
  /// Null if libvpx refuses the settings.
  static std::unique_ptr<VpxEncoderContext> open(const VpxSettings& settings, DataRate rate);
  ~VpxEncoderContext();
  VpxEncoderContext(const VpxEncoderContext&) = delete;
  VpxEncoderContext& operator=(const VpxEncoderContext&) = delete;

  /// From the next frame on, which becomes a key frame. Keeps the state of the rate control. False, without a change,
  /// if the size is above that of open().
  bool set_size(int width, int height);

  /// From the next frame on.
  void set_rate(DataRate rate);

  /// For the next frames; from 0 to 63, `finest` at most `coarsest`.
  void set_quantizers(int finest, int coarsest);

  /// The picture must have the size set and be well formed. It counts for `duration` in the rate control. `flags` are
  /// those of flags_of(). Writes only the data and the key-frame flag of `out`; false if there was no frame.
  bool encode(const Picture& picture, Duration duration, vpx_enc_frame_flags_t flags, EncodedFrame& out);

  int last_quantizer();

 private:
  VpxEncoderContext() = default;
  void level_buffer();
  bool take_packets(EncodedFrame& out);

  vpx_codec_enc_cfg_t config_{};
  vpx_codec_ctx_t codec_{};
  vpx_codec_pts_t pts_ = 0;
  double usual_kbps_ = 0;  ///< of the last frames
};

}  // namespace evenkeel

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/data_rate.h"
#include "core/frames/encoded_frame.h"
#include "core/frames/picture.h"

namespace evenkeel {

/// An encoder's state for telemetry.
struct EncoderState {
  int width = 0;  ///< of the last encoded frame, after scaling
  int height = 0;
  double frames_per_second = 0;  ///< the maximum that it passes; 30 even if the camera delivers less
  int quantizer = 0;             ///< of the last frame: 0 (finest) to 63
  int frames_encoded = 0;
  int key_frames_encoded = 0;
  int reference_jumps = 0;  ///< frames that refer to an acknowledged one only, past a loss
  int frames_skipped = 0;   ///< left out before encoding, to save bits
};

/// What the receiver has said of frames, by the ids in FrameDependency.
struct ReferenceFeedback {
  std::optional<std::uint16_t> acknowledged;  ///< the newest frame that it has given to its decoder
  std::optional<std::uint16_t> broken;        ///< a frame that it waits for no longer
  Duration round_trip{};                      ///< zero: unknown
};

/// Turns pictures into frames at a target rate. One thread at a time may use it.
class VideoEncoder {
 public:
  virtual ~VideoEncoder() = default;

  /// False if the picture gives no frame: skipped to save bits, malformed (its data do not fit its size), too large for
  /// the format, or refused by the codec. `out` is then unspecified. The memory of `out` is reused. Capture times must
  /// not decrease; the picture may change its size at any time, which gives a key frame.
  virtual bool encode(const Picture& picture, EncodedFrame& out) = 0;

  /// The rate of the encoded frames, without packet headers, from the next picture on.
  virtual void set_target(DataRate media) = 0;

  /// Makes the next encoded frame a key frame.
  virtual void request_key_frame() = 0;

  /// Somebody else gets the frames from here on: goes on as a new encoder begins, with a key frame. Counters go on.
  virtual void restart() { request_key_frame(); }

  /// Makes later frames independent of what was lost, where the encoder can. It may come at any rate, repeated, late
  /// and in any order, and name frames that never were.
  virtual void on_reference_feedback(const ReferenceFeedback&) {}

  /// Whether the peer understands frames that refer past a loss. While it does not, `dependency` of frames is empty and
  /// each needs all before it.
  virtual void set_references(bool) {}

  virtual EncoderState state() const = 0;
};

/// Turns encoded frames back into pictures. One thread at a time may use it.
class VideoDecoder {
 public:
  virtual ~VideoDecoder() = default;

  /// False if the bytes cannot be decoded now: corrupt, or a key frame is needed first. `out` is then unchanged. Any
  /// bytes are allowed. Does not set the picture's capture_time. The memory of `out` is reused.
  virtual bool decode(std::span<const std::uint8_t> frame, Picture& out) = 0;

  /// The size of the last key frame where it is larger than this decoder takes: that frame and those after it are
  /// refused, whatever else they are, up to a key frame that is not too large.
  virtual std::optional<PictureSize> refused() const { return std::nullopt; }
};

}  // namespace evenkeel

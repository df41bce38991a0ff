#pragma once

#include <memory>

#include "codecs/video_codec.h"

namespace evenkeel {

/// VP8 by libvpx, on the caller's thread.
class Vp8Decoder final : public VideoDecoder {
 public:
  /// Larger key frames are refused by their header, before anything is allocated for them.
  explicit Vp8Decoder(PictureSize largest = default_largest_picture);
  ~Vp8Decoder() override;
  Vp8Decoder(const Vp8Decoder&) = delete;
  Vp8Decoder& operator=(const Vp8Decoder&) = delete;

  bool decode(std::span<const std::uint8_t> frame, Picture& out) override;
  std::optional<PictureSize> refused() const override { return refused_; }

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  PictureSize largest_;
  std::optional<PictureSize> refused_;
};

}  // namespace evenkeel

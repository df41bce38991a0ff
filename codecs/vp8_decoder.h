#pragma once

#include <memory>

#include "codecs/video_codec.h"

namespace evenkeel {

/// VP8 by libvpx, on the caller's thread.
class Vp8Decoder final : public VideoDecoder {
 public:
  Vp8Decoder();
  ~Vp8Decoder() override;
  Vp8Decoder(const Vp8Decoder&) = delete;
  Vp8Decoder& operator=(const Vp8Decoder&) = delete;

  bool decode(std::span<const std::uint8_t> frame, Picture& out) override;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace evenkeel

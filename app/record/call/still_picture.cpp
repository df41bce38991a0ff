#include "app/record/call/still_picture.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::uint8_t black_luma = 16;
constexpr std::uint8_t grey = 128;

Picture black_picture(PictureSize size) {
  Picture picture;
  picture.resize(size.width, size.height);
  std::ranges::fill(picture.y(), black_luma);
  std::ranges::fill(picture.u(), grey);
  std::ranges::fill(picture.v(), grey);
  return picture;
}

// Of a picture that is the same as the one before, each block is said to be that of the last picture, whatever that is:
// no block has anything of its own. It is no reference for others, and leaves the probabilities of the entropy coding.
constexpr vpx_enc_frame_flags_t repeating = VP8_EFLAG_NO_REF_GF | VP8_EFLAG_NO_REF_ARF | VP8_EFLAG_NO_UPD_LAST |
                                            VP8_EFLAG_NO_UPD_GF | VP8_EFLAG_NO_UPD_ARF | VP8_EFLAG_NO_UPD_ENTROPY;

}  // namespace

StillPicture still_picture(PictureSize size) {
  const auto encoder = VpxEncoderContext::open({.width = size.width, .height = size.height, .min_quantizer = 4},
                                               kilobits_per_second(200));
  if (!encoder) return {};
  const Picture picture = black_picture(size);
  EncodedFrame black, repeat;
  if (!encoder->encode(picture, 33ms, flags_of(true), black)) return {};
  if (!encoder->encode(picture, 33ms, repeating, repeat)) return {};
  return {std::move(black.data), std::move(repeat.data)};
}

}  // namespace evenkeel

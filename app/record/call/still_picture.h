#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "codecs/vpx_encoder_context.h"
#include "core/frames/picture.h"

namespace evenkeel {

/// Frames of VP8 that stand where no picture comes: a track without them would end there, and the sound beside it wait.
struct StillPicture {
  std::vector<std::uint8_t> black;   ///< a key frame
  std::vector<std::uint8_t> repeat;  ///< shows the last picture again, and changes nothing for the frames behind it
};

/// For pictures of that size. Both are empty where libvpx does not take it.
StillPicture still_picture(PictureSize size);

}  // namespace evenkeel

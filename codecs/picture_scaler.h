#pragma once

#include <libyuv/scale.h>

#include "core/frames/picture.h"

namespace evenkeel {

/// Whether the data fit the size; pictures from outside are checked before use.
inline bool is_well_formed(const Picture& picture) {
  return picture.width > 0 && picture.height > 0 &&
         picture.data.size() == picture.luma_size() + 2 * picture.chroma_size();
}

/// Writes `in` to `out` at another size, at least 1x1, averaging over areas when it shrinks; imprecise above a factor
/// of 16. `in` must be well formed and must not be `out`.
inline void scale_picture(const Picture& in, int width, int height, Picture& out) {
  out.resize(width, height);
  out.capture_time = in.capture_time;
  libyuv::I420Scale(in.y().data(), in.width, in.u().data(), in.chroma_width(), in.v().data(), in.chroma_width(),
                    in.width, in.height, out.y().data(), out.width, out.u().data(), out.chroma_width(), out.v().data(),
                    out.chroma_width(), width, height, libyuv::kFilterBox);
}

}  // namespace evenkeel

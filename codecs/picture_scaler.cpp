#include "codecs/picture_scaler.h"

#include <libyuv/scale.h>

namespace evenkeel {

bool is_well_formed(const Picture& picture) {
  return picture.width > 0 && picture.height > 0 &&
         picture.data.size() == picture.luma_size() + 2 * picture.chroma_size();
}

void scale_picture(const Picture& in, int width, int height, Picture& out) {
  out.resize(width, height);
  out.capture_time = in.capture_time;
  libyuv::I420Scale(in.y().data(), in.width, in.u().data(), in.chroma_width(), in.v().data(), in.chroma_width(),
                    in.width, in.height, out.y().data(), out.width, out.u().data(), out.chroma_width(), out.v().data(),
                    out.chroma_width(), width, height, libyuv::kFilterBox);
}

}  // namespace evenkeel

#pragma once

#include "core/frames/picture.h"

typedef struct _GstCaps GstCaps;
typedef struct _GstVideoFrame GstVideoFrame;

namespace evenkeel {

/// Copies a frame of I420 or GRAY8 into a picture of its size. The picture has the colors that VP8 means and that
/// receivers paint: BT.601 in limited range, 16 to 235 (RFC 6386, section 9.2). The frame's own matrix and range are
/// those of its colorimetry, as complete_colorimetry() leaves it; primaries and transfer function stay as they are.
void copy_as_bt601(const GstVideoFrame& frame, Picture& out);

/// Adds to the caps of raw video the matrix and the range that they leave open: GStreamer's defaults for that size,
/// which for Y'CbCr are BT.709 for more than 576 lines; for a VP8 decoder's pictures BT.601. Needed before the picture
/// is converted and scaled: the default goes by its lines, and videoconvert names the matrix that it makes of RGB only
/// if RGB has a colorimetry. Returns null if the caps leave nothing open.
GstCaps* complete_colorimetry(const GstCaps* caps, bool from_vp8);

}  // namespace evenkeel

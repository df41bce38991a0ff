#pragma once

#include <gst/gst.h>

#include <memory>

#include "app/capture/picture_pool.h"

namespace evenkeel {

/// Copies a sample of I420 into a picture; null if it is anything else. The capture time is left to the caller.
std::shared_ptr<Picture> copy_picture(GstSample* sample, PicturePool& pool);

/// Pictures per second as the sample's caps have it; 0 if they do not.
double frame_rate_of(GstSample* sample);

}  // namespace evenkeel

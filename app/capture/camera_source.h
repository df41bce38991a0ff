#pragma once

#include <memory>
#include <string>

#include "app/capture/devices.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// A camera of V4L2 or PipeWire, in the format of its own that comes nearest to the request, scaled down to fit it, at
/// no more than the requested rate. A camera that goes away is a state (lost), and it comes back by itself, as
/// whichever node. No other camera ever takes its place.
std::unique_ptr<VideoSource> make_camera_source(const CameraInfo& camera, const VideoRequest& request);

/// The pipeline for it, as gst-launch would take it, with the source element named `in`. For tests.
std::string describe_camera_pipeline(const CameraInfo& camera, const VideoRequest& request);

}  // namespace evenkeel

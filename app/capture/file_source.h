#pragma once

#include <memory>
#include <string>

#include "app/capture/video_source.h"

namespace evenkeel {

/// A video file at its own pace, again and again; in its own size, or scaled down to fit the request. The file is tried
/// at once: null with one sentence in `error` if there are no pictures to be had from it.
std::unique_ptr<VideoSource> make_file_source(const std::string& path, const VideoRequest& request, std::string& error);

}  // namespace evenkeel

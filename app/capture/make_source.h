#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/capture/devices.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// What a --source option means.
struct SourceSpec {
  enum class Kind { any_camera, named_camera, test, file };
  Kind kind = Kind::test;
  std::string name;  ///< of the camera or of the file
};

/// `camera`, `camera:NAME`, `test`, or the path of a file; nothing for the empty string and for `camera:` without name.
std::optional<SourceSpec> parse_source_spec(const std::string& text);

/// Makes the source that a --source option names; without one, a camera if there is one and else the test picture.
/// Returns null where that fails, and `message` is then one sentence for the user that says why and what to do.
/// Otherwise `message` is empty, or a notice of what was chosen for lack of an option.
/// A camera or a file is looked for, so this can take two seconds; call it from a thread that may wait.
std::unique_ptr<VideoSource> make_source(const std::optional<std::string>& spec, const VideoRequest& request,
                                         std::uint64_t seed, std::string& message);

/// A camera of V4L2 or PipeWire, in the format of its own that comes nearest to the request, scaled down to fit it, at
/// no more than the requested rate. A camera that goes away is a state (lost), and it comes back by itself, as
/// whichever node. No other camera ever takes its place.
std::unique_ptr<VideoSource> make_camera_source(const CameraInfo& camera, const VideoRequest& request);

/// The pipeline for it, as gst-launch would take it, with the source element named `in`. For tests.
std::string describe_camera_pipeline(const CameraInfo& camera, const VideoRequest& request);

/// A video file at its own pace, again and again; in its own size, or scaled down to fit the request. The file is tried
/// at once: null with one sentence in `error` if there are no pictures to be had from it.
std::unique_ptr<VideoSource> make_file_source(const std::string& path, const VideoRequest& request, std::string& error);

}  // namespace evenkeel

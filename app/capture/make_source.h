#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/capture/devices.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// What a --source option means.
struct SourceSpec {
  enum class Kind { any_camera, named_camera, screen, test, file };
  Kind kind = Kind::test;
  std::string name;  ///< of the camera or of the file
};

/// `camera`, `camera:NAME`, `screen`, `test`, or the path of a file; nullopt for the empty string and for `camera:`
/// without name.
std::optional<SourceSpec> parse_source_spec(const std::string& text);

/// Makes the source that a --source option names; without one, a camera if there is one, otherwise the test picture. On
/// failure returns null, and `message` is one sentence for the user that says why and what to do. On success `message`
/// is empty, or says what was chosen without an option. Blocks for up to two seconds while it looks for the camera or
/// file; for a screen until somebody has chosen one, or it is given up (ScreenShare::ask()).
std::unique_ptr<VideoSource> make_source(const std::optional<std::string>& spec, const VideoRequest& request,
                                         std::uint64_t seed, std::string& message,
                                         const std::function<bool()>& given_up = {});

/// A camera of V4L2 or PipeWire, in its native format nearest to the request, scaled down to fit it, at most at the
/// requested rate. A camera that is unplugged is in the state `lost`, and resumes by itself when it is plugged in
/// again, at any node. No other camera ever replaces it.
std::unique_ptr<VideoSource> make_camera_source(const CameraInfo& camera, const VideoRequest& request);

/// Its pipeline in the syntax of gst-launch, with the source element named `in`. For tests.
std::string describe_camera_pipeline(const CameraInfo& camera, const VideoRequest& request);

/// A screen or a window that somebody chooses now, scaled down to fit the request; a picture that does not change comes
/// again ten times a second. It is lost when the desktop ends it. Returns null, with one sentence in `error`, if
/// nothing is chosen.
std::unique_ptr<VideoSource> make_screen_source(const VideoRequest& request, std::string& error,
                                                const std::function<bool()>& given_up = {});

/// A video file at its own frame rate, looped; upright, in its own size, or scaled down to fit the request. In its
/// pauses and if there is only one picture, the last one stands. Tries the file at once: returns null, with one
/// sentence in `error`, if it cannot be played.
std::unique_ptr<VideoSource> make_file_source(const std::string& path, const VideoRequest& request, std::string& error);

}  // namespace evenkeel

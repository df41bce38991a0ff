#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

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

}  // namespace evenkeel

#pragma once

#include <string>

#include "app/cli/call_options.h"
#include "app/cli/record_options.h"
#include "app/record/call/call_recorder.h"

namespace evenkeel {

/// Players go by the name; a device or a pipe has none that tells, and gets what scripts know.
inline RecordingFormat format_of(const std::string& path, const CallOptions& options) {
  const std::string named = format_in_name(path);
  const bool webm = named == "webm" || (named.empty() && options.record_format == "webm");
  return webm ? RecordingFormat::webm : RecordingFormat::ivf;
}

/// Whose pictures: who sends none has no own ones, and who receives none has them alone.
inline RecordedPictures recorded_pictures(const CallOptions& options) {
  if (options.send_only) return RecordedPictures::sent;
  const bool both = options.record_pictures == "both" && !options.receive_only;
  return both ? RecordedPictures::both : RecordedPictures::received;
}

/// Whether Record in the window has pictures to write: IVF files take received ones alone.
inline bool has_recorded_pictures(const CallOptions& options) {
  return !options.send_only || options.record_format != "ivf";
}

/// What Record in the window writes, within the folder of the recording.
inline std::string recording_name(const CallOptions& options) {
  return options.record_format == "ivf" ? "received.ivf" : "call.webm";
}

}  // namespace evenkeel

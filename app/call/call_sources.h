#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/capture/video_source.h"
#include "app/cli/call_options.h"
#include "app/record/recording_place.h"
#include "app/sound/make_sound.h"

namespace evenkeel {

/// What a call needs of this machine.
struct CallSources {
  std::unique_ptr<VideoSource> video;                                  ///< null if nothing is sent
  std::unique_ptr<Microphone> microphone;                              ///< null if nothing is sent
  RecordingPlace heard;                                                ///< of a loudspeaker that is a file
  std::unique_ptr<Loudspeaker> loudspeaker;                            ///< null if nothing is received
  bool microphone_is_missing = false, loudspeaker_is_missing = false;  ///< as `notice` says
  std::string error;         ///< one sentence about what was asked for by name; empty on success
  bool is_of_file = false;   ///< the error is that a file cannot be sent
  std::string sound_notice;  ///< the same of sound, of use once somebody is there
  std::string notice;        ///< what was chosen, or is missing, in sentences; may be empty
};

/// Looks for devices, for some seconds at most; for a screen until somebody has chosen one, or it is given up.
CallSources find_sources(const CallOptions& options, WithoutMicrophone without,
                         const std::function<bool()>& given_up = {});

}  // namespace evenkeel

#include "app/call/call_sources.h"

#include "app/capture/gstreamer.h"
#include "app/capture/make_source.h"
#include "app/sound/sound_names.h"

namespace evenkeel {
namespace {

/// Keeps what was made and what is to be said of it, once; false where it failed.
template <class Made>
bool keep(CallSources& sources, std::unique_ptr<Made> CallSources::*place, std::unique_ptr<Made> made,
          const std::string& message, std::string CallSources::*notice = &CallSources::sound_notice) {
  sources.*place = std::move(made);
  std::string& text = sources.*place ? sources.*notice : sources.error;
  const bool is_told = text.find(message) != std::string::npos;  // that there is no sound service, of both devices
  if (!is_told) text += (text.empty() ? "" : " ") + message;
  return sources.*place != nullptr;
}

// What was heard before stays, as all that is recorded.
void find_loudspeaker(const CallOptions& options, CallSources& sources) {
  std::optional<std::string> speaker = options.speaker;
  const auto spec = parse_loudspeaker(speaker.value_or("default"));
  if (spec && spec.value->kind == LoudspeakerSpec::Kind::file) {
    sources.heard = RecordingPlace::file(spec.value->name, options.overwrite, "--speaker");
    sources.error = sources.heard.error();
    if (!sources.error.empty()) return;
    speaker = sources.heard.path();
    sources.notice += (sources.notice.empty() ? "" : " ") + sources.heard.notice();
  }
  std::string message;
  auto loudspeaker = make_loudspeaker(speaker, message);
  sources.loudspeaker_is_missing = !message.empty();
  keep(sources, &CallSources::loudspeaker, std::move(loudspeaker), message);
}

bool is_file(const std::optional<std::string>& source) {
  const auto spec = parse_source_spec(source.value_or(""));
  return spec && spec->kind == SourceSpec::Kind::file;
}

bool is_sound_file(const std::optional<std::string>& audio) {
  const auto spec = parse_microphone(audio.value_or(""));
  return spec && spec.value->kind == MicrophoneSpec::Kind::file;
}

/// Where GStreamer does not start, no file can be read.
void blame_file(CallSources& sources, bool is_file) { sources.is_of_file = is_file && !init_gstreamer(); }

}  // namespace

CallSources find_sources(const CallOptions& options, WithoutMicrophone without, const std::function<bool()>& given_up) {
  CallSources sources;
  std::string message;
  if (!options.receive_only) {
    auto video = make_source(options.source, options.video, options.seed, message, given_up);
    if (!keep(sources, &CallSources::video, std::move(video), message, &CallSources::notice)) {
      blame_file(sources, is_file(options.source));
      return sources;
    }
    auto microphone = make_microphone(options.audio, without, message);
    sources.microphone_is_missing = !message.empty();
    if (!keep(sources, &CallSources::microphone, std::move(microphone), message)) {
      blame_file(sources, is_sound_file(options.audio));
      return sources;
    }
  }
  if (!options.send_only) find_loudspeaker(options, sources);
  return sources;
}

}  // namespace evenkeel

#include "app/window/preparation.h"

#include <utility>

#include "app/call/call_setup.h"
#include "app/capture/make_source.h"
#include "app/cli/algorithm_catalog.h"
#include "app/cli/link_options.h"
#include "app/sound/sound_devices.h"
#include "app/sound/sound_names.h"

namespace evenkeel {

std::optional<ServerPlace> server_of(const StartCall& start) {
  if (start.kind != CallKind::call || !looks_like_server(start.address)) return std::nullopt;
  return read_server(start.address).value;
}

std::optional<std::string> device_option(const std::string& chosen) {
  return chosen.empty() ? std::nullopt : std::optional(chosen);
}

namespace {

void take_direction(Direction direction, CallOptions& options) {
  options.send_only = direction == Direction::send;
  options.receive_only = direction == Direction::receive;
  if (options.send_only) options.record.reset();  // no pictures come
}

/// ":5005" is a port of the address that the options name.
void take_bind(const std::string& address, CallOptions& options) {
  if (!address.starts_with(':')) {
    options.bind = address;
    return;
  }
  const auto colon = options.bind.ends_with(']') ? std::string::npos : options.bind.rfind(':');
  options.bind = options.bind.substr(0, colon) + address;
}

void take_link(const LinkSettings& link, CallOptions& options) {
  if (!options.link && !options.link_schedule && !options.link_trace) options.link = link_text(link);
}

}  // namespace

void set_shadows(const std::vector<std::string>& names, CallOptions& options) {
  options.shadow.reset();
  for (const std::string& name : names) options.shadow = options.shadow ? *options.shadow + ',' + name : name;
}

CallOptions options_of(const StartCall& start, const CallOptions& told) {
  CallOptions options = told;
  apply_tuning(start.tuning, options);
  if (start.source) options.source = start.source;
  if (start.audio) options.audio = device_option(*start.audio);
  if (start.speaker) options.speaker = device_option(*start.speaker);
  if (start.shadows) set_shadows(*start.shadows, options);
  if (start.kind == CallKind::demo) return options;
  if (start.link) take_link(*start.link, options);
  if (const auto server = server_of(start)) return options_for(server->call, options);
  if (start.direction) take_direction(*start.direction, options);
  if (start.kind == CallKind::listen && !start.address.empty()) take_bind(start.address, options);
  return options;
}

namespace {

bool is_missing_microphone(const std::string& option, const SoundDevices& all) {
  const auto spec = parse_microphone(option);
  return spec && spec.value->kind == MicrophoneSpec::Kind::named_device &&
         find_sound_device(all.microphones, spec.value->name) == nullptr;
}

bool is_missing_loudspeaker(const std::string& option, const SoundDevices& all) {
  const auto spec = parse_loudspeaker(option);
  return spec && spec.value->kind == LoudspeakerSpec::Kind::named_device &&
         find_sound_device(all.loudspeakers, spec.value->name) == nullptr;
}

/// A choice on the start page is not of this call alone: what was unplugged since need not stop it.
MissingDevices replace_missing(const StartCall& start, CallOptions& options) {
  MissingDevices missing;
  if (start.audio.value_or("").empty() && start.speaker.value_or("").empty()) return missing;
  const SoundDevices all = list_sound_devices();
  missing.microphone = start.audio && is_missing_microphone(*start.audio, all);
  missing.loudspeaker = start.speaker && is_missing_loudspeaker(*start.speaker, all);
  if (missing.microphone) options.audio.reset();
  if (missing.loudspeaker) options.speaker.reset();
  return missing;
}

std::string words_of(const MissingDevices& missing) {
  if (missing.microphone && missing.loudspeaker)
    return "The microphone and the loudspeaker that you chose are not plugged in: the system's are used.";
  if (missing.microphone) return "The microphone that you chose is not plugged in: the system's is used.";
  return missing.loudspeaker ? "The loudspeaker that you chose is not plugged in: the system's is used." : "";
}

void tell(const std::string& words, std::string& notice) {
  if (!words.empty()) notice = words + (notice.empty() ? "" : ' ' + notice);
}

}  // namespace

Preparation prepare_source(const std::optional<std::string>& source, const CallOptions& options) {
  Preparation prepared;
  std::string message;
  prepared.sources.video = make_source(source, options.video, options.seed, message);
  (prepared.sources.video ? prepared.sources.notice : prepared.error) = message;
  return prepared;
}

Preparation prepare_call(const StartCall& start, const CallOptions& told, const Cancellation& cancellation) {
  CallOptions options = options_of(start, told);
  Preparation prepared;
  // What is wrong with the words is said before a camera is opened.
  if (start.kind == CallKind::call) prepared.error = check_callee(start.address, told);
  if (!prepared.error.empty()) return prepared;
  prepared.missing = replace_missing(start, options);
  const bool is_demo = start.kind == CallKind::demo;
  prepared.sources = find_sources(options, is_demo ? WithoutMicrophone::test_sound : WithoutMicrophone::silence,
                                  [&cancellation] { return cancellation.cancelled(); });
  tell(words_of(prepared.missing), prepared.sources.sound_notice);
  prepared.error = std::exchange(prepared.sources.error, {});
  if (!prepared.error.empty() || is_demo) return prepared;
  const auto place = start.kind == CallKind::call ? find_callee(start.address, options) : find_listener(options);
  prepared.place = place.value;
  prepared.error = place.error;
  if (!place || !place.value->server) return prepared;
  JoinResult result = join_server(*place.value->server, options, cancellation);
  prepared.joined = std::move(result.call);
  prepared.error = result.error;
  return prepared;
}

}  // namespace evenkeel

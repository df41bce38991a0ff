#include "app/sound/make_sound.h"

#include <utility>

#include "app/files/private_file.h"
#include "app/sound/device_loudspeaker.h"
#include "app/sound/device_microphone.h"
#include "app/sound/sound_devices.h"
#include "app/sound/sound_names.h"
#include "app/sound/timed_loudspeaker.h"
#include "app/sound/timed_microphone.h"
#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr const char* test_text = "test sound, a beep each second";

std::unique_ptr<Microphone> make_test_sound() { return std::make_unique<TimedMicrophone>(test_text, fill_test_sound); }

/// Looped, at its own pace.
std::unique_ptr<Microphone> make_wav_microphone(const std::string& path, std::string& message) {
  std::vector<std::int16_t> samples = read_wav(path, message);
  if (samples.empty()) return nullptr;
  const std::string what = "the file '" + path + "' is sent as sound, over and over (" +
                           format_number(to_seconds(to_duration(static_cast<std::int64_t>(samples.size()))), 3) + " s)";
  const auto fill = [samples = std::move(samples), at = std::size_t{0}](SoundBlock& block, LocalTime) mutable {
    for (std::int16_t& sample : block) {
      sample = samples[at];
      at = (at + 1) % samples.size();
    }
  };
  return std::make_unique<TimedMicrophone>(what, fill);
}

/// Why a named device cannot be used; empty if it is there.
std::string missing(const std::string& what, const std::string& name, const std::vector<SoundDevice>& devices,
                    const std::string& error, const std::string& hint) {
  if (find_sound_device(devices, name) != nullptr) return {};
  if (!error.empty()) return "Cannot use the " + what + " '" + name + "': " + error;
  const std::string names = names_of(devices);
  return "Cannot find the " + what + " '" + name +
         "': " + (names.empty() ? "this machine has none" : "there is " + names) + ". " + hint;
}

std::unique_ptr<Microphone> make_named_microphone(const std::string& name, std::string& message) {
  const SoundDevices all = list_sound_devices();
  message = missing("microphone", name, all.microphones, all.error,
                    "Plug it in, or give --audio another one, a WAV file, 'test' or 'none'.");
  return message.empty() ? std::make_unique<DeviceMicrophone>(name) : nullptr;
}

std::unique_ptr<Microphone> make_any_microphone(std::string& message) {
  const SoundDevices all = list_sound_devices();
  if (choose_sound_device(all.microphones) != nullptr) return std::make_unique<DeviceMicrophone>(std::nullopt);
  message = !all.error.empty() ? all.error
                               : "Cannot find a microphone on this machine. Plug one in, or give --audio a WAV file, "
                                 "'test' or 'none'.";
  return nullptr;
}

std::unique_ptr<Microphone> make_default_microphone(WithoutMicrophone without, std::string& message) {
  const SoundDevices all = list_sound_devices();
  const SoundDevice* const chosen = choose_sound_device(all.microphones);
  if (chosen == nullptr) {
    const bool beeps = without == WithoutMicrophone::test_sound;
    message = all.error.empty() ? "No microphone found." : all.error;
    message += beeps ? " A beep each second is sent." : " Nothing can be heard of this side until there is one.";
    if (beeps) return make_test_sound();
  }
  return std::make_unique<DeviceMicrophone>(std::nullopt);
}

std::unique_ptr<Loudspeaker> make_wav_loudspeaker(const std::string& path, std::string& message) {
  std::error_code error;
  auto file = WavWriter::create(path, error);
  if (!file) {
    message = "Cannot write the sound file '" + path + "': " + writing_error_text(error, "Choose another place.");
    return nullptr;
  }
  return std::make_unique<TimedLoudspeaker>("file '" + path + "'", std::move(file));
}

std::unique_ptr<Loudspeaker> make_named_loudspeaker(const std::string& name, std::string& message) {
  const SoundDevices all = list_sound_devices();
  message = missing("loudspeaker", name, all.loudspeakers, all.error,
                    "Plug it in, or give --speaker another one, a file as heard.wav, 'default' or 'none'.");
  return message.empty() ? std::make_unique<DeviceLoudspeaker>(name) : nullptr;
}

/// One that was asked for by `asked` must be there.
std::unique_ptr<Loudspeaker> make_any_loudspeaker(bool asked, std::string& message) {
  const SoundDevices all = list_sound_devices();
  if (all.loudspeakers.empty()) {
    message = all.error.empty() ? "No loudspeaker found, so nothing is heard. Plug one in, or give --speaker a file as "
                                  "heard.wav or 'none'."
                                : all.error;
    if (asked) return nullptr;
  }
  return std::make_unique<DeviceLoudspeaker>(std::nullopt);
}

}  // namespace

std::unique_ptr<Microphone> make_microphone(const std::optional<std::string>& option, WithoutMicrophone without,
                                            std::string& message) {
  message.clear();
  if (!option) return make_default_microphone(without, message);
  const auto spec = parse_microphone(*option);
  message = spec.error;
  if (!spec) return nullptr;
  switch (spec.value->kind) {
    case MicrophoneSpec::Kind::any_device:
      return make_any_microphone(message);
    case MicrophoneSpec::Kind::named_device:
      return make_named_microphone(spec.value->name, message);
    case MicrophoneSpec::Kind::test:
      return make_test_sound();
    case MicrophoneSpec::Kind::file:
      return make_wav_microphone(spec.value->name, message);
    case MicrophoneSpec::Kind::none:
      break;
  }
  return std::make_unique<NoMicrophone>();
}

std::unique_ptr<Loudspeaker> make_loudspeaker(const std::optional<std::string>& option, std::string& message) {
  message.clear();
  if (!option) return make_any_loudspeaker(false, message);
  const auto spec = parse_loudspeaker(*option);
  message = spec.error;
  if (!spec) return nullptr;
  switch (spec.value->kind) {
    case LoudspeakerSpec::Kind::any_device:
      return make_any_loudspeaker(true, message);
    case LoudspeakerSpec::Kind::named_device:
      return make_named_loudspeaker(spec.value->name, message);
    case LoudspeakerSpec::Kind::file:
      return make_wav_loudspeaker(spec.value->name, message);
    case LoudspeakerSpec::Kind::none:
      break;
  }
  return std::make_unique<TimedLoudspeaker>("");
}

}  // namespace evenkeel

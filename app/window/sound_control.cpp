#include "app/window/sound_control.h"

#include "app/call/call_setup.h"
#include "app/sound/sound_names.h"
#include "app/window/preparation.h"
#include "app/window/sound_preview.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration speech_time = 5s;  // for which it is told that a muted microphone hears speech

template <class Device>
void note_run(const Device* device, bool& ran) {
  if (device != nullptr && device->state().kind == SourceState::Kind::running) ran = true;
}

SoundStatus::Peer in_status(PeerSound::Sends sends) {
  switch (sends) {
    case PeerSound::Sends::none:
      return SoundStatus::Peer::none;
    case PeerSound::Sends::muted:
      return SoundStatus::Peer::muted;
    case PeerSound::Sends::heard:
      return SoundStatus::Peer::heard;
    case PeerSound::Sends::unknown:
      break;
  }
  return SoundStatus::Peer::unknown;
}

}  // namespace

void SoundControl::begin(CallRun& run, double volume, const MissingDevices& missing) {
  if (!missing.microphone) audio_ = run.options().audio.value_or("");
  if (!missing.loudspeaker) speaker_ = run.options().speaker.value_or("");
  run.set_volume(volume);
}

void SoundControl::choose_microphone(const std::string& audio) {
  chosen_audio_ = audio;
  microphone_ = DetachedTask<Made<Microphone>>([option = device_option(audio)] {
    Made<Microphone> made;
    made.device = make_microphone(option, WithoutMicrophone::silence, made.message);
    return made;
  });
}

void SoundControl::choose_loudspeaker(const std::string& speaker) {
  const auto spec = parse_loudspeaker(speaker);
  const bool is_file = spec && spec.value->kind == LoudspeakerSpec::Kind::file;
  if (is_file && speaker == speaker_) return;  // which would begin it anew
  chosen_speaker_ = speaker;
  loudspeaker_ = DetachedTask<Made<Loudspeaker>>([option = device_option(speaker)] {
    Made<Loudspeaker> made;
    made.device = make_loudspeaker(option, made.message);
    return made;
  });
}

std::string SoundControl::take_microphone(CallRun& run) {
  auto made = microphone_.take();
  if (!made || !made->device) return made ? made->message : "";
  audio_ = chosen_audio_;
  run.options().audio = device_option(audio_);
  microphone_ran_ = false;
  run.replace(std::move(made->device));
  return made->message;
}

std::string SoundControl::take_loudspeaker(CallRun& run) {
  auto made = loudspeaker_.take();
  if (!made || !made->device) return made ? made->message : "";
  speaker_ = chosen_speaker_;
  run.options().speaker = device_option(speaker_);
  loudspeaker_ran_ = false;
  run.replace(std::move(made->device));
  return made->message;
}

std::string SoundControl::step(CallRun& run) {
  const std::string microphone = take_microphone(run), loudspeaker = take_loudspeaker(run);
  note_run(run.sound()->microphone(), microphone_ran_);
  note_run(run.sound()->loudspeaker(), loudspeaker_ran_);
  return microphone + (microphone.empty() || loudspeaker.empty() ? "" : " ") + loudspeaker;
}

std::string SoundControl::test_loudspeaker(CallRun& run, double volume) const {
  if (std::string why = untestable(speaker_); !why.empty()) return why;
  const Loudspeaker* const loudspeaker = run.sound()->loudspeaker();
  if (loudspeaker == nullptr || loudspeaker->state().kind != SourceState::Kind::running)
    return "The loudspeaker does not run, so its test cannot be heard. Choose another one.";
  run.play_test(volume);
  return {};
}

bool SoundControl::tells_speech(CallRun& run) {
  const SoundSender* sender = own_peer(run).sound_sender();
  if (sender == nullptr || !sender->spoke_while_muted()) {
    spoke_at_.reset();
    return false;
  }
  const LocalTime now = monotonic_now();
  if (!spoke_at_) spoke_at_ = now;
  return now - *spoke_at_ < speech_time;
}

void SoundControl::write(CallRun& run, SoundStatus& status) {
  status = {};
  Peer& peer = own_peer(run);
  const CallSound& sound = *run.sound();
  const bool running = sound.running();
  // Also while nobody is there: whoever waits has the devices of the call before.
  status.microphone.option = audio_;
  status.loudspeaker.option = speaker_;
  if (sound.microphone() != nullptr && running) {
    status.microphone = status_of(sound.microphone()->state(), audio_, microphone_ran_);
  }
  if (sound.loudspeaker() != nullptr && running) {
    status.loudspeaker = status_of(sound.loudspeaker()->state(), speaker_, loudspeaker_ran_);
  }
  status.muted = run.sound_muted();
  status.speaks_while_muted = tells_speech(run);
  status.video_paused = peer.pacer().signals().video_paused;
  status.peer = in_status(run.peer_sound().sends());
  status.peer_takes_none = run.peer_sound().takes_none();
  const bool captures = status.microphone.state == SoundDeviceStatus::State::running;
  if (captures && !status.muted && peer.sound_sender() != nullptr) status.capture_level = peer.sound_sender()->level();
  if (status.peer == SoundStatus::Peer::heard && peer.sound_player() != nullptr) {
    status.playing_level = peer.sound_player()->level();
  }
}

}  // namespace evenkeel

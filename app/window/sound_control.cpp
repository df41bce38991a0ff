#include "app/window/sound_control.h"

#include "app/call/call_setup.h"
#include "app/sound/sound_names.h"
#include "app/window/preparation.h"
#include "app/window/sound_preview.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration sound_patience = 3s;  // before the other side is said to have none
constexpr Duration speech_time = 5s;     // for which it is told that a muted microphone hears speech

template <class Device>
void note_run(const Device* device, bool& ran) {
  if (device != nullptr && device->state().kind == SourceState::Kind::running) ran = true;
}

}  // namespace

void SoundControl::begin(CallRun& run, double volume) {
  audio_ = run.options().audio.value_or("");
  speaker_ = run.options().speaker.value_or("");
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

SoundStatus::Peer SoundControl::peer_of(CallRun& run) {
  const NetworkThread& network = own_peer(run).network();
  if (network.state() != CallState::in_call) {
    in_call_since_.reset();
    return SoundStatus::Peer::unknown;
  }
  const LocalTime now = monotonic_now();
  if (!in_call_since_) in_call_since_ = now;
  const SoundPlayer* player = own_peer(run).sound_player();
  if (network.peer_has_sound() && player != nullptr && player->receives(now))
    return network.peer_muted() ? SoundStatus::Peer::muted : SoundStatus::Peer::heard;
  return now - *in_call_since_ > sound_patience ? SoundStatus::Peer::none : SoundStatus::Peer::unknown;
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
  if (sound.microphone() != nullptr && running) {
    status.microphone = status_of(sound.microphone()->state(), audio_, microphone_ran_);
  }
  if (sound.loudspeaker() != nullptr && running) {
    status.loudspeaker = status_of(sound.loudspeaker()->state(), speaker_, loudspeaker_ran_);
  }
  status.muted = run.sound_muted();
  status.speaks_while_muted = tells_speech(run);
  status.video_paused = peer.pacer().signals().video_paused;
  status.peer = peer_of(run);
  const bool captures = status.microphone.state == SoundDeviceStatus::State::running;
  if (captures && !status.muted && peer.sound_sender() != nullptr) status.capture_level = peer.sound_sender()->level();
  if (status.peer == SoundStatus::Peer::heard && peer.sound_player() != nullptr) {
    status.playing_level = peer.sound_player()->level();
  }
}

}  // namespace evenkeel

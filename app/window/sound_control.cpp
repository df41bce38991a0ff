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
  audio_ = audio;
  microphone_ = DetachedTask<Made<Microphone>>([option = device_option(audio)] {
    Made<Microphone> made;
    made.device = make_microphone(option, WithoutMicrophone::silence, made.message);
    return made;
  });
}

void SoundControl::choose_loudspeaker(const std::string& speaker) {
  const auto spec = parse_loudspeaker(speaker);
  const bool is_file = spec && spec.value->kind == LoudspeakerSpec::Kind::file;
  if (is_file && speaker == speaker_ && !speaker_failed_) return;  // which would begin it anew
  speaker_failed_ = false;
  speaker_ = speaker;
  loudspeaker_ = DetachedTask<Made<Loudspeaker>>([option = device_option(speaker)] {
    Made<Loudspeaker> made;
    made.device = make_loudspeaker(option, made.message);
    return made;
  });
}

template <class Device>
std::string SoundControl::take(DetachedTask<Made<Device>>& task, CallRun& run) {
  auto made = task.take();
  if (!made) return {};
  if (made->device) run.sound()->replace(std::move(made->device));
  return made->message;
}

std::string SoundControl::step(CallRun& run) {
  const std::string microphone = take(microphone_, run), loudspeaker = take(loudspeaker_, run);
  speaker_failed_ = speaker_failed_ || !loudspeaker.empty();
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
  if (network.peer_has_sound()) return network.peer_muted() ? SoundStatus::Peer::muted : SoundStatus::Peer::heard;
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

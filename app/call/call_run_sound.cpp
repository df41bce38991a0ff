#include <algorithm>

#include "app/call/call_run.h"

namespace evenkeel {

void CallRun::mute_sound(bool muted) {
  sound_muted_ = muted;
  for (NamedPeer& p : peers_) p.peer->mute_sound(muted);
}

void CallRun::replace(std::unique_ptr<Microphone> microphone) {
  report(RunEvent::Kind::sound, "another microphone was chosen");
  sound_->replace(std::move(microphone));
}

void CallRun::replace(std::unique_ptr<Loudspeaker> loudspeaker) {
  report(RunEvent::Kind::sound, "another loudspeaker was chosen");
  sound_->replace(std::move(loudspeaker));
}

void CallRun::set_volume(double volume) {
  for (NamedPeer& p : peers_) {
    if (SoundPlayer* player = p.peer->sound_player()) player->set_volume(volume);
  }
}

// Nobody is heard before somebody is there, nor after.
void CallRun::watch_sound() {
  const bool somebody = std::ranges::any_of(peers_, [](const NamedPeer& p) {
    const CallState state = p.peer->network().state();
    return state == CallState::in_call || state == CallState::silent;
  });
  somebody ? sound_->start() : sound_->stop();
  if (!somebody) return;
  if (const std::string text = std::exchange(sound_notice_, {}); !text.empty()) notice(text);
  if (const Microphone* m = sound_->microphone()) {
    report_source(RunEvent::Kind::sound, microphone_watch_.step(m->state()));
  }
  if (const Loudspeaker* l = sound_->loudspeaker()) {
    report_source(RunEvent::Kind::sound, loudspeaker_watch_.step(l->state()));
  }
  watch_muted_speech();
  warn_of_scheduling();
}

void CallRun::warn_of_scheduling() {
  const SoundSender* sender = peers_.front().peer->sound_sender();
  if (!sound_since_) sound_since_ = monotonic_now();
  if (sender == nullptr || monotonic_now() - *sound_since_ < 1s) return;
  if (std::exchange(reported_sound_scheduling_, true) || sender->realtime()) return;
  notice("Sound runs without real-time priority (SCHED_FIFO is not allowed here): it may be interrupted for moments.");
}

// All senders hear the same.
void CallRun::watch_muted_speech() {
  const bool speaks = std::ranges::any_of(peers_, [](NamedPeer& p) {
    return p.peer->sound_sender() != nullptr && p.peer->sound_sender()->spoke_while_muted();
  });
  if (std::exchange(told_speech_, speaks) == speaks || !speaks) return;
  notice("You speak, but your microphone is muted.");
}

}  // namespace evenkeel

#include <algorithm>
#include <filesystem>

#include "app/call/call_run.h"
#include "app/call/scheduling_text.h"
#include "app/call/server_call.h"
#include "core/base/quantity.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration scheduling_settles = 1s, scheduling_known_after = 5s;

}  // namespace

// Of a loudspeaker that is a file. One that was there before is whole until somebody is heard.
void CallRun::tell_what_was_heard() {
  if (heard_.path().empty() || !sound_since_) return;
  constexpr double bytes_per_second = samples_per_second * sizeof(std::int16_t);
  std::error_code failed;
  const auto size = std::filesystem::file_size(heard_.path(), failed);
  if (failed) return;
  notice("What was heard is in '" + heard_.path() +
         "': " + format_number(static_cast<double>(size) / bytes_per_second, 3) +
         (heard_error_.empty() ? " s." : " s, and not whole."));
  reported_problems_.insert(heard_error_);
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

std::string CallRun::other_side() const {
  return server_ ? "the server " + host_text(server_->place.url) : "the other side";
}

void CallRun::watch_peer_sound() {
  if (peers_.empty()) return;
  Peer& peer = *peers_.back().peer;
  const NetworkThread& network = peer.network();
  const CallState state = network.state();
  PeerSound::Seen seen;
  seen.in_call = state == CallState::in_call;
  seen.over = !seen.in_call && state != CallState::silent;
  seen.comes =
      network.peer_has_sound() && peer.sound_player() != nullptr && peer.sound_player()->receives(monotonic_now());
  seen.muted = network.peer_muted();
  seen.taken = peer.pacer().signals().sound_taken;
  seen.listens = peer.sound_player() != nullptr;
  seen.speaks = peer.sound_sender() != nullptr && options_.audio != "none";
  const PeerSound::News news = peer_sound_.step(seen, monotonic_now());
  if (peers_.size() > 1) return;  // of a demo both ends have what the options say
  report_peer_mute(news.mutes);
  if (news.takes_none) report(RunEvent::Kind::sound, other_side() + " takes no sound: nobody there hears you");
  if (news.sends_none) report(RunEvent::Kind::sound, other_side() + " sends no sound: there is nothing to hear");
}

// Nobody is heard before somebody is there, nor after.
void CallRun::watch_sound() {
  const bool somebody = std::ranges::any_of(peers_, [](const NamedPeer& p) {
    const CallState state = p.peer->network().state();
    return state == CallState::in_call || state == CallState::silent;
  });
  somebody ? sound_->start() : sound_->stop();
  watch_peer_sound();
  if (!somebody) return;
  if (const std::string text = std::exchange(sound_notice_, {}); !text.empty()) notice(text);
  if (const Microphone* m = sound_->microphone()) {
    report_source(RunEvent::Kind::sound, microphone_watch_.step(m->state()));
  }
  if (const Loudspeaker* l = sound_->loudspeaker()) {
    report_source(RunEvent::Kind::sound, loudspeaker_watch_.step(l->state()));
  }
  watch_muted_speech();
  report_scheduling();
}

// Once: as soon as all have the class, or after a helper has had its time. What runs as it should is a line in the run
// folder alone.
void CallRun::report_scheduling() {
  if (!sound_since_) sound_since_ = monotonic_now();
  const Duration since = monotonic_now() - *sound_since_;
  if (!scheduling_.empty() || since < scheduling_settles) return;
  Peer& peer = *peers_.front().peer;
  CallScheduling classes;
  classes.packets = peer.scheduling();
  classes.sound = sound_->scheduling();
  if (const SoundSender* sender = peer.sound_sender()) {
    classes.sound = std::min(sender->scheduling(), classes.sound.value_or(sender->scheduling()));
  }
  if (!all_realtime(classes) && since < scheduling_known_after) return;
  scheduling_ = scheduling_text(classes, realtime_failure());
  if (all_realtime(classes)) {
    if (folder_) folder_->write(RunEvent{monotonic_now() - start_, RunEvent::Kind::note, {}, scheduling_});
  } else {
    report(RunEvent::Kind::note, scheduling_);
  }
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

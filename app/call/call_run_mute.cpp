#include "app/call/call_run.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

std::string video_text(bool muted) { return muted ? "video muted" : "video unmuted"; }
std::string sound_text(bool muted) { return muted ? "microphone muted" : "microphone unmuted"; }

}  // namespace

void CallRun::mute(bool muted) {
  const bool changed = std::exchange(muted_, muted) != muted;
  if (!source_) return;
  source_->mute(muted);
  if (begun_ && changed) report(RunEvent::Kind::camera, video_text(muted));
}

void CallRun::mute_sound(bool muted) {
  const bool changed = std::exchange(sound_muted_, muted) != muted;
  for (NamedPeer& p : peers_) p.peer->mute_sound(muted);
  if (begun_ && changed && sound_->microphone() != nullptr) report(RunEvent::Kind::sound, sound_text(muted));
}

std::vector<RunEvent> CallRun::mutes() const {
  const Duration now = monotonic_now() - start_;
  std::vector<RunEvent> events;
  if (muted_ && source_) events.push_back({now, RunEvent::Kind::camera, {}, video_text(true)});
  if (sound_muted_ && sound_->microphone() != nullptr)
    events.push_back({now, RunEvent::Kind::sound, {}, sound_text(true)});
  return events;
}

// What was muted while the call opened, or stays so from the call before.
void CallRun::report_mutes() {
  begun_ = true;
  for (const RunEvent& event : mutes()) report(event.kind, event.text);
}

// A folder that is opened in mid-call has no earlier events.
void CallRun::write_mutes() {
  if (!begun_) return;
  for (const RunEvent& event : mutes()) folder_->write(event);
}

void CallRun::report_peer_mute(std::optional<bool> muted) {
  report_line(RunEvent::Kind::sound, peer_mutes_.poll(monotonic_now()));
  if (!muted) return;
  const std::string text = other_side() + (*muted ? " is muted" : " is no longer muted");
  report_line(RunEvent::Kind::sound, peer_mutes_.on_event(text, monotonic_now()));
}

}  // namespace evenkeel

#include "app/call/call_sound.h"

#include <utility>

#include "core/net/clock.h"

namespace evenkeel {

CallSound::CallSound(std::unique_ptr<Microphone> microphone, std::unique_ptr<Loudspeaker> loudspeaker)
    : microphone_(std::move(microphone)), loudspeaker_(std::move(loudspeaker)) {}

void CallSound::add(SoundSender* sender, SoundPlayer* player) {
  if (sender != nullptr) senders_.push_back(sender);
  if (player != nullptr) players_.push_back(player);
}

void CallSound::start() {
  if (std::exchange(running_, true)) return;
  start_loudspeaker();
  start_microphone();
}

void CallSound::stop() {
  if (!std::exchange(running_, false)) return;
  if (microphone_) microphone_->stop();
  if (loudspeaker_) loudspeaker_->stop();
  for (SoundPlayer* player : players_) player->finish(monotonic_now());
}

// Nobody listens where nobody would be heard.
void CallSound::start_microphone() {
  if (!microphone_ || senders_.empty()) return;
  for (SoundSender* sender : senders_) sender->set_processing(microphone_->hears_room());
  microphone_->start([this](const SoundBlock& block, LocalTime captured) {
    for (SoundSender* sender : senders_) sender->on_block(block, captured);
  });
}

void CallSound::start_loudspeaker() {
  if (!loudspeaker_ || players_.empty()) return;
  loudspeaker_->start([this](SoundBlock& out, LocalTime now, LocalTime heard) { pull(out, now, heard); });
}

// All microphones of this process hear what is heard, whichever peer it is of.
void CallSound::pull(SoundBlock& out, LocalTime now, LocalTime heard) {
  out.fill(0);
  for (SoundPlayer* player : players_) player->pull(out, now, heard);
  test_.add_to(out);
  for (SoundSender* sender : senders_) sender->on_played(out, heard);
}

void CallSound::replace(std::unique_ptr<Microphone> microphone) {
  if (microphone_ && running_) microphone_->stop();
  microphone_ = std::move(microphone);
  if (running_) start_microphone();
}

void CallSound::replace(std::unique_ptr<Loudspeaker> loudspeaker) {
  if (loudspeaker_ && running_) loudspeaker_->stop();
  loudspeaker_ = std::move(loudspeaker);  // the old one ends before the new one starts, which may be the same file
  if (running_) start_loudspeaker();
}

}  // namespace evenkeel

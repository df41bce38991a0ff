#include "app/call/sound_sender.h"

#include <algorithm>
#include <utility>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration silent_after = 200ms;  // without a block there is no level

}  // namespace

SoundSender::SoundSender(const Config& config, OutgoingSound::Settings settings, OutgoingSound::Sink sink)
    : config_(config),
      outgoing_(config.processing, std::move(settings), std::move(sink)),
      grid_(config.run_start),
      thread_([this] { run(); }) {}

SoundSender::~SoundSender() { stop(); }

void SoundSender::stop() {
  stop_ = true;
  wakeup_.wake();
  if (thread_.joinable()) thread_.join();
}

void SoundSender::on_block(const SoundBlock& block, LocalTime captured) {
  captured_.push({block, captured});
  wakeup_.wake();
}

void SoundSender::set_muted(bool muted) {
  if (!muted && muted_) unmuted_ = monotonic_now();
  muted_ = muted;
}

void SoundSender::on_played(const SoundBlock& block, LocalTime heard) { played_.push({block, heard}); }

void SoundSender::run() {
  realtime_.enter();
  while (!stop_) {
    wakeup_.wait_until(grid_.next(rests()));
    take_blocks();
    take_sample();
  }
  realtime_.leave();
}

void SoundSender::take_blocks() {
  outgoing_.set_processing(processes_);
  // No more than fits the queue: rows are due as well, however fast blocks come.
  for (std::size_t left = queue_blocks; left > 0; --left) {
    const auto captured = captured_.pop();
    if (!captured) break;
    while (const auto played = played_.pop()) outgoing_.on_played(played->samples, played->time);
    outgoing_.set_muted(muted_ || captured->time < unmuted_.load());
    outgoing_.on_block(captured->samples, captured->time);
    row_level_ = std::max(row_level_, outgoing_.level());
    last_block_ = monotonic_now();
  }
  // Without a microphone nobody else empties it.
  while (const auto played = played_.pop()) outgoing_.on_played(played->samples, played->time);
  spoke_ = outgoing_.spoke_while_muted();
  level_ = monotonic_now() - last_block_ < silent_after ? outgoing_.level() : 0;
}

void SoundSender::take_sample() {
  const auto time = grid_.due(monotonic_now(), rests());
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  sample.capture_audio_level = std::exchange(row_level_, 0.0);
  sample.echo_return_loss_enhancement_db = outgoing_.echo_return_loss_enhancement();
  samples_.push(sample);
}

}  // namespace evenkeel

#include "app/window/tone_player.h"

#include <utility>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration start_limit = 5s;  // of a loudspeaker
constexpr Duration held = 600ms;      // what a device holds back, at most

}  // namespace

void TonePlayer::play(std::optional<std::string> speaker, Tone tone, std::optional<Duration> length, Missing missing) {
  if (fades()) close();
  if (plays()) return;
  tone_ = std::move(tone);
  length_ = length;
  making_ = DetachedTask<Made>([option = std::move(speaker), missing] {
    Made made;
    made.loudspeaker = make_loudspeaker(option, made.message);
    if (!made.loudspeaker && option && missing == Missing::systems_is_used)
      made.loudspeaker = make_loudspeaker(std::nullopt, made.message);
    return made;
  });
}

std::string TonePlayer::take() {
  auto made = making_.take();
  if (!made) return {};
  if (!made->message.empty()) return made->message;
  loudspeaker_ = std::move(made->loudspeaker);
  sounds_ = false;
  ends_ = monotonic_now() + start_limit;
  fade_ = std::make_unique<ToneFade>();
  loudspeaker_->start([this](SoundBlock& out, LocalTime, LocalTime) {
    out.fill(0);
    if (sounds_) tone_(out);  // before, a timer takes it, and nobody would hear it
    fade_->apply(out);
  });
  return {};
}

std::string TonePlayer::step() {
  if (std::string problem = take(); !problem.empty()) return problem;
  if (!loudspeaker_) return {};
  const LocalTime now = monotonic_now();
  if (!sounds_ && loudspeaker_->state().kind == SourceState::Kind::running) {
    sounds_ = true;
    ends_ = length_ ? std::optional(now + *length_ + held) : std::nullopt;
  }
  if (!ends_ || now < *ends_) return {};
  close();
  return sounds_ ? "" : "The loudspeaker does not start, so nothing can be heard. Choose another one.";
}

void TonePlayer::stop() {
  if (!loudspeaker_ || !sounds_) return close();
  if (fades()) return;
  fade_->begin();
  ends_ = monotonic_now() + held;
}

void TonePlayer::close() {
  making_.forget();
  if (loudspeaker_) loudspeaker_->stop();
  loudspeaker_.reset();
  fade_.reset();
}

}  // namespace evenkeel

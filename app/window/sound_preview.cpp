#include "app/window/sound_preview.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "app/sound/sound_names.h"
#include "app/window/preparation.h"
#include "core/frames/sound_level.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration note = 300ms;
constexpr Duration test_time = 1500ms;                // three notes, and what the device holds back
constexpr Duration start_limit = 5s;                  // of a loudspeaker
constexpr double notes[] = {523.25, 659.25, 783.99};  // Hz: c, e, g

/// The three notes, each fading in and out over itself, so that nothing clicks.
void fill_notes(SoundBlock& out, std::int64_t first) {
  constexpr double amplitude = 6000;  // a fifth of full scale
  const std::int64_t length = to_samples(note);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t sample = first + static_cast<std::int64_t>(i);
    const auto which = static_cast<std::size_t>(sample / length);
    if (which >= std::size(notes)) {
      out[i] = 0;
      continue;
    }
    const double at = static_cast<double>(sample % length) / static_cast<double>(length);
    const double time = static_cast<double>(sample) / samples_per_second;
    const double tone = std::sin(2 * std::numbers::pi * notes[which] * time);
    out[i] = static_cast<std::int16_t>(amplitude * std::sin(std::numbers::pi * at) * tone);
  }
}

}  // namespace

SoundDeviceStatus status_of(const SourceState& state, const std::string& option, bool ran) {
  using State = SoundDeviceStatus::State;
  SoundDeviceStatus status;
  status.option = option;
  status.text = state.text;
  if (option == "none") {
    status.state = State::off;
  } else if (state.kind == SourceState::Kind::running) {
    status.state = State::running;
  } else if (state.kind == SourceState::Kind::lost) {
    status.state = ran ? State::lost : State::missing;
  }
  return status;
}

void SoundPreview::listen(const std::optional<std::string>& audio) {
  making_microphone_.forget();
  if (microphone_) microphone_->stop();
  microphone_.reset();
  missing_.clear();
  level_ = 0;
  if (!audio) return;
  audio_ = *audio;
  making_microphone_ = DetachedTask<Made<Microphone>>([option = device_option(*audio)] {
    Made<Microphone> made;
    made.device = make_microphone(option, WithoutMicrophone::silence, made.message);
    return made;
  });
}

void SoundPreview::take_microphone() {
  auto made = making_microphone_.take();
  if (!made) return;
  missing_ = made->message;
  microphone_ = std::move(made->device);
  if (!microphone_) return;
  microphone_->start([this](const SoundBlock& block, LocalTime) { level_ = sound_level(block); });
}

void SoundPreview::play_test(const std::string& speaker) {
  if (loudspeaker_ || making_loudspeaker_.wanted()) return;
  const auto spec = parse_loudspeaker(speaker);
  if (spec && spec.value->kind == LoudspeakerSpec::Kind::file) {
    test_problem_ = "What is heard goes into the file '" + spec.value->name + "', so there is no loudspeaker to test.";
    return;
  }
  making_loudspeaker_ = DetachedTask<Made<Loudspeaker>>([option = device_option(speaker)] {
    Made<Loudspeaker> made;
    made.device = make_loudspeaker(option, made.message);
    return made;
  });
}

std::string SoundPreview::take_loudspeaker() {
  auto made = making_loudspeaker_.take();
  if (!made) return {};
  if (!made->message.empty()) return made->message;
  loudspeaker_ = std::move(made->device);
  test_runs_ = false;
  test_ends_ = monotonic_now() + start_limit;
  loudspeaker_->start([this, played = std::int64_t{0}](SoundBlock& out, LocalTime, LocalTime) mutable {
    if (!test_runs_) return out.fill(0);  // a timer takes it, and nobody would hear it
    fill_notes(out, played);
    played += static_cast<std::int64_t>(block_samples);
  });
  return {};
}

std::string SoundPreview::step_test() {
  if (!loudspeaker_) return {};
  const LocalTime now = monotonic_now();
  if (!test_runs_ && loudspeaker_->state().kind == SourceState::Kind::running) {
    test_runs_ = true;
    test_ends_ = now + test_time;
  }
  if (now < test_ends_) return {};
  end_test();
  return test_runs_ ? "" : "The loudspeaker does not start, so its test cannot be heard. Choose another one.";
}

void SoundPreview::end_test() {
  if (loudspeaker_) loudspeaker_->stop();
  loudspeaker_.reset();
}

std::string SoundPreview::step() {
  take_microphone();
  std::string problem = std::exchange(test_problem_, {});
  if (problem.empty()) problem = take_loudspeaker();
  return problem.empty() ? step_test() : problem;
}

void SoundPreview::stop() {
  listen(std::nullopt);
  making_loudspeaker_.forget();
  end_test();
}

void SoundPreview::write(SoundStatus& status) const {
  status = {};
  if (!microphone_) {
    if (!missing_.empty()) status.microphone = {SoundDeviceStatus::State::missing, audio_, missing_};
    return;
  }
  const SourceState state = microphone_->state();
  status.microphone = status_of(state, audio_, missing_.empty());
  if (!missing_.empty() && state.kind != SourceState::Kind::running) status.microphone.text = missing_;
  if (state.kind == SourceState::Kind::running) status.capture_level = level_.load();
}

}  // namespace evenkeel

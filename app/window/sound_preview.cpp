#include "app/window/sound_preview.h"

#include <utility>

#include "app/sound/sound_names.h"
#include "app/window/preparation.h"
#include "core/frames/sound_level.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration test_time = TestTone::length + 600ms;  // and what the device holds back
constexpr Duration start_limit = 5s;                      // of a loudspeaker

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

std::string untestable(const std::string& speaker) {
  const auto spec = parse_loudspeaker(speaker);
  if (spec && spec.value->kind == LoudspeakerSpec::Kind::none)
    return "No loudspeaker is chosen, so there is none to test.";
  if (!spec || spec.value->kind != LoudspeakerSpec::Kind::file) return {};
  return "What is heard goes into the file '" + spec.value->name + "', so there is no loudspeaker to test.";
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
  test_problem_ = untestable(speaker);
  if (!test_problem_.empty()) return;
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
  loudspeaker_->start([this](SoundBlock& out, LocalTime, LocalTime) {
    out.fill(0);
    if (test_runs_) tone_.add_to(out);  // before, a timer takes it, and nobody would hear it
  });
  return {};
}

std::string SoundPreview::step_test() {
  if (!loudspeaker_) return {};
  const LocalTime now = monotonic_now();
  if (!test_runs_ && loudspeaker_->state().kind == SourceState::Kind::running) {
    tone_.begin();
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

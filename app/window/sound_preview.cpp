#include "app/window/sound_preview.h"

#include <utility>

#include "app/sound/sound_names.h"
#include "app/sound/test_tone.h"
#include "app/window/preparation.h"
#include "core/frames/sound_level.h"

namespace evenkeel {

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
  making_microphone_ = DetachedTask<Made>([option = device_option(*audio)] {
    Made made;
    made.microphone = make_microphone(option, WithoutMicrophone::silence, made.message);
    return made;
  });
}

void SoundPreview::take_microphone() {
  auto made = making_microphone_.take();
  if (!made) return;
  missing_ = made->message;
  microphone_ = std::move(made->microphone);
  if (!microphone_) return;
  microphone_->start([this](const SoundBlock& block, LocalTime) { level_ = sound_level(block); });
}

void SoundPreview::play_test(const std::string& speaker, double volume) {
  if (test_.plays() && !test_.fades()) return;
  test_problem_ = untestable(speaker);
  if (!test_problem_.empty()) return;
  auto tone = std::make_shared<TestTone>();
  tone->begin(volume);
  test_.play(
      device_option(speaker), [tone](SoundBlock& out) { tone->add_to(out); }, TestTone::length);
}

std::string SoundPreview::step() {
  take_microphone();
  std::string problem = std::exchange(test_problem_, {});
  return problem.empty() ? test_.step() : problem;
}

void SoundPreview::stop() {
  listen(std::nullopt);
  test_.stop();
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

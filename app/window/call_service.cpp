#include "app/window/call_service.h"

#include <algorithm>
#include <utility>

#include "app/capture/find_camera.h"
#include "app/process/program_end.h"
#include "app/sound/ring_tone.h"
#include "app/sound/ringback_tone.h"
#include "core/base/quantity.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration step_interval = 15ms;
constexpr Duration meter_interval = 30ms;
// Without somebody in the call, or any call: news and commands end the wait at once, and a laptop should rest.
constexpr Duration waiting_interval = 250ms;
constexpr Duration news_interval = 50ms;  // at least between two looks at news, which strangers can cause without end
constexpr Duration idle_interval = 100ms;
constexpr Duration still_interval = 250ms;
constexpr Duration becomes_still = 3s;  // after a command, whose devices may take a moment

std::string description(const CameraInfo& camera, const VideoRequest& request) {
  const CameraFormat* format = choose_format(camera, request.width, request.height, request.fps);
  if (format == nullptr) return camera.display;
  std::string text = camera.display + ", " + std::to_string(format->width) + 'x' + std::to_string(format->height);
  return format->fps > 0 ? text + " at " + format_number(format->fps, 4) + " fps" : text;
}

}  // namespace

CallService::CallService(const CallOptions& options, std::vector<std::string> command_line, Preparations preparations)
    : options_(options),
      command_line_(std::move(command_line)),
      preparations_(std::move(preparations)),
      thread_([this] { run(); }) {}

std::string CallService::stop() {
  stop_ = true;
  commands_.close();
  if (thread_.joinable()) thread_.join();
  return std::exchange(failed_at_stop_, {});
}

CallOptions CallService::options() const {
  const std::lock_guard lock(options_mutex_);
  return options_;
}

void CallService::set_options(CallOptions options) {
  const std::lock_guard lock(options_mutex_);
  options_ = std::move(options);
}

void CallService::send(CallCommand command) { commands_.push(std::move(command)); }

Duration CallService::interval() const {
  if (opening_.wanted() || preparing_preview_.wanted()) return step_interval;
  if (sound_preview_.hears()) return meter_interval;
  if (!call_) return monotonic_now() < last_command_ + becomes_still ? idle_interval : still_interval;
  return call_->waits() ? waiting_interval : step_interval;
}

std::optional<CallCommand> CallService::next_command() {
  const LocalTime begun = monotonic_now();
  auto command = commands_.pop(interval());
  const Duration least = call_ && call_->waits() ? news_interval : Duration::zero();
  for (Duration rest = least - (monotonic_now() - begun); !command && !stop_ && rest > Duration::zero();
       rest = least - (monotonic_now() - begun)) {
    command = commands_.pop(rest);
  }
  return command;
}

void CallService::run() {
  while (!stop_) {
    if (const auto command = next_command()) {
      last_command_ = monotonic_now();
      guarded([&] { std::visit([this](const auto& c) { carry_out(c); }, *command); });
    }
    guarded([this] { step(); });
  }
  give_up_opening();
  ring_.stop();
  sound_preview_.stop();
  if (preview_) preview_->stop();
  if (call_) guarded([this] { failed_at_stop_ = finish_call(); });
}

/// An unhandled exception (no threads or descriptors left) ends the call, not the window.
void CallService::guarded(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    call_.reset();
    next_call_.reset();
    give_up_opening();
    preview_.reset();
    sound_preview_.stop();
    ring_.stop();
    outbox_.change([&](CallUpdates& updates) {
      updates.failures.push_back(exception_text(error));
      const auto phase = updates.status.phase;
      if (phase == CallStatus::Phase::idle || phase == CallStatus::Phase::ended) return;
      updates.status.phase = CallStatus::Phase::ended;
      updates.status.failed = true;
      updates.status.text = exception_text(error);
      updates.status.recording.clear();
    });
  }
}

void CallService::step() {
  devices_.step(monotonic_now());
  take_cameras();
  take_sound_devices();
  take_preview();
  if (const std::string problem = sound_preview_.step(); !problem.empty()) {
    outbox_.change([&](CallUpdates& updates) { updates.failures.push_back(problem); });
  }
  if (auto prepared = opening_.take()) open_call(std::move(*prepared));
  if (call_) {
    call_->step();
    if (call_->hears()) sound_preview_.stop();  // a test would go to the other side as an echo
    if (const auto how = call_->ending()) return end_call(*how);
  }
  ring();
  publish();
}

/// Once for each call: where that cannot be heard the card in the window has to do, and nothing is said unless a
/// loudspeaker was named for it.
void CallService::ring() {
  const auto rings = call_ ? call_->rings() : Ringing::Where::nowhere;
  if (rings == Ringing::Where::nowhere) {
    ring_.stop();
  } else if (rings != rang_) {
    begin_ringing(call_->options(), rings);
  }
  rang_ = rings;
  const std::string problem = ring_.step();
  if (problem.empty() || !call_ || !call_->options().ring) return;
  outbox_.change([&](CallUpdates& updates) { updates.failures.push_back(problem); });
}

/// The caller hears that it rings there on the loudspeaker on which its own window would ring.
void CallService::begin_ringing(const CallOptions& options, Ringing::Where where) {
  const auto& speaker = options.ring ? options.ring : options.speaker;
  if (!untestable(speaker.value_or("")).empty()) return;
  // A call is not to be missed since a headset sleeps: what plays calls is not asked for by name here.
  const auto missing = options.ring ? TonePlayer::Missing::is_told : TonePlayer::Missing::systems_is_used;
  const auto play = [&](auto tone) {
    ring_.play(
        speaker, [tone](SoundBlock& out) { tone->write(out); }, std::nullopt, missing);
  };
  where == Ringing::Where::here ? play(std::make_shared<RingTone>()) : play(std::make_shared<RingbackTone>());
}

void CallService::publish() {
  if (!call_ && !preview_ && !sound_preview_.listens()) return;
  outbox_.change([this](CallUpdates& updates) {
    if (call_) {
      call_->write_status(updates.status);
      return;
    }
    if (sound_preview_.listens()) sound_preview_.write(updates.status.sound);
    if (preview_) {
      const SourceState state = preview_->state();
      updates.status.source_text = state.text;
      updates.status.source_lost = state.kind == SourceState::Kind::lost;
      updates.status.source_running = state.kind == SourceState::Kind::running;
    }
  });
}

void CallService::carry_out(const StartCall& command) {
  carry_out(Preview{});
  carry_out(PreviewSound{});
  carry_out(HangUp{});
  ++calls_;
  outbox_.change([&](CallUpdates& updates) {
    updates.status = CallStatus();
    updates.status.phase = CallStatus::Phase::opening;
    updates.status.kind = command.kind;
    const bool server = server_of(command).has_value();
    updates.status.text = server ? "Asking the server" : "Opening the camera and the connection";
    updates.status.run = calls_;
    updates.samples.clear();  // of the call before
    updates.events.clear();
  });
  const CallOptions told = options();
  const WindowCall::Context context{command_line_, outbox_, remote_pictures_,
                                    own_pictures_, link_,   [this] { commands_.wake(); }};
  next_call_ = std::make_unique<WindowCall>(command, calls_, told, context);
  commands_for_call_.clear();
  opening_cancellation_ = std::make_shared<Cancellation>();
  opening_ = DetachedTask<Preparation>([prepare = preparations_.call, command, told, end = opening_cancellation_] {
    return prepare(command, told, *end);
  });
}

/// Carries out the commands that came while the call opened.
void CallService::open_call(Preparation prepared) {
  std::unique_ptr<WindowCall> call = std::move(next_call_);
  if (const std::string error = call->open(std::move(prepared)); !error.empty()) return publish_end({error, true});
  call_ = std::move(call);
  for (const CallCommand& command : std::exchange(commands_for_call_, {})) {
    std::visit([this](const auto& c) { carry_out(c); }, command);
  }
}

/// Takes effect at once, even while the call opens: a muted camera must not be opened first.
void CallService::carry_out(const MuteVideo& command) {
  WindowCall* const call = call_ ? call_.get() : next_call_.get();
  if (call == nullptr) return;
  call->carry_out(command);
  outbox_.change([&](CallUpdates& updates) { updates.status.video_muted = command.muted; });
}

void CallService::carry_out(const MuteSound& command) {
  WindowCall* const call = call_ ? call_.get() : next_call_.get();
  if (call == nullptr) return;
  call->carry_out(command);
  outbox_.change([&](CallUpdates& updates) { updates.status.sound.muted = command.muted; });
}

void CallService::carry_out(const HangUp&) {
  const bool opening = opening_.wanted();
  give_up_opening();
  next_call_.reset();
  if (call_) return end_call({"You hung up.", false});
  if (opening) publish_end({"You hung up.", false});
}

/// A server that is asked meanwhile learns of it, if it has to.
void CallService::give_up_opening() {
  if (opening_cancellation_) opening_cancellation_->cancel();
  opening_.forget();
}

std::string CallService::finish_call() {
  leaving_router_ = call_->leaving_router();
  return call_->finish();
}

void CallService::end_call(const WindowCall::Ending& how) {
  ring_.stop();  // to end a call may take seconds
  publish();
  const std::string unwritten = finish_call();
  call_.reset();
  publish_end(unwritten.empty() ? how : WindowCall::Ending{how.text + ' ' + unwritten, true});
}

void CallService::publish_end(const WindowCall::Ending& how) {
  outbox_.change([&](CallUpdates& updates) {
    updates.status.phase = CallStatus::Phase::ended;
    updates.status.text = how.text;
    updates.status.failed = how.failed;
    updates.status.recording.clear();
  });
}

void CallService::carry_out(const Preview& command) {
  preparing_preview_.forget();
  if (preview_) preview_->stop();
  preview_.reset();
  if (!command.source || call_ || opening_.wanted()) return;
  preparing_preview_ = DetachedTask<Preparation>(
      [prepare = preparations_.source, source = command.source, told = options()] { return prepare(source, told); });
}

void CallService::take_preview() {
  auto prepared = preparing_preview_.take();
  if (!prepared) return;
  if (!prepared->sources.video) {
    return outbox_.change([&](CallUpdates& updates) { updates.failures.push_back(prepared->error); });
  }
  preview_ = std::move(prepared->sources.video);
  preview_->start([this](std::shared_ptr<const Picture> picture) { own_pictures_.put(std::move(picture)); });
}

// The microphone of a call has its meter there.
void CallService::carry_out(const PreviewSound& command) {
  const bool wanted = command.audio && !call_ && !opening_.wanted();
  sound_preview_.listen(wanted ? command.audio : std::nullopt);
  if (!wanted && !call_) outbox_.change([](CallUpdates& updates) { updates.status.sound = {}; });
}

// In a call by what plays the call: the echo canceller has to know of it, or the other side hears it.
void CallService::carry_out(const TestLoudspeaker& command) {
  if (call_ && call_->hears()) return call_->carry_out(command);
  sound_preview_.play_test(command.speaker, command.volume);
}

void CallService::take_sound_devices() {
  const auto list = devices_.take_sound();
  if (!list) return;
  std::vector<SoundChoice> microphones, loudspeakers;
  for (const SoundDevice& device : list->microphones) {
    if (!device.monitor) microphones.push_back({"mic:" + device.name, device.display});
  }
  for (const SoundDevice& device : list->loudspeakers) loudspeakers.push_back({device.name, device.display});
  outbox_.change([&](CallUpdates& updates) {
    updates.microphones = std::move(microphones);
    updates.loudspeakers = std::move(loudspeakers);
  });
}

void CallService::take_cameras() {
  const auto list = devices_.take_cameras();
  if (!list) return;
  const std::vector<CameraInfo>& cameras = list->cameras;
  const VideoRequest request = options().video;
  std::vector<CameraChoice> choices;
  for (const CameraInfo& camera : cameras) {
    CameraChoice& choice = choices.emplace_back();
    choice = {"camera:" + camera.name, description(camera, request)};
    for (const std::string& name : other_names(cameras, camera)) choice.also.push_back("camera:" + name);
  }
  outbox_.change([&](CallUpdates& updates) {
    updates.cameras = std::move(choices);
    if (!list->error.empty()) updates.notices.push_back(list->error);
  });
}

}  // namespace evenkeel

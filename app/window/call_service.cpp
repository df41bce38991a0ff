#include "app/window/call_service.h"

#include "app/media/find_camera.h"
#include "app/media/make_source.h"
#include "app/process/exception_text.h"
#include "core/net/clock.h"
#include "core/units/quantity.h"

namespace evenkeel {
namespace {

constexpr Duration step_interval = 15ms;

std::string description(const CameraInfo& camera, const VideoRequest& request) {
  const CameraFormat* format = choose_format(camera, request.width, request.height, request.fps);
  if (format == nullptr) return camera.display;
  std::string text = camera.display + ", " + std::to_string(format->width) + 'x' + std::to_string(format->height);
  return format->fps > 0 ? text + " at " + format_number(format->fps, 4) + "/s" : text;
}

}  // namespace

CallService::CallService(const CallOptions& options, std::vector<std::string> command_line)
    : options_(options), command_line_(std::move(command_line)), thread_([this] { run(); }) {}

CallService::~CallService() {
  stop_ = true;
  commands_.close();
  thread_.join();
}

void CallService::send(CallCommand command) { commands_.push(std::move(command)); }

void CallService::run() {
  while (!stop_) {
    if (const auto command = commands_.pop(step_interval)) {
      guarded([&] { std::visit([this](const auto& c) { carry_out(c); }, *command); });
    }
    guarded([this] { step(); });
  }
  if (preview_) preview_->stop();
  if (call_) call_->finish();
}

/// What nothing below handled (no thread or descriptor is left) ends the call and not the window.
void CallService::guarded(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    call_.reset();
    preview_.reset();
    outbox_.change([&](CallUpdates& updates) {
      updates.failures.push_back(exception_text(error));
      if (updates.status.phase == CallStatus::Phase::idle) return;
      updates.status.phase = CallStatus::Phase::ended;
      updates.status.text = exception_text(error);
      updates.status.recording.clear();
    });
  }
}

void CallService::step() {
  take_cameras();
  if (call_) {
    call_->step();
    if (const auto how = call_->ending()) return end_call(*how);
  }
  publish();
}

void CallService::publish() {
  if (!call_ && !preview_) return;
  outbox_.change([this](CallUpdates& updates) {
    if (call_) {
      call_->write_status(updates.status);
    } else {
      const SourceState state = preview_->state();
      updates.status.source_text = state.text;
      updates.status.source_lost = state.kind == SourceState::Kind::lost;
    }
  });
}

void CallService::carry_out(const StartCall& command) {
  carry_out(Preview{});
  carry_out(HangUp{});
  ++calls_;
  outbox_.change([&](CallUpdates& updates) {
    updates.status = CallStatus();
    updates.status.phase = CallStatus::Phase::opening;
    updates.status.kind = command.kind;
    updates.status.text = "Opening the camera and the connection";
    updates.status.run = calls_;
    updates.samples.clear();  // of the call before
    updates.events.clear();
  });
  const WindowCall::Surroundings surroundings{options_, command_line_, outbox_, remote_pictures_, own_pictures_};
  auto call = std::make_unique<WindowCall>(command, calls_, surroundings);
  const std::string error = call->open();
  if (error.empty()) {
    call_ = std::move(call);
    return publish();
  }
  outbox_.change([&](CallUpdates& updates) {
    updates.status.phase = CallStatus::Phase::ended;
    updates.status.text = error;
  });
}

void CallService::carry_out(const HangUp&) {
  if (call_) end_call("You hung up.");
}

void CallService::end_call(const std::string& how) {
  publish();
  call_->finish();
  call_.reset();
  outbox_.change([&](CallUpdates& updates) {
    updates.status.phase = CallStatus::Phase::ended;
    updates.status.text = how;
    updates.status.recording.clear();
  });
}

void CallService::carry_out(const Preview& command) {
  if (preview_) preview_->stop();
  preview_.reset();
  if (!command.source || call_) return;
  std::string message;
  preview_ = make_source(command.source, options_.video, options_.seed, message);
  if (!preview_) return outbox_.change([&](CallUpdates& updates) { updates.failures.push_back(message); });
  preview_->start([this](std::shared_ptr<const Picture> picture) { own_pictures_.put(std::move(picture)); });
}

/// Looking for cameras takes up to two seconds, in which the call must go on being drained.
void CallService::carry_out(const ListCameras&) {
  if (!cameras_.valid()) cameras_ = std::async(std::launch::async, [] { return list_cameras(); });
}

void CallService::take_cameras() {
  if (!cameras_.valid() || cameras_.wait_for(0s) != std::future_status::ready) return;
  const std::vector<CameraInfo> cameras = cameras_.get();
  std::vector<CameraChoice> choices;
  for (const CameraInfo& camera : cameras) {
    CameraChoice& choice = choices.emplace_back();
    choice = {"camera:" + camera.name, description(camera, options_.video)};
    for (const std::string& name : other_names(cameras, camera)) choice.also.push_back("camera:" + name);
  }
  outbox_.change([&](CallUpdates& updates) { updates.cameras = std::move(choices); });
}

}  // namespace evenkeel

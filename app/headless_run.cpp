#include "app/headless_run.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/media/make_source.h"
#include "app/stop_signal.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration loop_interval = 50ms;

std::string describe(const CallEvent& event) {
  const std::string peer = to_string(event.peer);
  switch (event.kind) {
    case CallEvent::Kind::connected:
      return "in a call with " + peer + "; it is not encrypted";
    case CallEvent::Kind::peer_silent:
      return peer + " has been silent for 2.5 s: waiting for it to return";
    case CallEvent::Kind::peer_returned:
      return peer + " is back";
    case CallEvent::Kind::peer_left:
      return peer + " hung up";
  }
  return {};
}

}  // namespace

HeadlessRun::HeadlessRun(const CallOptions& options, std::vector<std::string> command_line)
    : options_(options), command_line_(std::move(command_line)), start_(monotonic_now()) {
  if (!options.headless) progress_.say("There is no window yet: this runs as with --headless.");
}

HeadlessRun::~HeadlessRun() {
  if (source_) source_->stop();  // before those that its pictures go to
}

std::string HeadlessRun::open() {
  std::string error = check_recording();
  if (error.empty()) error = open_source();
  return error.empty() ? open_folder() : error;
}

/// The recording begins with the first picture, which is late for finding out that it cannot be written.
std::string HeadlessRun::check_recording() const {
  if (!options_.record || std::ofstream(*options_.record, std::ios::app)) return {};
  return "Cannot write the recording '" + *options_.record + "': " + std::strerror(errno) +
         "; give --record another file.";
}

std::string HeadlessRun::open_source() {
  if (options_.receive_only) return {};
  std::string message;
  source_ = make_source(options_.source, options_.video, options_.seed, message);
  if (!source_) return message;
  if (!message.empty()) progress_.say(message);
  start_ = monotonic_now();  // looking for a camera takes its time
  return {};
}

std::string HeadlessRun::open_folder() {
  if (options_.out) {
    folder_ = std::make_unique<RunFolder>(*options_.out, describe_run(options_, command_line_), options_.packets);
    if (!folder_->error().empty()) return folder_->error();
  }
  recorder_ = std::make_unique<Recorder>(start_, folder_.get());
  recorder_->on_row([this](const Sample& row) { progress_.on_row(row); });
  return {};
}

std::string HeadlessRun::add_peer(const Peer::Config& config, const std::string& name) {
  auto peer = std::make_unique<Peer>(config, options_);
  if (!peer->error().empty()) return peer->error();
  for (SampleRing* ring : peer->samples()) recorder_->watch(*ring);
  if (options_.packets) recorder_->watch(peer->pacer().packets());
  peers_.push_back({name, config.receives, std::move(peer), 0});
  return {};
}

void HeadlessRun::announce(NamedPeer& named) {
  Peer& peer = *named.peer;
  while (const auto event = peer.network().events().try_pop()) progress_.say(named.name + describe(*event));
  const int breaker = peer.pacer().signals().breaker_state;
  if (breaker == named.breaker_state) return;
  named.breaker_state = breaker;
  const std::string reason = peer.pacer().signals().breaker_reason.load();
  if (breaker == static_cast<int>(CircuitBreaker::State::open)) {
    progress_.say(named.name + "sending stopped by the circuit breaker: " + reason +
                  "; it is tried again after a while");
  } else if (breaker == static_cast<int>(CircuitBreaker::State::reduced)) {
    progress_.say(named.name + reason);
  } else {
    progress_.say(named.name + "sending goes on");
  }
}

void HeadlessRun::watch_source() {
  if (!source_) return;
  const SourceState state = source_->state();
  if (state.text.empty() || state.text == source_state_) return;
  source_state_ = state.text;
  progress_.say(state.text);
}

void HeadlessRun::loop(const std::function<bool()>& ended, const std::function<std::string()>& state) {
  std::vector<VideoSender*> senders;
  for (NamedPeer& p : peers_) {
    if (p.peer->video_sender() != nullptr) senders.push_back(p.peer->video_sender());
  }
  if (source_) {
    source_->start([senders](const std::shared_ptr<const Picture>& picture) {
      for (VideoSender* sender : senders) sender->on_picture(picture);
    });
  }
  bool told_scheduling = false;
  while (!stop_requested() && !ended()) {
    const LocalTime now = monotonic_now();
    if (options_.duration && now >= start_ + *options_.duration) break;
    std::this_thread::sleep_for(loop_interval);
    recorder_->drain(monotonic_now());
    for (NamedPeer& peer : peers_) announce(peer);
    watch_source();
    if (!std::exchange(told_scheduling, true) && !peers_.front().peer->realtime()) {
      progress_.say("The pacer runs without real-time priority (SCHED_FIFO is not allowed here): it may wake up late.");
    }
    progress_.show(state(), now - start_);
    if (folder_ && !folder_->error().empty()) break;
  }
}

int HeadlessRun::finish() {
  if (source_) source_->stop();
  PictureDelays delays;
  std::string record_error;
  for (NamedPeer& p : peers_) {
    p.peer->hang_up();
    const int lost = p.peer->video_sender() != nullptr ? p.peer->video_sender()->frames_lost() : 0;
    if (lost > 0) progress_.say(p.name + std::to_string(lost) + " encoded pictures found no room before the pacer");
    if (const auto* d = p.peer->end_to_end_delays()) delays[std::string(p.receives.view())] = *d;
    if (!p.peer->record_error().empty()) record_error = p.peer->record_error();
  }
  recorder_->finish();
  progress_.finish();
  const RunSummary summary = recorder_->summary();
  if (folder_) folder_->write_summary(describe_summary(summary, delays));
  std::fputs(summary_text(summary, delays).c_str(), stdout);
  std::string error = folder_ ? folder_->error() : "";
  if (error.empty()) error = record_error;
  if (!error.empty()) progress_.say(error);
  return error.empty() ? 0 : 1;
}

}  // namespace evenkeel

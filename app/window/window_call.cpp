#include "app/window/window_call.h"

#include <algorithm>

#include "app/call/call_setup.h"
#include "app/call/no_answer.h"
#include "app/call/peer.h"
#include "app/call/recording_format.h"
#include "app/call/reply_lines.h"
#include "app/call/security_description.h"
#include "app/cli/algorithm_catalog.h"
#include "app/cli/option_texts.h"
#include "app/cli/shadow_event.h"
#include "app/files/private_file.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

CallStatus::Phase phase_of(CallState state) {
  switch (state) {
    case CallState::waiting:
      return CallStatus::Phase::waiting;
    case CallState::connecting:
      return CallStatus::Phase::connecting;
    case CallState::ringing:
      return CallStatus::Phase::ringing;
    case CallState::in_call:
      return CallStatus::Phase::in_call;
    case CallState::silent:
      return CallStatus::Phase::silent;
    case CallState::ended:
      return CallStatus::Phase::ended;
  }
  return CallStatus::Phase::ended;
}

std::string make_folder(const std::string& path) {
  std::error_code failed;
  create_private_folder(path, failed);
  if (!failed) return {};
  return "Cannot record into '" + path + "': " + failed.message() + "; choose another folder.";
}

}  // namespace

WindowCall::WindowCall(StartCall start, std::uint64_t number, const CallOptions& told, const Context& context)
    : start_(std::move(start)),
      number_(number),
      context_(context),
      run_(options_of(start_, told), context.command_line, watchers()) {}

CallRun::Watchers WindowCall::watchers() const {
  Outbox& outbox = context_.outbox;
  CallRun::Watchers watchers;
  watchers.on_news = context_.on_news;
  watchers.on_sample = [&outbox](const Sample& sample) { outbox.add(sample); };
  watchers.on_event = [&outbox](const RunEvent& event) {
    outbox.change([&](CallUpdates& updates) { updates.events.push_back(event); });
  };
  watchers.on_notice = [&outbox](const std::string& text) {
    outbox.change([&](CallUpdates& updates) { updates.notices.push_back(text); });
  };
  watchers.on_attention = watchers.on_notice;
  watchers.on_failure = [&outbox](const std::string& text) {
    outbox.change([&](CallUpdates& updates) { updates.failures.push_back(text); });
  };
  watchers.on_own_picture = [slot = &context_.own_pictures](std::shared_ptr<const Picture> picture) {
    slot->put(std::move(picture));
  };
  return watchers;
}

std::string WindowCall::open(Preparation prepared) {
  if (!prepared.error.empty()) return prepared.error;
  const MissingDevices missing = prepared.missing;
  std::string error = run_.open(std::move(prepared.sources));
  if (error.empty()) error = set_up(prepared);
  if (!error.empty()) return error;
  link_.emplace(run_);
  sound_.begin(run_, start_.volume, missing);
  picture_.begin(run_);
  return run_.begin();
}

std::string WindowCall::set_up(Preparation& prepared) {
  const PictureSink show = [slot = &context_.remote_pictures](std::shared_ptr<const Picture> picture) {
    slot->put(std::move(picture));
  };
  if (prepared.joined) return set_up_server_call(run_, std::move(prepared.joined), show);
  switch (start_.kind) {
    case CallKind::demo:
      return set_up_demo(run_, show);
    case CallKind::listen:
      run_.use_link_memory(context_.link);
      return set_up_listen(run_, prepared.place.value(), show);
    case CallKind::call:
      return set_up_call(run_, prepared.place.value(), show);
  }
  return {};
}

void WindowCall::step() {
  run_.step();
  for (const std::string& problem : {sound_.step(run_), picture_.step(run_)}) {
    if (!problem.empty()) fail(problem);
  }
  watch_recording();
}

std::optional<WindowCall::Ending> WindowCall::ending() {
  const CallState state = own_peer(run_).network().state();
  const auto& duration = run_.options().duration;
  const bool over = duration && monotonic_now() >= run_.start() + *duration;
  // Also if --duration is shorter than the timeout for an answer.
  if (unanswered(run_) || (over && (state == CallState::connecting || state == CallState::ringing))) {
    return Ending{no_answer_text(run_, start_.address), true};
  }
  if (state == CallState::ended) {
    const std::string refusal = refusal_text(run_);
    const char* const who = run_.server() != nullptr ? "The server ended the call." : "The other side hung up.";
    return refusal.empty() ? Ending{who} : Ending{refusal, true};
  }
  if (over) return Ending{"The time of --duration is over."};
  return std::nullopt;
}

Ringing::Where WindowCall::rings() {
  const bool rings = own_peer(run_).network().state() == CallState::ringing;
  return ringing_.step(rings, start_.kind != CallKind::listen, monotonic_now());
}

bool WindowCall::waits() {
  return own_peer(run_).network().state() == CallState::waiting && !run_.link_offer().waits();
}

std::string WindowCall::finish() {
  const std::string error = run_.finish();
  if (!error.empty()) fail(error);
  return error;
}

void WindowCall::fail(const std::string& sentence) {
  context_.outbox.change([&](CallUpdates& updates) { updates.failures.push_back(sentence); });
}

std::string WindowCall::state_in_words(CallState state) {
  if (state != CallState::silent) {
    silent_since_.reset();
  } else if (!silent_since_) {
    silent_since_ = monotonic_now() - PeerLock::silence;
  }
  switch (state) {
    case CallState::waiting:
      if (run_.link_offer().waits()) return "Asking by which address others reach this machine";
      return "Waiting for a call at " + to_string(own_peer(run_).local());
    case CallState::connecting:
      if (run_.server() != nullptr) return "Connecting to the server " + server_name();
      return "Calling " + (looks_like_link(start_.address) ? "the other side" : start_.address);
    case CallState::ringing:
      return start_.kind == CallKind::listen ? run_.peers().back().address + " calls" : "Waiting to be accepted";
    case CallState::silent:
      return silent_in_words(monotonic_now() - *silent_since_);
    case CallState::in_call:
      if (run_.server() != nullptr) return "In a call by the server " + server_name();
      return start_.kind == CallKind::demo ? "Demo: two peers on this machine"
                                           : "In a call with " + run_.peers().back().address;
    case CallState::ended:
      break;
  }
  return "The call is over";
}

std::string WindowCall::server_name() const {
  return run_.server() != nullptr ? host_text(run_.server()->place.url) : "";
}

void WindowCall::write_security(CallStatus& status) {
  status.invitation = run_.invitation_link();
  status.unknown_certificate = run_.link_offer().page().unknown_certificate();
  const auto security = own_peer(run_).network().security();
  status.reply_code = security ? security->reply_code : "";
  status.callee_refuses = !status.reply_code.empty() && callee_refuses(run_);
  status.encrypted = security && security->in_use && !security->srtp_cipher.empty();
  status.cipher = security ? security->srtp_cipher : "";
  status.local_candidate = security && security->local_candidate ? name_of(*security->local_candidate) : "";
  status.remote_candidate = security && security->remote_candidate ? name_of(*security->remote_candidate) : "";
  status.feedback = security && security->feedback ? name_of(*security->feedback) : "";
  status.server = server_name();
  status.number = run_.peers().back().number.text();
  status.caller = run_.peers().back().caller;
}

void WindowCall::write_status(CallStatus& status) {
  const CallState state = own_peer(run_).network().state();
  status.phase =
      state == CallState::waiting && run_.link_offer().waits() ? CallStatus::Phase::opening : phase_of(state);
  status.kind = start_.kind;
  status.text = state_in_words(state);
  status.peer_records = run_.peer_records();
  status.peer_shows_screen = run_.peers().back().peer->network().peer_shows_screen();
  status.peer = run_.peers().back().address;
  status.listens_at = to_string(own_peer(run_).local());
  write_security(status);
  const auto source = run_.source_state();
  status.source_option = picture_.source();
  status.source_text = source ? source->text : "";
  status.source_lost = source && source->kind == SourceState::Kind::lost;
  status.source_running = source && source->kind == SourceState::Kind::running;
  status.source_fps = source ? source->fps : 0;
  status.video_muted = muted_;
  sound_.write(run_, status.sound);
  status.sends = !run_.options().receive_only;
  status.receives = !run_.options().send_only;
  status.has_link = link_ && link_->exists();
  status.shadows = shadow_names(run_.options());
  status.limits = rate_limit_texts(run_.options());
  status.recording = recording_.empty() ? run_.options().record.value_or("") : recording_;
  status.records_pictures = has_recorded_pictures(run_.options());
  status.recorded = own_peer(run_).recorder().size();
  status.recorded_time = own_peer(run_).recorder().length();
  status.run = number_;
  status.run_time = monotonic_now() - run_.start();
  status.outgoing = run_.peers().back().sends.view();
  status.incoming = run_.peers().back().receives.view();
  if (!status.has_link) return;
  status.link = link_->settings();
  status.link_program = link_->program();
}

/// Applies a change to the options of the run if it is valid; otherwise reports why not and returns false.
bool WindowCall::adopt(const std::function<void(CallOptions&)>& change) {
  CallOptions changed = run_.options();
  change(changed);
  std::string error = make_algorithms(changed).error;
  if (error.empty()) error = make_shadows(changed).error;
  if (error.empty()) {
    run_.options() = std::move(changed);
  } else {
    fail(error);
  }
  return error.empty();
}

void WindowCall::carry_out(const SetParameter& command) {
  if (!adopt([&](CallOptions& options) { replace_setting(options, command.key, command.text); })) return;
  const RecoveryParameters recovery = make_algorithms(run_.options()).recovery;
  const bool is_recovery = command.key.starts_with(std::string(recovery.name()) + '.');
  for (auto& peer : run_.peers()) {
    is_recovery ? peer.peer->set_recovery(recovery) : change_parameter(peer.peer->pacer(), command.key, command.text);
  }
  const auto shadows = shadow_names(run_.options());
  const std::string algorithm = command.key.substr(0, command.key.find('.'));
  if (std::find(shadows.begin(), shadows.end(), algorithm) != shadows.end()) begin_shadows();
  run_.report(RunEvent::Kind::parameter, command.key + " = " + command.text);
}

void WindowCall::carry_out(const SetController& command) {
  if (!adopt([&](CallOptions& options) { options.controller = command.name; })) return;
  for (auto& peer : run_.peers()) change_controller(peer.peer->pacer(), make_algorithms(run_.options()).controller);
  run_.report(RunEvent::Kind::algorithm, "controller " + command.name);
}

void WindowCall::carry_out(const SetSendLoop& command) {
  if (!adopt([&](CallOptions& options) { options.send_loop = command.name; })) return;
  for (auto& peer : run_.peers()) change_send_loop(peer.peer->pacer(), make_algorithms(run_.options()).send_loop);
  run_.report(RunEvent::Kind::algorithm, "send loop " + command.name);
}

void WindowCall::carry_out(const SetShadows& command) {
  if (!adopt([&](CallOptions& options) { set_shadows(command.names, options); })) return;
  begin_shadows();
  run_.report(RunEvent::Kind::algorithm, shadow_event(command.names));
}

/// They begin at what is sent now.
void WindowCall::begin_shadows() {
  for (auto& peer : run_.peers()) change_shadows(peer.peer->pacer(), std::move(*make_shadows(run_.options()).value));
}

void WindowCall::carry_out(const SetLink& command) { link_->set(command.settings); }

void WindowCall::carry_out(const SetLinkSchedule& command) {
  if (const auto error = link_->set_schedule(command.text); !error.empty()) fail(error);
}

void WindowCall::carry_out(const SetLinkTrace& command) {
  if (const auto error = link_->set_trace(command.path); !error.empty()) fail(error);
}

void WindowCall::carry_out(const MuteVideo& command) {
  muted_ = command.muted;
  run_.mute(muted_);
}

void WindowCall::carry_out(const MuteSound& command) { run_.mute_sound(command.muted); }

void WindowCall::carry_out(const SetVolume& command) { run_.set_volume(command.volume); }

void WindowCall::carry_out(const ChooseMicrophone& command) { sound_.choose_microphone(command.audio); }

void WindowCall::carry_out(const ChoosePicture& command) {
  if (const std::string problem = picture_.choose(run_, command.source); !problem.empty()) fail(problem);
}

void WindowCall::carry_out(const ChooseLoudspeaker& command) { sound_.choose_loudspeaker(command.speaker); }

void WindowCall::carry_out(const TestLoudspeaker& command) {
  if (const std::string problem = sound_.test_loudspeaker(run_, command.volume); !problem.empty()) fail(problem);
}

void WindowCall::carry_out(const AnswerCall& command) {
  NetworkThread& network = own_peer(run_).network();
  if (!network.security()) return;
  command.accept ? network.accept(command.caller) : network.decline(command.caller);
}

void WindowCall::carry_out(const RenewLink&) {
  if (const std::string error = renew_link(run_); !error.empty()) fail(error);
}

void WindowCall::carry_out(const TakeReplyCode& command) {
  std::string error = check_reply_code(command.text);
  if (error.empty()) error = own_peer(run_).network().take_reply_code(command.text);
  if (!error.empty()) return fail(error);
  context_.outbox.change([](CallUpdates& updates) {
    updates.notices.push_back("Looking for the caller whose reply code it is, for up to half a minute.");
  });
}

void WindowCall::carry_out(const StartRecording& command) {
  carry_out(StopRecording{});  // one at a time
  folder_is_recording_ = !run_.options().out;
  recording_ = command.folder;
  const std::string error = folder_is_recording_ ? record_run() : make_folder(command.folder);
  if (!error.empty()) {
    recording_.clear();
    return fail(error);
  }
  if (records_pictures()) record_pictures();
}

/// Not where the command line had them recorded from the beginning: that recording goes on to the end.
bool WindowCall::records_pictures() const { return has_recorded_pictures(run_.options()) && !run_.options().record; }

std::string WindowCall::record_run() {
  RecordingPlace place = RecordingPlace::within_patience(
      recording_, [wanted = recording_] { return RecordingPlace::folder(wanted, false); });
  recording_ = place.path();
  return run_.open_folder(std::move(place), monotonic_now() - run_.start());
}

void WindowCall::record_pictures() {
  const CallOptions& options = run_.options();
  const std::string wanted = recording_ + '/' + recording_name(options);
  pictures_place_ = RecordingPlace::within_patience(wanted, [wanted] { return RecordingPlace::file(wanted, false); });
  const std::string& path = pictures_place_.path();
  if (!pictures_place_.error().empty()) return fail(pictures_place_.error());
  own_peer(run_).recorder().start(path, options.record_limit, format_of(path, options), recorded_pictures(options));
  if (!options.send_only) own_peer(run_).network().request_key_frame();  // a recording begins with one
}

void WindowCall::carry_out(const StopRecording&) {
  if (recording_.empty()) return stop_told_recording();
  if (records_pictures()) own_peer(run_).recorder().stop();
  pictures_place_ = {};
  const std::string error = folder_is_recording_ ? run_.close_folder() : "";
  folder_is_recording_ = false;
  recording_.clear();
  if (!error.empty()) fail(error);
}

/// That which the command line asked for.
void WindowCall::stop_told_recording() {
  if (!run_.options().record) return;
  own_peer(run_).recorder().stop();
  run_.options().record.reset();
}

/// Ends a recording that can no longer be written, or is at its limit; the run has reported it.
void WindowCall::watch_recording() {
  const CallRecorder& recorder = own_peer(run_).recorder();
  const bool ended = !(recorder.error().empty() && recorder.end().empty());
  if (ended && run_.options().record) stop_told_recording();
  if (recording_.empty()) return;
  const bool over = records_pictures() && ended;
  if (over || (folder_is_recording_ && !run_.folder_error().empty())) carry_out(StopRecording{});
}

void WindowCall::carry_out(const AddNote& command) { run_.report(RunEvent::Kind::note, command.text); }

}  // namespace evenkeel

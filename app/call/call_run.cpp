#include "app/call/call_run.h"

#include <nlohmann/json.hpp>

#include "app/call/no_answer.h"
#include "app/call/refused_picture.h"
#include "app/call/security_description.h"
#include "app/call/server_call.h"
#include "app/record/run_folder.h"
#include "core/net/clock.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/number.h"

namespace evenkeel {
namespace {

constexpr Duration disk_patience = 200ms;    // in the call, where others wait
constexpr Duration last_disk_patience = 3s;  // after it

std::string describe(const CallEvent& event, const std::string& security, bool by_server) {
  const std::string peer = to_string(event.peer);
  switch (event.kind) {
    case CallEvent::Kind::ringing:
      return peer + " calls";
    case CallEvent::Kind::connected:
      return "in a call with " + peer + (security.empty() ? "" : "; " + security);
    case CallEvent::Kind::peer_silent:
      return peer + " has been silent for 2.5 s: waiting for it to return";
    case CallEvent::Kind::peer_returned:
      return peer + " is back";
    case CallEvent::Kind::peer_moved:
      return "the other side is reached at " + peer;
    case CallEvent::Kind::peer_left:
      return peer + " hung up";
    case CallEvent::Kind::peer_lost:
      return peer + " is lost: nothing came from it for half a minute";
    case CallEvent::Kind::declined:
      return "the call was not accepted";
    case CallEvent::Kind::turned_away:
      return peer + " called meanwhile, and got no answer";
    case CallEvent::Kind::crowded:
      return "somebody with your link keeps knocking without completing a call, the last from " + peer +
             ": a new link keeps them out";
    case CallEvent::Kind::offers_reply_code:
      return "nothing answered: there is a reply code to send back, good for ten minutes";
    case CallEvent::Kind::reply_code_unanswered:
      if (!event.reason.empty()) return "the reply code led to no call: " + event.reason;
      return "nobody was found by the reply code within 30 s: give it again while the caller still waits; where both "
             "NATs draw their ports at random only a relay helps (--turn)";
    case CallEvent::Kind::wait_failed:
      return "this machine cannot wait for datagrams (" + event.reason + "): the call goes on, and looks for them " +
             "every 10 ms";
    case CallEvent::Kind::failed:
      return by_server ? "no way to the server's media" : "the other side is not the one that the link names";
  }
  return {};
}

/// What somebody waits for, or missed.
bool wants_attention(CallEvent::Kind kind) {
  return kind == CallEvent::Kind::turned_away || kind == CallEvent::Kind::reply_code_unanswered;
}

template <class... Arguments, class... Given>
void call(const std::function<void(Arguments...)>& callback, Given&&... given) {
  if (callback) callback(std::forward<Given>(given)...);
}

}  // namespace

CallRun::CallRun(const CallOptions& options, std::vector<std::string> command_line, Watchers watchers)
    : options_(options),
      command_line_(std::move(command_line)),
      watchers_(std::move(watchers)),
      start_(monotonic_now()) {
  recorder_.on_sample([this](const Sample& sample) { call(watchers_.on_sample, sample); });
  recorder_.on_row([this](const Sample& row) { call(watchers_.on_row, row); });
}

CallRun::~CallRun() { stop_sources(); }

// Before the objects that receive what they give.
void CallRun::stop_sources() {
  if (source_) source_->stop();
  if (sound_) sound_->stop();
  const bool to_file = !heard_.path().empty() && sound_ && sound_->loudspeaker() != nullptr;
  const SourceState state = to_file ? sound_->loudspeaker()->state() : SourceState();
  if (to_file && state.kind == SourceState::Kind::lost)
    heard_error_ = "What was heard is not whole: " + state.text + '.';
}

std::string CallRun::open(CallSources sources) {
  if (!sources.error.empty()) return sources.error;
  if (!sources.notice.empty()) start_notices_.push_back(sources.notice);
  if (sources.video) source_ = std::make_unique<MuteSwitch>(std::move(sources.video), options_.video);
  sound_ = std::make_unique<CallSound>(std::move(sources.microphone), std::move(sources.loudspeaker));
  heard_ = std::move(sources.heard);
  sound_notice_ = std::move(sources.sound_notice);
  if (sources.microphone_is_missing) microphone_watch_.know_loss();
  if (sources.loudspeaker_is_missing) loudspeaker_watch_.know_loss();
  start_ = monotonic_now();  // looking for devices takes its time
  return claim_places();
}

/// Checks the places now: the recording begins with the first picture, too late to find out that it cannot be written.
std::string CallRun::claim_places() {
  const auto take = [this](RecordingPlace& place, RecordingPlace taken, std::string& option) {
    place = std::move(taken);
    if (!place.notice().empty()) start_notices_.push_back(place.notice());
    option = place.path();
    return place.error();
  };
  std::string error;
  if (options_.record) {
    error = take(recording_place_, RecordingPlace::file(*options_.record, options_.overwrite), *options_.record);
  }
  if (error.empty() && options_.out) {
    error = take(folder_place_, RecordingPlace::folder(*options_.out, options_.overwrite), *options_.out);
  }
  return error;
}

std::string CallRun::open_folder(RecordingPlace place, Duration origin) {
  folder_place_ = std::move(place);
  if (!folder_place_.error().empty()) return folder_place_.error();
  const auto description = describe_run(options_, command_line_);
  const auto open = [path = folder_place_.path(), description, packets = options_.packets, origin] {
    return std::make_unique<RunFolder>(path, description, packets, origin);
  };
  auto folder = std::make_unique<RunWriter>(folder_place_.path(), open);
  if (!folder->error().empty()) return folder->error();
  folder_ = std::move(folder);
  recorder_.write_to(folder_.get(), origin);
  write_mutes();
  if (!scheduling_.empty()) folder_->write(RunEvent{monotonic_now() - start_, RunEvent::Kind::note, {}, scheduling_});
  return {};
}

std::string CallRun::close_folder() {
  if (!folder_) return {};
  const bool reported = !folder_->error().empty();
  const std::string error = folder_->close(summary_json(), disk_patience);
  recorder_.write_to(nullptr);
  folder_.reset();
  return reported ? "" : error;
}

std::string CallRun::add_peer(const Peer::Config& config, const std::string& name) {
  Peer::Config watched = config;
  watched.on_event = watchers_.on_news;
  auto peer = std::make_unique<Peer>(watched, options_);
  if (!peer->error().empty()) return peer->error();
  for (SampleRing* ring : peer->samples()) recorder_.watch(*ring);
  if (options_.packets) recorder_.watch(peer->pacer().packets());
  if (auto* pictures = peer->pictures(); pictures != nullptr && options_.packets) recorder_.watch(*pictures);
  peer->mute_sound(sound_muted_);
  sound_->add(peer->sound_sender(), peer->sound_player());
  if (config.link) follow_capacity(config.link->capacity, config.run_start);  // of a demo both have the same
  peers_.push_back({name, config.sends, config.receives, std::move(peer), 0, "", config.link});
  return {};
}

std::string CallRun::begin() {
  if (options_.out) {
    if (std::string error = open_folder(std::move(folder_place_)); !error.empty()) return error;
  }
  for (const std::string& text : std::exchange(start_notices_, {})) notice(text);
  report_mutes();
  std::vector<VideoSender*> senders;
  for (NamedPeer& p : peers_) {
    if (p.peer->video_sender() != nullptr) senders.push_back(p.peer->video_sender());
  }
  recorder_.start_at(start_);
  if (!source_) return {};
  source_->mute(muted_);
  Peer& own = *peers_.back().peer;
  source_->start([this, senders, &own](const std::shared_ptr<const Picture>& picture) {
    call(watchers_.on_own_picture, picture);
    if (own.network().state() == CallState::in_call) own.recorder().on_own_picture(picture);
    for (VideoSender* sender : senders) sender->on_picture(picture);
  });
  return {};
}

void CallRun::replace(std::unique_ptr<VideoSource> source) {
  report(RunEvent::Kind::camera, "another picture was chosen");
  source_->replace(std::move(source));
}

void CallRun::notice(const std::string& text) const { call(watchers_.on_notice, text); }

void CallRun::keep(std::unique_ptr<JoinedCall> server) { server_ = std::move(server); }

bool CallRun::asks_before_answering() const { return options_.answer ? *options_.answer == "ask" : !options_.headless; }

std::string CallRun::invite(const Invitation& invitation, const Endpoint& bound) {
  link_.set_outside(outside_.addresses(), outside_.seen(), outside_.is_waited_for(monotonic_now()));
  return link_.open(options_, invitation, bound);
}

void CallRun::follow_caller(NamedPeer& named) {
  const auto security = named.peer->network().security();
  const bool known = security && !security->srtp_cipher.empty() && !server_;
  if (known) named.caller = security->caller;
  named.number.step(known ? std::optional(CallerNumber::Ends{security->listener, security->caller}) : std::nullopt);
}

std::string CallRun::describe_security(const NamedPeer& named) const {
  const auto security = named.peer->network().security();
  if (!security) return "it is not encrypted";
  if (security->srtp_cipher.empty()) return "";  // no keys any more
  if (server_) return "encrypted as far as the server (" + security->srtp_cipher + "), which sees and hears the call";
  const std::string feedback = security->feedback ? feedback_text(*security->feedback) + "; " : "";
  const std::string number = named.number.text().empty() ? "" : ", number " + named.number.text();
  return feedback + "encrypted (" + security->srtp_cipher + ")" + number;
}

// A few at a time: a holder of the link can cause them faster than they are written.
void CallRun::announce(NamedPeer& named) {
  constexpr int max_events = 16;
  follow_caller(named);
  announce_beginning(named);
  for (int i = 0; i < max_events && !named.begun; ++i) {
    const auto event = named.peer->network().events().try_pop();
    if (!event) break;
    announce_event(named, *event);
  }
  report_line(RunEvent::Kind::call, named.beginnings.poll(monotonic_now()));
  report_line(RunEvent::Kind::call, named.call_events.poll(monotonic_now()));
  announce_breaker(named);
  report_line(RunEvent::Kind::problem, named.breaker_events.poll(monotonic_now()));
  announce_packet_size(named);
  announce_given_up(named);
  report_line(RunEvent::Kind::problem, named.path_events.poll(monotonic_now()));
  announce_refusal(named);
}

void CallRun::announce_event(NamedPeer& named, const CallEvent& event) {
  if (event.kind == CallEvent::Kind::offers_reply_code) named.offered_reply_code = true;
  const bool of_another = event.kind == CallEvent::Kind::turned_away || event.kind == CallEvent::Kind::crowded;
  if (event.peer.port != 0 && !of_another) named.address = to_string(event.peer);
  if (event.kind == CallEvent::Kind::connected) {
    peer_recording_.begin_call();
    named.begun = event;
    return announce_beginning(named);
  }
  const std::string text = named.name + describe(event, "", server_ != nullptr);
  const auto line = named.call_events.on_event(text, monotonic_now());
  if (line && is_said_at_the_end(event.kind)) return write(RunEvent::Kind::call, *line);
  report_line(RunEvent::Kind::call, line);
  if (line && wants_attention(event.kind)) call(watchers_.on_attention, *line);
}

/// Without a window the last line says why there is no call, and what to do.
bool CallRun::is_said_at_the_end(CallEvent::Kind kind) const {
  const bool is_lost = kind == CallEvent::Kind::peer_lost && server_;
  return options_.headless && (kind == CallEvent::Kind::declined || kind == CallEvent::Kind::failed || is_lost);
}

/// Once its number is known, while what happened later waits: the line is the only one that has it.
void CallRun::announce_beginning(NamedPeer& named) {
  if (!named.begun) return;
  const auto security = named.peer->network().security();
  const bool has_number = security && !security->srtp_cipher.empty() && !server_;
  if (has_number && named.number.text().empty()) return;
  report_beginning(named);
}

void CallRun::report_beginning(NamedPeer& named) {
  if (!named.begun) return;
  const std::string text = named.name + describe(*named.begun, describe_security(named), server_ != nullptr);
  named.begun.reset();
  report_line(RunEvent::Kind::call, named.beginnings.on_event(text, monotonic_now()));
}

void CallRun::announce_refusal(NamedPeer& named) {
  const auto size = named.peer->refused_picture();
  if (!size || std::exchange(named.refusal_is_known, true)) return;
  report_problem(named.name + refused_picture_text(*size, options_.largest_picture));
}

void CallRun::announce_silence(NamedPeer& named) {
  if (named.told_silence) return;
  const std::string text = still_unanswered_text(*this);
  named.told_silence = !text.empty();
  if (named.told_silence) call(watchers_.on_notice, text);
}

void CallRun::announce_breaker(NamedPeer& named) {
  SenderSignals& signals = named.peer->pacer().signals();
  const int breaker = signals.breaker_state;
  if (breaker == named.breaker_state) return;
  named.breaker_state = breaker;
  const std::string reason = signals.breaker_reason.load();
  std::string text = "sending goes on";
  if (breaker == static_cast<int>(CircuitBreaker::State::open)) {
    text = "sending stopped by the circuit breaker: " + reason +
           "; after an outage it resumes as soon as the peer reports again, otherwise after 15 s or more";
  } else if (breaker == static_cast<int>(CircuitBreaker::State::reduced)) {
    text = reason;
  }
  report_line(RunEvent::Kind::problem, named.breaker_events.on_event(named.name + text, monotonic_now()));
}

// The first size of a call is as configured.
void CallRun::announce_packet_size(NamedPeer& named) {
  const int size = named.peer->pacer().signals().packet_size;
  const int before = std::exchange(named.packet_size, size);
  if (before == 0 || size == 0 || size == before) return;
  const std::string bytes = std::to_string(size) + " bytes";
  const std::string text = size < before ? "The path drops large packets: using packets of " + bytes
                                         : "The path carries larger packets again: using packets of " + bytes;
  report_line(RunEvent::Kind::problem, named.path_events.on_event(named.name + text, monotonic_now()));
}

void CallRun::announce_given_up(NamedPeer& named) {
  const std::int64_t count = named.peer->pacer().signals().packets_given_up;
  const LocalTime now = monotonic_now();
  if (std::exchange(named.packets_given_up, count) >= count || now < named.told_given_up + 1min) return;
  named.told_given_up = now;
  report_problem(named.name + "This machine's network does not take some packets: they count as lost.");
}

void CallRun::announce_held_back() {
  for (NamedPeer& named : peers_) {
    report_beginning(named);  // with or without its number
    report_line(RunEvent::Kind::call, named.beginnings.finish());
    report_line(RunEvent::Kind::call, named.call_events.finish());
    report_line(RunEvent::Kind::problem, named.breaker_events.finish());
    report_line(RunEvent::Kind::problem, named.path_events.finish());
  }
  report_line(RunEvent::Kind::sound, peer_mutes_.finish());
}

void CallRun::report_source(RunEvent::Kind kind, const std::optional<SourceWatch::News>& news) {
  if (!news) return;
  news->of_note ? report(kind, news->text) : notice(news->text);
}

void CallRun::watch_source() {
  const bool nobody_sees = !peers_.empty() && peers_.back().peer->network().state() == CallState::waiting;
  if (source_) source_->rest(nobody_sees && !watchers_.on_own_picture);
  if (const auto state = source_state()) report_source(RunEvent::Kind::camera, source_watch_.step(*state));
}

/// A full disk ends the recording, not the call. People in the call should know at once, not hours later.
void CallRun::watch_files() {
  report_failure(folder_error());
  for (NamedPeer& p : peers_) {
    const CallRecorder& recorder = p.peer->recorder();
    const auto warning =
        p.limit_warning.step(recorder.running(), recorder.size(), recorder.length(), options_.record_limit);
    if (warning) notice(*warning);
    report_failure(recorder.error());
    report_problem(recorder.end());
  }
}

/// A loudspeaker that is a file has what the peer that was added last sends.
bool CallRun::records_heard_sound() const {
  return sound_ && sound_->loudspeaker() != nullptr && sound_->loudspeaker()->records();
}

/// Each end tells whether it records the other, and whether it shows a screen. Who receives nothing has only itself.
void CallRun::watch_recordings() {
  for (const NamedPeer& p : peers_) {
    p.peer->network().set_shows_screen(source_ && options_.source == "screen");
    const bool records = p.peer->recorder().writes_received() || (&p == &peers_.back() && records_heard_sound());
    p.peer->network().set_recording(records && !options_.send_only);
  }
}

PeerRecording::Said CallRun::peer_says() const {
  if (peers_.empty()) return {};
  const NetworkThread& network = peers_.back().peer->network();
  const bool in_call = network.state() == CallState::in_call || network.state() == CallState::silent;
  return {in_call, network.peer_records()};
}

void CallRun::report_peer_recording(const PeerRecording::Said& said) {
  if (peers_.empty() || peers_.back().begun) return;  // the line of the beginning comes first
  NamedPeer& named = peers_.back();
  const auto news = peer_recording_.step(said);
  if (!news || peers_.size() > 1) return;  // a demo is with oneself
  const std::string text = other_side() + (*news ? " records" : " records no longer");
  report_line(RunEvent::Kind::call, named.call_events.on_event(text, monotonic_now()));
}

void CallRun::watch_link() {
  const bool known = !invitation_link().empty();
  watch_servers();
  if (!peers_.empty()) link_.set_address_changes(peers_.back().peer->network().address_changes());
  const LinkOffer::News news = link_.step(options_, monotonic_now());
  if (!news.error.empty()) link_error_ = news.error;
  report_problem(news.error);
  if (const std::string reach = link_.take_reach(); !reach.empty()) notice(reach);
  if (news.text.empty()) return;
  report(news.is_problem ? RunEvent::Kind::problem : RunEvent::Kind::call, news.text);
  if (news.is_problem) call(watchers_.on_failure, news.text);
  if (known && news.replaced) call(watchers_.on_link, invitation_link());
}

void CallRun::watch_servers() {
  if (!outside_.wanted() || peers_.empty()) return;
  outside_.step(peers_.back().peer->network(), monotonic_now());
  // Which says each thing once, and again after the server was of use.
  if (const std::string notice = outside_.take_notice(); !notice.empty()) tell_problem(notice);
  link_.set_outside(outside_.addresses(), outside_.seen(), outside_.is_waited_for(monotonic_now()));
}

void CallRun::watch_media_server() {
  if (!server_ || peers_.empty()) return;
  const auto news = server_->restart.step(peers_.back().peer->network(), *server_->session);
  if (!news) return;
  news->is_problem ? tell_problem(news->text) : report(RunEvent::Kind::call, news->text);
}

void CallRun::report_failure(const std::string& error) {
  if (error.empty()) return;
  report_problem(error + " The call goes on without it.");
  reported_problems_.insert(error);
}

void CallRun::report_problem(const std::string& text) {
  if (!text.empty() && reported_problems_.insert(text).second) tell_problem(text);
}

void CallRun::tell_problem(const std::string& text) {
  report(RunEvent::Kind::problem, text);
  call(watchers_.on_failure, text);
}

std::optional<SourceState> CallRun::source_state() const {
  if (!source_) return std::nullopt;
  return source_->state();
}

void CallRun::step() {
  recorder_.drain(monotonic_now());
  const PeerRecording::Said said = peer_says();  // before the events: of no call that they do not know yet
  for (NamedPeer& peer : peers_) announce(peer);
  if (!peers_.empty()) announce_silence(peers_.back());
  watch_capacity();
  watch_source();
  watch_sound();
  watch_files();
  watch_recordings();
  report_peer_recording(said);
  watch_link();
  watch_media_server();
}

std::string CallRun::finish() {
  link_.close();
  stop_sources();
  tell_what_was_heard();
  std::string error;
  close_peers(error);
  if (server_) server_->restart.give_up();
  if (server_) server_->session.reset();  // it learns that the call is over; its name is still shown
  announce_held_back();
  recorder_.finish();
  if (error.empty()) error = heard_error_;
  if (folder_) folder_->close(summary_json(), last_disk_patience);
  return folder_error().empty() ? error : folder_error();
}

nlohmann::ordered_json CallRun::summary_json() const {
  auto json = describe_summary(recorder_.summary(), delays_);
  if (peer_sound_.told().takes_none) json["sound"]["takenByPeer"] = false;
  if (peer_sound_.told().sends_none) json["sound"]["sentByPeer"] = false;
  for (const NamedPeer& p : peers_) {
    if (const auto security = p.peer->network().security()) {
      json["security"][std::string(p.receives.view())] = security_json(*security);
    }
  }
  return json;
}

void CallRun::close_peers(std::string& error) {
  for (NamedPeer& p : peers_) {
    p.peer->hang_up();
    report_problem(p.peer->recorder().end());
    const int lost = p.peer->video_sender() != nullptr ? p.peer->video_sender()->frames_lost() : 0;
    if (lost > 0) {
      call(watchers_.on_notice,
           p.name + std::to_string(lost) + " encoded pictures were discarded because the queue to the pacer was full");
    }
    if (const auto* d = p.peer->end_to_end_delays()) delays_[std::string(p.receives.view())] = *d;
    if (const std::string failed = p.peer->recorder().error(); !failed.empty()) error = failed;
  }
}

}  // namespace evenkeel

#include "core/net/network_thread.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cmath>
#include <future>
#include <random>

#include "core/net/clock.h"
#include "core/net/local_addresses.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr Duration longest_sleep = 100ms;
constexpr Duration release_patience = 700ms;
constexpr Duration poll_interval = 10ms;
constexpr Duration until_rest = 1s;  // after what came last

HashKey random_key() {
  std::random_device random;
  const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
  return {word(), word()};
}

// The secret of a link is kept nowhere where it is not needed.
NetworkThread::Config without_keys(NetworkThread::Config config) {
  config.secure.reset();
  return config;
}

// What our reports say as well.
SecureChannel::Config with_features(SecureChannel::Config config, const PeerFeatures& features) {
  config.features = features;
  return config;
}

PeerLock make_lock(const std::optional<Endpoint>& callee) {
  return callee ? PeerLock(random_key(), *callee) : PeerLock(random_key());
}

}  // namespace

struct NetworkThread::Timers {
  explicit Timers(boost::asio::io_context& io) : alarm(io), poll(io) {}

  boost::asio::steady_timer alarm;
  boost::asio::steady_timer poll;  // where waiting for the socket fails
};

NetworkThread::NetworkThread(const Config& config, boost::asio::io_context& io, UdpSocket& socket, DatagramSink& sink,
                             PacerThread& pacer)
    : config_(without_keys(config)),
      io_(io),
      socket_(socket),
      sink_(sink),
      pacer_(pacer),
      receiver_(config.receiver, monotonic_now()),
      secure_(config.secure
                  ? std::optional<SecureChannel>(std::in_place, with_features(*config.secure, config.receiver.features),
                                                 sink, monotonic_now())
                  : std::nullopt),
      driver_(receiver_, secure_ ? secure_->reports() : sink,
              {[this](ReceivedFrame&& frame) { on_frame(std::move(frame)); }, [this](LocalTime t) { set_alarm(t); },
               [this](const ReceivedSound& sound) { on_sound(sound); }}),
      lock_(make_lock(config.callee)),
      grid_(config.run_start),
      timers_(std::make_unique<Timers>(io)),
      address_watch_(io, [this] { on_addresses_changed(); }),
      state_(secure_ ? secure_->session().state() : lock_.state()),
      thread_([this] {
        receiver_.set_sync_record(&sync_);
        tell_own_addresses();
        receive();
        tick();
        io_.run();
      }) {}

NetworkThread::~NetworkThread() { hang_up(); }

void NetworkThread::hang_up() {
  if (!thread_.joinable()) return;
  boost::asio::post(io_, [this] {
    say_goodbye();
    io_.stop();
  });
  thread_.join();
  frames_.close();
}

// Past an emulated link, which ends before it could deliver it.
void NetworkThread::say_goodbye() {
  if (!secure_) {
    if (lock_.peer()) socket_.send(receiver_.write_bye(), *lock_.peer());
    return;
  }
  if (const auto peer = reports_to()) secure_->send_last(socket_, receiver_.write_bye(), *peer);
  secure_->session().hang_up();
  secure_->send_pending(socket_, monotonic_now());
  give_back_relay();
}

// What it lends counts against a quota until its time is over. The thread ends now: the answer is waited for here.
void NetworkThread::give_back_relay() {
  IceServers& servers = secure_->servers();
  servers.close(monotonic_now());
  const LocalTime end = monotonic_now() + release_patience;
  for (LocalTime now = monotonic_now(); !servers.is_closed() && now < end; now = monotonic_now()) {
    while (const auto out = servers.poll(now)) socket_.send(out->datagram, out->route);
    socket_.wait_readable(std::max(std::min(servers.next_wake(), end) - now, Duration(1ms)));
    socket_.receive_all([&](const UdpSocket::Received& received) {
      servers.on_datagram(received.datagram, received.route(), monotonic_now());
    });
  }
}

void NetworkThread::follow_relay() {
  const TurnClient* turn = secure_->servers().turn();
  if (turn == nullptr || turn->version() == relay_version_) return;
  relay_version_ = turn->version();
  socket_.relay().set(turn->server(), turn->bound_channels());
}

void NetworkThread::accept(const Sha256Digest& caller) {
  boost::asio::post(io_, [this, caller] {
    secure_->session().accept(caller, monotonic_now());
    follow_session();
  });
}

void NetworkThread::decline(const Sha256Digest& caller) {
  boost::asio::post(io_, [this, caller] {
    secure_->session().decline(caller, monotonic_now());
    follow_session();
  });
}

bool NetworkThread::renew(const SecureChannel::Config& config) {
  if (!secure_ || !thread_.joinable()) return false;
  const auto done = std::make_shared<std::promise<bool>>();
  boost::asio::post(io_, [this, done, &config] {
    const bool renewed = secure_->renew(with_features(config, config_.receiver.features), monotonic_now());
    follow_session();
    secure_->update_status();
    done->set_value(renewed);
  });
  return done->get_future().get();
}

std::optional<SecurityStatus> NetworkThread::security() const {
  if (!secure_) return std::nullopt;
  SecurityStatus status = *secure_->status();
  status.unknown_media = unknown_media_.load(std::memory_order_relaxed);
  status.foreign_media = foreign_media_.load(std::memory_order_relaxed);
  return status;
}

void NetworkThread::request_key_frame() { key_frame_wanted_ = true; }

void NetworkThread::set_recovery(const RecoveryParameters& parameters) {
  boost::asio::post(io_, [this, parameters] { receiver_.set_recovery(parameters); });
}

void NetworkThread::receive() {
  socket_.async_wait([this](std::error_code error) {
    if (error == std::errc::operation_canceled) return;
    if (error) {
      if (!std::exchange(wait_fails_, true))
        announce({CallEvent::Kind::wait_failed, monotonic_now(), {}, error.message()});
      return receive_later();
    }
    wait_fails_ = false;
    take_datagrams();
    receive();
  });
}

// What cannot be waited for may still be there to read: the call goes on by polling.
void NetworkThread::receive_later() {
  timers_->poll.expires_after(poll_interval);
  timers_->poll.async_wait([this](boost::system::error_code stopped) {
    if (stopped) return;
    take_datagrams();
    receive();
  });
}

void NetworkThread::take_datagrams() {
  socket_.receive_all([this](const UdpSocket::Received& r) { on_datagram(r); });
  rests_from_ = monotonic_now() + until_rest;
  drive();
}

void NetworkThread::on_datagram(const UdpSocket::Received& received) {
  const LocalTime now = monotonic_now();
  if (secure_) return on_sealed(received, now);
  on_plain(received, now);
}

void NetworkThread::on_plain(const UdpSocket::Received& received, LocalTime now) {
  if (!lock_.listens_to(received.from, now)) return ignore();  // before it is read: a flood of strangers is cheap
  const bool rtcp = is_rtcp(received.datagram);
  const bool parsed = rtcp && parse_rtcp(received.datagram, rtcp_);
  std::optional<Greeting> greeting;
  if (parsed && rtcp_.byes.empty()) greeting = {rtcp_.token, rtcp_.echo};
  const auto verdict = lock_.on_datagram(received.from, greeting, now);
  state_ = lock_.state();
  if (verdict == PeerLock::Verdict::ignore) return ignore();
  // Before anything that follows from it: media that come before the echo are ignored by the peer.
  if (greeting && !greeting->token.empty()) answer(received);
  if (verdict == PeerLock::Verdict::challenge) return;
  if (verdict == PeerLock::Verdict::accept_new) on_new_peer(received.from, CallEvent::Kind::connected);
  if (verdict == PeerLock::Verdict::accept_returned) on_new_peer(received.from, CallEvent::Kind::peer_returned);
  if (parsed || !rtcp) note_proof(rtcp);
  if (rtcp) {
    if (parsed) on_rtcp(received);
  } else {
    receiver_.on_rtp(received.datagram, received.arrival, monotonic_now(), received.ecn);
  }
}

void NetworkThread::ignore() { ignored_.fetch_add(1, std::memory_order_relaxed); }

// Echoes the token of a greeting, and asks for an echo where the address is not proven. An answer is never more than
// three times as long as what it answers, so that it is not worth forging an address for. Strangers get it past an
// emulated link, whose queue is the call's.
void NetworkThread::answer(const UdpSocket::Received& received) {
  constexpr std::size_t largest_factor = 3;
  const std::string token = lock_.token_for(received.from, monotonic_now());
  const auto datagram = receiver_.write_greeting({.token = token, .echo = rtcp_.token});
  const auto headers = static_cast<std::size_t>(socket_.ip_overhead().bytes());
  if (datagram.size() + headers > largest_factor * (received.datagram.size() + headers)) return;
  DatagramSink& sink = lock_.peer() == received.from ? sink_ : socket_;
  sink.send(datagram, received.from);
}

void NetworkThread::on_new_peer(const Route& peer, CallEvent::Kind kind) {
  receiver_.on_new_peer();
  peer_tells_mute_ = peer_shows_screen_ = false;
  peer_records_ = peer_muted_ = Told::nothing;
  report_rate_bps_ = 0;
  same_clock_ = !rtcp_.clock_id.empty() && rtcp_.clock_id == clock_id(rtcp_.sender_ssrc);
  set_peer_ssrc(rtcp_.sender_ssrc);
  pacer_.start({peer, same_clock_ ? DelayKind::true_ : DelayKind::estimated});
  note(kind);
}

// An echo may be lost, and the peer then ignores all that follows: it goes again with each report until something comes
// that asks for none.
void NetworkThread::note_proof(bool rtcp) {
  echo_ = rtcp ? rtcp_.token : "";
  // Also of a peer that was restarted in the meantime.
  if (!echo_.empty() && rtcp_.sender_ssrc != peer_ssrc_) set_peer_ssrc(rtcp_.sender_ssrc);
}

void NetworkThread::set_peer_ssrc(std::uint32_t ssrc) {
  peer_ssrc_ = ssrc;
  peer_clock_ = same_clock_ ? ntp_clock(ssrc) : NtpClock();
  receiver_.set_peer_clock(peer_clock_);
}

// Times on a clock that we share become ours; those of another clock are only ever compared with each other.
void NetworkThread::translate_times(RtcpCompound& rtcp) const {
  for (CongestionFeedback& feedback : rtcp.feedbacks) {
    feedback.report_timestamp = peer_clock_.read_middle(feedback.report_timestamp);
  }
}

// A mixer or a relay passes on when others leave: that ends no call. Neither does an end of sound alone.
bool NetworkThread::peer_says_bye() const {
  return std::ranges::any_of(rtcp_.byes, [&](std::uint32_t ssrc) {
    if (ssrc == 0) return false;  // which stands for none below
    if (ssrc == receiver_.sound_stream() && ssrc != peer_ssrc_) return false;
    return ssrc == peer_ssrc_ || ssrc == receiver_.stream() || std::ranges::count(server_ssrcs_, ssrc) > 0;
  });
}

void NetworkThread::on_rtcp(const UdpSocket::Received& received) {
  const bool leaves = peer_says_bye();
  receiver_.on_rtcp(rtcp_, received.arrival);
  if (rtcp_.sound_muted) {
    peer_tells_mute_ = true;
    peer_muted_.store(*rtcp_.sound_muted ? Told::yes : Told::no, std::memory_order_relaxed);
  }
  if (rtcp_.shows_screen) peer_shows_screen_.store(*rtcp_.shows_screen, std::memory_order_relaxed);
  if (rtcp_.records) peer_records_.store(*rtcp_.records ? Told::yes : Told::no, std::memory_order_relaxed);
  translate_times(rtcp_);
  if (!by_transport_wide_) rtcp_.transport_wide_feedbacks = {};  // few bytes that take much room in the queue
  pacer_.on_rtcp({std::move(rtcp_), received.arrival});
  rtcp_ = {};
  if (!leaves) return;
  if (secure_) {
    secure_->session().on_bye(monotonic_now());
    return follow_session();
  }
  pacer_.suspend();
  lock_.on_bye(monotonic_now());
  state_ = lock_.state();
  announce({CallEvent::Kind::peer_left, monotonic_now(), received.from});
}

// A check goes out at once from the new address, so that the peer follows before it misses us.
void NetworkThread::on_addresses_changed() {
  address_changes_.fetch_add(1, std::memory_order_relaxed);
  if (!secure_) return;
  tell_own_addresses();
  secure_->session().on_addresses_changed(monotonic_now());
  secure_->servers().on_addresses_changed(monotonic_now());
  drive();
}

// For a reply code, in which those that servers told or lend have their place however many others there are, and one of
// this machine has its.
void NetworkThread::tell_own_addresses() {
  if (!secure_ || !config_.offers_reply_code) return;
  const IceServers& servers = secure_->servers();
  std::vector<Endpoint> own;
  for (const IpAddress& address : local_addresses()) own.push_back({address, socket_.local().port});
  std::vector<Endpoint> outside;
  for (const auto* told : {&servers.reflexive_addresses(), &servers.relayed_addresses()}) {
    for (const Endpoint& one : *told)
      if (std::ranges::find(own, one) == own.end()) outside.push_back(one);
  }
  outside.resize(std::min(outside.size(), ReplyCode::max_addresses - 1));
  own.resize(std::min(own.size(), ReplyCode::max_addresses - outside.size()));
  own.insert(own.end(), outside.begin(), outside.end());
  secure_->session().set_own_addresses(own);
}

// Runs after each datagram: nothing is copied while nothing changes.
void NetworkThread::follow_servers() {
  if (secure_->servers().empty()) return;
  if (std::exchange(servers_version_, secure_->servers().version()) != secure_->servers().version())
    tell_own_addresses();
  follow_relay();
}

void NetworkThread::tick() {
  const LocalTime now = monotonic_now();
  if (secure_) {
    secure_->update_status();
    unknown_media_.store(receiver_.stats().malformed, std::memory_order_relaxed);
    foreign_media_.store(receiver_.stats().foreign, std::memory_order_relaxed);
  } else {
    if (lock_.on_tick(now)) {
      pacer_.suspend();
      note(CallEvent::Kind::peer_silent);
    }
    state_ = lock_.state();
  }
  if (key_frame_wanted_.exchange(false)) receiver_.request_key_frame();
  receiver_.set_recording(records_.load(std::memory_order_relaxed));
  receiver_.set_shows_screen(shows_screen_.load(std::memory_order_relaxed));
  const Duration round_trip(pacer_.signals().round_trip_ns.load());
  receiver_.set_round_trip_time(round_trip > Duration::zero() ? std::optional(round_trip) : std::nullopt);
  receiver_.set_sending_rate(bits_per_second(pacer_.signals().sending_rate_bps));
  alarm_ = LocalTime::max();
  drive();
  take_sample(now);
  set_alarm(grid_.next(rests()));
}

// Until somebody knocks; what came and led to nothing reaches others with the next ticks, as what servers say.
bool NetworkThread::rests() const {
  if (state_ != CallState::waiting || monotonic_now() < rests_from_) return false;
  return !secure_ || secure_->servers().empty() || secure_->servers().is_settled();
}

void NetworkThread::drive() {
  const LocalTime now = monotonic_now();
  if (secure_) {
    secure_->send_pending(sink_, now);
    follow_servers();
    follow_session();
    set_alarm(secure_->next_wake());
  } else if (lock_.peer()) {
    receiver_.set_proof(lock_.token_for(*lock_.peer(), now), echo_);
  }
  const auto peer = reports_to();
  driver_.run(peer ? &*peer : nullptr, now);
  pacer_.signals().nobody_calls = rests();
  if (!rests()) set_alarm(now + longest_sleep);  // after a rest
  follow_mute();
  peer_has_sound_.store(receiver_.sound_stream().has_value(), std::memory_order_relaxed);
  sound_discarded_.store(receiver_.sound_stats().discarded + sound_.dropped(), std::memory_order_relaxed);
}

// By sound alone, where the peer says nothing of it.
void NetworkThread::follow_mute() {
  if (peer_tells_mute_) return;
  if (receiver_.sound_silent()) peer_muted_.store(Told::yes, std::memory_order_relaxed);
  if (receiver_.sound_audible()) peer_muted_.store(Told::no, std::memory_order_relaxed);
}

// A caller takes the first report for the answer: a listener sends none before it accepted.
std::optional<Route> NetworkThread::reports_to() const {
  if (!secure_) return lock_.peer() && state_ != CallState::ended ? std::optional<Route>(*lock_.peer()) : std::nullopt;
  const SecureSession& session = secure_->session();
  const bool accepted = session.is_caller() || session.state() != CallState::ringing;
  return accepted ? session.route() : std::nullopt;
}

void NetworkThread::on_frame(ReceivedFrame&& frame) {
  if (!config_.receiver.wants_frames) return;
  if (frame.capture_ntp) frame.capture_ntp = peer_clock_.read(*frame.capture_ntp);
  // A full queue means that the decoder is seconds behind. What was refused is missing as a reference from then on.
  if (references_broken_ && !frame.key_frame) return;
  references_broken_ = !frames_.push(std::move(frame));
  if (references_broken_) receiver_.request_key_frame();
}

// A full ring means that nobody plays sound. Of a new source the first packet that finds room tells.
void NetworkThread::on_sound(const ReceivedSound& sound) {
  ReceivedSound told = sound;
  told.new_source |= sound_source_untold_;
  sound_source_untold_ = !sound_.push(told) && told.new_source;
}

// To an earlier time than that which it is set to: coming too soon does no harm.
void NetworkThread::set_alarm(LocalTime wake) {
  if (wake >= alarm_) return;
  alarm_ = std::max(wake, monotonic_now() + 1ms);
  timers_->alarm.expires_at(std::chrono::steady_clock::time_point(alarm_.time_since_epoch()));
  timers_->alarm.async_wait([this](boost::system::error_code error) {
    if (!error) tick();
  });
}

void NetworkThread::take_sample(LocalTime now) {
  const auto time = grid_.due(now, rests());
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  receiver_.sample(now, sample, state_ == CallState::in_call);
  if (sample.report_bitrate_bps) {
    constexpr double smoothing = 0.1;
    report_rate_bps_ += smoothing * (*sample.report_bitrate_bps - report_rate_bps_);
    pacer_.signals().report_rate_bps = std::round(report_rate_bps_ / 1000) * 1000;
  }
  samples_.push(sample);
}

void NetworkThread::announce(CallEvent&& event) {
  events_.push(std::move(event));
  if (config_.on_event) config_.on_event();
}

void NetworkThread::note(CallEvent::Kind kind) { announce({kind, monotonic_now(), lock_.peer().value_or(Endpoint{})}); }

}  // namespace evenkeel

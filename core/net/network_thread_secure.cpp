#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>

#include "core/net/clock.h"
#include "core/net/network_thread.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {

std::string NetworkThread::take_reply_code(const std::string& text) {
  if (!secure_) return "A call in plain RTP has no use for a reply code.";
  if (!thread_.joinable()) return "The call is over.";
  const auto done = std::make_shared<std::promise<std::string>>();
  boost::asio::post(io_, [this, done, &text] {
    const std::string error = secure_->session().take_reply_code(text, monotonic_now());
    if (error.empty()) drive();
    done->set_value(error);
  });
  return done->get_future().get();
}

void NetworkThread::use_servers(const IceServers::Config& servers) {
  if (!secure_) return;
  boost::asio::post(io_, [this, reachable = servers]() mutable {
    const auto is_out_of_reach = [this](const Endpoint& server) { return !socket_.may_reach(server); };
    std::erase_if(reachable.stun, is_out_of_reach);
    if (reachable.turn) std::erase_if(reachable.turn->servers, is_out_of_reach);
    secure_->servers().start(reachable, monotonic_now());
    socket_.relay().set({}, {});
    relay_version_.reset();
    secure_->update_status();
    drive();
  });
}

void NetworkThread::restart_ice(const IceRestart& restart) {
  boost::asio::post(io_, [this, restart] {
    secure_->session().restart(restart, monotonic_now());
    drive();
  });
}

void NetworkThread::refuse_restarts() {
  boost::asio::post(io_, [this] { secure_->session().refuse_restarts(); });
}

void NetworkThread::end_by_server() {
  boost::asio::post(io_, [this] {
    secure_->session().on_bye(monotonic_now());
    follow_session();
  });
}

void NetworkThread::on_sealed(const UdpSocket::Received& received, LocalTime now) {
  if (const auto media = secure_->open(received.datagram, received.route(), now)) {
    on_media(received, *media);
  }
  follow_session();
}

// The first report says whether the peer reads our clock: before the call begins with it.
void NetworkThread::on_media(const UdpSocket::Received& received, std::span<const std::uint8_t> datagram) {
  if (!is_rtcp(datagram)) {
    follow_session();
    return receiver_.on_rtp(datagram, received.arrival, monotonic_now(), received.ecn);
  }
  if (!parse_rtcp(datagram, rtcp_)) return;
  learn_clock();
  learn_reporter();
  follow_session();
  on_rtcp(received);
}

// A media server tells no clock, by which a peer's reports are known. The source of sound speaks for itself alone.
void NetworkThread::learn_reporter() {
  constexpr std::size_t max_reporters = 8;
  const auto sound = receiver_.sound_stream();
  if (sound) std::erase(server_ssrcs_, *sound);
  if (rtcp_.sender_ssrc == sound) return;
  if (!secure_->session().is_joined() || std::ranges::count(server_ssrcs_, rtcp_.sender_ssrc) > 0) return;
  server_ssrcs_.push_back(rtcp_.sender_ssrc);
  if (server_ssrcs_.size() > max_reporters) server_ssrcs_.pop_front();
}

// Sender reports come from another source, that of the media.
void NetworkThread::learn_clock() {
  if (rtcp_.clock_id.empty() || !rtcp_.sender_reports.empty() || rtcp_.sender_ssrc == peer_ssrc_) return;
  const bool same = rtcp_.clock_id == clock_id(rtcp_.sender_ssrc);
  const DelayKind kind = same ? DelayKind::true_ : DelayKind::estimated;
  const auto command = [kind](Sender& sender, LocalTime) { sender.set_delay_kind(kind); };
  if (same_clock_ != same && !pacer_.post(command)) return;  // the next report says it again
  same_clock_ = same;
  set_peer_ssrc(rtcp_.sender_ssrc);
}

void NetworkThread::follow_session() {
  const bool was_in_call = state_ == CallState::in_call;
  while (const auto event = secure_->session().take_event()) {
    secure_->update_status();  // before it is told that something happened, as the state
    state_ = secure_->session().state();
    on_session_event(*event, was_in_call);
  }
  state_ = secure_->session().state();
}

void NetworkThread::on_session_event(const SecureSession::Event& event, bool was_in_call) {
  const auto tell = [&](CallEvent::Kind kind) { announce({kind, monotonic_now(), event.route.to, event.reason}); };
  switch (event.kind) {
    case SecureSession::Event::Kind::keys:
      seal_ = {secure_->take_keys(), secure_->overhead()};
      receiver_.set_ip_overhead(secure_->overhead());
      peer_ssrc_ = 0;
      same_clock_ = false;  // until a report says so
      peer_clock_ = NtpClock();
      receiver_.set_peer_clock(peer_clock_);
      if (was_in_call) begin_secure_call(event.route);
      break;
    case SecureSession::Event::Kind::ringing:
      return tell(CallEvent::Kind::ringing);
    case SecureSession::Event::Kind::connected:
      begin_secure_call(event.route);
      return tell(CallEvent::Kind::connected);
    case SecureSession::Event::Kind::returned:
      begin_secure_call(event.route);
      return tell(CallEvent::Kind::peer_returned);
    case SecureSession::Event::Kind::route:
      receiver_.set_ip_overhead(secure_->overhead());
      pacer_.change_route({event.route, secure_->overhead(), checked_round_trip()});
      if (was_in_call) tell(CallEvent::Kind::peer_moved);
      break;
    case SecureSession::Event::Kind::silent:
      pacer_.suspend();
      return tell(CallEvent::Kind::peer_silent);
    case SecureSession::Event::Kind::left:
      pacer_.suspend();
      return tell(CallEvent::Kind::peer_left);
    case SecureSession::Event::Kind::lost:
      pacer_.suspend();
      return tell(CallEvent::Kind::peer_lost);
    case SecureSession::Event::Kind::declined:
      pacer_.suspend();
      return tell(CallEvent::Kind::declined);
    case SecureSession::Event::Kind::turned_away:
      return tell(CallEvent::Kind::turned_away);
    case SecureSession::Event::Kind::crowded:
      return tell(CallEvent::Kind::crowded);
    case SecureSession::Event::Kind::offers_reply_code:
      return tell(CallEvent::Kind::offers_reply_code);
    case SecureSession::Event::Kind::reply_code_unanswered:
      return tell(CallEvent::Kind::reply_code_unanswered);
    case SecureSession::Event::Kind::failed:
      return tell(CallEvent::Kind::failed);
  }
}

void NetworkThread::begin_secure_call(const Route& peer) {
  const Negotiated negotiated = secure_->session().negotiated();
  receiver_.on_new_peer(negotiated);
  peer_tells_mute_ = peer_shows_screen_ = false;
  peer_records_ = peer_muted_ = Told::nothing;
  by_transport_wide_ = negotiated.format.feedback == ArrivalFeedback::transport_wide;
  report_rate_bps_ = 0;
  const DelayKind kind = same_clock_ ? DelayKind::true_ : DelayKind::estimated;
  pacer_.start({peer, kind, negotiated, checked_round_trip(), secure_->overhead()}, std::move(seal_));
  seal_ = {};
}

Duration NetworkThread::checked_round_trip() const {
  const SecureAttempt* way = secure_->session().current();
  return way != nullptr ? way->agent().round_trip_time() : Duration::zero();
}

}  // namespace evenkeel

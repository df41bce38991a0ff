#include "core/net/network_thread.h"

#include <algorithm>

#include "core/net/clock.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr Duration longest_sleep = 100ms;

}  // namespace

NetworkThread::NetworkThread(const Config& config, boost::asio::io_context& io, UdpSocket& socket, DatagramSink& sink,
                             PacerThread& pacer)
    : config_(config),
      io_(io),
      socket_(socket),
      sink_(sink),
      pacer_(pacer),
      receiver_(config.receiver, monotonic_now()),
      lock_(config.callee ? PeerLock(*config.callee) : PeerLock()),
      grid_(config.run_start),
      timer_(io),
      state_(lock_.state()),
      thread_([this] {
        receive();
        tick();
        io_.run();
      }) {}

NetworkThread::~NetworkThread() { hang_up(); }

void NetworkThread::hang_up() {
  if (!thread_.joinable()) return;
  boost::asio::post(io_, [this] {
    // Past an emulated link, which ends before it could deliver it.
    if (lock_.peer()) socket_.send(receiver_.write_bye(monotonic_now()), *lock_.peer());
    io_.stop();
  });
  thread_.join();
  frames_.close();
}

void NetworkThread::request_key_frame() { key_frame_wanted_ = true; }

void NetworkThread::receive() {
  socket_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    socket_.receive_all([this](const UdpSocket::Received& r) { on_datagram(r); });
    drain();
    receive();
  });
}

void NetworkThread::on_datagram(const UdpSocket::Received& received) {
  const bool rtcp = is_rtcp(received.datagram);
  const bool parsed = rtcp && parse_rtcp(received.datagram, rtcp_);
  const auto verdict = lock_.on_datagram(received.from, parsed && rtcp_.byes.empty(), monotonic_now());
  state_ = lock_.state();
  if (verdict == PeerLock::Verdict::ignore) {
    ignored_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  if (verdict == PeerLock::Verdict::accept_new) on_new_peer(received.from, CallEvent::Kind::connected);
  if (verdict == PeerLock::Verdict::accept_returned) on_new_peer(received.from, CallEvent::Kind::peer_returned);
  if (rtcp) {
    on_rtcp(received, parsed);
  } else {
    receiver_.on_rtp(received.datagram, received.arrival, monotonic_now());
  }
}

void NetworkThread::on_new_peer(const Endpoint& peer, CallEvent::Kind kind) {
  receiver_.on_new_peer();
  same_clock_ = !rtcp_.clock_id.empty() && rtcp_.clock_id == clock_id(rtcp_.sender_ssrc);
  pacer_.start(peer, same_clock_ ? DelayKind::true_ : DelayKind::estimated);
  note(kind);
}

void NetworkThread::on_rtcp(const UdpSocket::Received& received, bool parsed) {
  if (!parsed) return;
  receiver_.on_rtcp(rtcp_, received.arrival);
  const bool leaves = !rtcp_.byes.empty();
  pacer_.on_rtcp({std::move(rtcp_), received.arrival});
  rtcp_ = {};
  if (!leaves) return;
  pacer_.suspend();
  lock_.on_bye(monotonic_now());
  state_ = lock_.state();
  events_.push({CallEvent::Kind::peer_left, monotonic_now(), received.from});
}

void NetworkThread::tick() {
  const LocalTime now = monotonic_now();
  if (lock_.on_tick(now)) {
    state_ = lock_.state();
    pacer_.suspend();
    note(CallEvent::Kind::peer_silent);
  }
  state_ = lock_.state();
  if (key_frame_wanted_.exchange(false)) receiver_.request_key_frame();
  receiver_.set_round_trip_time(Duration(pacer_.signals().round_trip_ns.load()));
  drain();
  take_sample(now);
  const LocalTime latest = std::min(now + longest_sleep, grid_.next());
  const LocalTime wake = std::min(std::max(receiver_.next_wake(), now + 1ms), latest);
  timer_.expires_at(std::chrono::steady_clock::time_point(wake.time_since_epoch()));
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tick();
  });
}

void NetworkThread::drain() {
  const LocalTime now = monotonic_now();
  while (auto frame = receiver_.poll_frame(now)) {
    if (!config_.receiver.wants_frames) continue;
    // A full queue means that the decoder is seconds behind. What was refused is missing as a reference from then on.
    if (references_broken_ && !frame->key_frame) continue;
    references_broken_ = !frames_.push(std::move(*frame));
    if (references_broken_) receiver_.request_key_frame();
  }
  if (!lock_.peer() || state_ == CallState::ended) return;
  while (const auto datagram = receiver_.poll(now)) sink_.send(*datagram, *lock_.peer());
}

void NetworkThread::take_sample(LocalTime now) {
  const auto time = grid_.due(now);
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  receiver_.sample(now, sample);
  samples_.push(sample);
}

void NetworkThread::note(CallEvent::Kind kind) {
  events_.push({kind, monotonic_now(), lock_.peer().value_or(Endpoint{})});
}

}  // namespace evenkeel

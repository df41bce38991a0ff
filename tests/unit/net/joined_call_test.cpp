#include "core/net/secure/openssl_cryptography.h"

#include <boost/asio/io_context.hpp>
#include "tests/unit/net/call_end.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Party {
  Certificate certificate = Certificate::make();
  std::string ufrag, password;
};

/// The answer of a media server; here it is another Evenkeel.
SdpAnswer answer_of(const Party& party, bool begins_handshake, const std::vector<Endpoint>& candidates) {
  SdpAnswer answer;
  answer.fingerprint = party.certificate.fingerprint();
  answer.ice_ufrag = party.ufrag;
  answer.ice_password = party.password;
  answer.server_is_client = begins_handshake;
  for (const Endpoint& candidate : candidates) {
    answer.candidates.push_back({candidate, SdpAnswer::CandidateKind::host, 1});
  }
  answer.vp8 = 100;
  answer.vp8_retransmission = 101;
  answer.transport_wide_number_id = 5;
  answer.transport_wide_feedback = answer.nack = answer.picture_loss = true;
  answer.sends_video = answer.receives_video = true;
  return answer;
}

SecureChannel::Config joining(const Party& own, const SdpAnswer& answer) {
  Joining joining;
  joining.ice_ufrag = own.ufrag;
  joining.ice_password = own.password;
  joining.answer = answer;
  return {own.certificate, joining};
}

}  // namespace

TEST_CASE("Two that have each other's answers join with real keys, in both roles of DTLS, and talk in its numbers") {
  const Party a{.ufrag = "aaaa", .password = "0123456789abcdefghijkl"};
  const Party b{.ufrag = "bbbb", .password = "lkjihgfedcba9876543210"};
  End waits(1, joining(a, answer_of(b, true, {})));
  End begins(2, joining(b, answer_of(a, false, {waits.socket.local()})));
  REQUIRE(waits.event() == CallEvent::Kind::connected);
  REQUIRE(begins.event() == CallEvent::Kind::connected);
  const auto [to_waiting, to_beginning] = talk(begins, waits, 1s);
  CHECK(to_waiting > 10);
  CHECK(to_beginning > 10);
  for (const End* end : {&waits, &begins}) {
    const auto security = end->network->security();
    REQUIRE(security);
    CHECK(security->srtp_cipher == "AEAD_AES_128_GCM");
    CHECK(security->dtls_state == "connected");
    CHECK(security->step == SecureSession::Step::media);
    CHECK(security->unknown_media == 0);
    CHECK(end->pacer->signals().round_trip_ns > 0);
  }
  CHECK(begins.network->security()->caller == b.certificate.fingerprint());
  CHECK(begins.network->security()->listener == a.certificate.fingerprint());
  begins.network->hang_up();
  CHECK(waits.event() == CallEvent::Kind::peer_left);
  CHECK(waits.network->state() == CallState::ended);
}

namespace {

/// The server's end of a call, without clocks and media.
class QuietServer {
 public:
  QuietServer(const SecureChannel::Config& config, UdpSocket& socket)
      : socket_(socket), channel_(config, socket, monotonic_now()) {}

  /// True once there are keys.
  bool step() {
    socket_.wait_readable(5ms);
    socket_.receive_all([&](const UdpSocket::Received& received) {
      channel_.open(received.datagram, received.route(), monotonic_now());
    });
    channel_.send_pending(socket_, monotonic_now());
    while (const auto event = channel_.session().take_event()) {
      if (event->kind == SecureSession::Event::Kind::keys) sealer_ = channel_.take_keys();
    }
    return sealer_ != nullptr;
  }
  void say(const std::function<void(RtcpWriter&)>& what) {
    std::array<std::uint8_t, 512> buffer{};
    RtcpWriter writer(buffer);
    what(writer);
    channel_.send_last(socket_, std::span(buffer).first(writer.size()), channel_.session().route().value());
  }

 private:
  UdpSocket& socket_;
  SecureChannel channel_;
  std::unique_ptr<SrtpSealer> sealer_;
};

}  // namespace

TEST_CASE("A server's BYE ends the call, by any source that its reports came from, and by no other") {
  const Party a{.ufrag = "aaaa", .password = "0123456789abcdefghijkl"};
  const Party b{.ufrag = "bbbb", .password = "lkjihgfedcba9876543210"};
  boost::asio::io_context io;
  UdpSocket socket(io);
  REQUIRE(socket.open(*resolve(loopback, 0)).empty());
  QuietServer server(joining(a, answer_of(b, true, {})), socket);
  End end(2, joining(b, answer_of(a, false, {socket.local()})));
  while (!server.step() || end.network->state() != CallState::in_call) {
  }
  REQUIRE(end.event() == CallEvent::Kind::connected);
  constexpr std::uint32_t reporter = 77, other = 78;
  const auto report_by = [](RtcpWriter& writer, std::uint32_t ssrc) { writer.receiver_report(ssrc, {}); };
  server.say([&](RtcpWriter& writer) { report_by(writer, reporter); });
  for (const std::uint32_t ssrc : {other, std::uint32_t{0}}) {
    server.say([&](RtcpWriter& writer) {
      report_by(writer, reporter);
      writer.bye(ssrc);
    });
  }
  for (const LocalTime until = monotonic_now() + 200ms; monotonic_now() < until;) server.step();
  CHECK(end.network->state() == CallState::in_call);
  server.say([&](RtcpWriter& writer) {
    report_by(writer, other);
    writer.bye(reporter);
  });
  CHECK(end.event() == CallEvent::Kind::peer_left);
  CHECK(end.network->state() == CallState::ended);
}

TEST_CASE("A server with another certificate than its answer names: the call fails before it begins") {
  const Party a{.ufrag = "aaaa", .password = "0123456789abcdefghijkl"};
  const Party b{.ufrag = "bbbb", .password = "lkjihgfedcba9876543210"};
  Party named = a;
  named.certificate = Certificate::make();
  End waits(1, joining(a, answer_of(b, true, {})));
  End begins(2, joining(b, answer_of(named, false, {waits.socket.local()})));
  CHECK(begins.event() == CallEvent::Kind::failed);
  CHECK(begins.network->security()->wrong_certificate);
  CHECK(begins.network->state() == CallState::ended);
  CHECK_FALSE(begins.pacer->signals().running);
}

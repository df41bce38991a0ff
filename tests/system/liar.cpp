// Calls a listener by its link, as a peer that lies:
//
//   system_liar LINK SECONDS LIE
//
// Its keys are right, so that all that it says is opened. LIE clocks: the times in its video and its reports leap
// forward by the largest step that there is. losses: a thousand times a second a PLI, a NACK of 400 packets and
// feedback of packets that were never sent. large: pictures of 4096x2304. tiny: 10,000 frames a second of a few bytes
// each. records: each report says the other of what the one before said, whether it records. With all of them come
// packets of another source and of another payload type.
//
// Prints how many datagrams it sent and how many of the listener's it opened.

#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "codecs/vp8_encoder.h"
#include "core/net/clock.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/net/secure_channel.h"
#include "core/net/udp_socket.h"
#include "core/rtp/extensions.h"
#include "core/rtp/packetizer.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/rtp_packet.h"

namespace {

using namespace evenkeel;

constexpr std::uint32_t media_ssrc = 0x11a4;
constexpr std::uint32_t report_ssrc = media_ssrc ^ 0x80000000;

SecureChannel::Config calling(const CallLink& link) {
  Knock knock;
  knock.vp8 = video_payload_type;
  knock.congestion_feedback = knock.native = knock.sends_video = knock.receives_video = true;
  return {Certificate::make(), SecureSession::Calling{link, knock}};
}

/// A key frame of a grey picture, and what follows where nothing moves.
struct Clip {
  EncodedFrame key, still;

  Clip(int width, int height) {
    Vp8Encoder encoder;
    encoder.set_target(megabits_per_second(50));  // whatever the size
    Picture picture;
    picture.resize(width, height);
    std::fill(picture.data.begin(), picture.data.end(), 128);
    LocalTime time(1s);
    const auto encode = [&](EncodedFrame& frame) {
      do {
        picture.capture_time = time += 33ms;
      } while (!encoder.encode(picture, frame));
    };
    encode(key);
    encode(still);
  }
};

class Liar {
 public:
  Liar(const CallLink& link, std::string lie)
      : lie_(std::move(lie)),
        clip_(lie_ == "large" ? 4096 : 320, lie_ == "large" ? 2304 : 180),
        channel_(calling(link), socket_, monotonic_now()) {}

  /// Whether the call began.
  bool run(Duration length) {
    if (!socket_.open_any(0).empty()) return false;
    const LocalTime end = monotonic_now() + length;
    for (LocalTime now; (now = monotonic_now()) < end; std::this_thread::sleep_for(500us)) {
      receive(now);
      channel_.send_pending(socket_, now);
      follow(now);
      if (peer_) lie(now);
    }
    channel_.session().hang_up();
    channel_.send_pending(socket_, monotonic_now());
    return peer_.has_value();
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t opened() const { return opened_; }

 private:
  void receive(LocalTime now) {
    socket_.receive_all([&](const UdpSocket::Received& received) {
      const auto plain = channel_.open(received.datagram, received.route(), now);
      if (!plain) return;
      ++opened_;
      const auto rtp = is_rtcp(*plain) ? std::nullopt : parse_rtp(*plain);
      if (rtp) their_ssrc_ = rtp->header.ssrc;
    });
  }
  void follow(LocalTime now) {
    while (const auto event = channel_.session().take_event()) {
      if (event->kind != SecureSession::Event::Kind::keys) continue;
      media_.set_sealer(channel_.take_keys());
      peer_ = event->route;
      began_ = now;
    }
  }

  /// What is due by now.
  void lie(LocalTime now) {
    const double frame_rate = lie_ == "tiny" ? 10'000 : lie_ == "large" ? 10 : 30;
    const double report_rate = lie_ == "losses" ? 1000 : 100;
    const double since = to_seconds(now - began_);
    while (static_cast<double>(frames_) < since * frame_rate) frame();
    while (static_cast<double>(reports_) < since * report_rate) report();
  }

  void frame() {
    const bool key = frames_ % (lie_ == "tiny" ? 10'000 : 30) == 0 || lie_ == "large";
    time_ += lie_ == "clocks" ? 0x7fffffffU : lie_ == "tiny" ? 9U : 3000U;
    ntp_ += lie_ == "clocks" ? 0x7fffffffffffffff : 1ULL << 27;
    const auto element = encode_capture_time(ntp_);
    const RtpExtension extension{abs_capture_time_id, element};
    packetizer_.begin(key ? clip_.key : clip_.still, time_, std::span(&extension, 1));
    std::array<std::uint8_t, 1200> packet;
    for (std::size_t size; (size = packetizer_.next(packet)) > 0; ++number_) {
      packet[2] = static_cast<std::uint8_t>(number_ >> 8);
      packet[3] = static_cast<std::uint8_t>(number_);
      if (media_.send(std::span(packet).first(size), *peer_)) ++sent_;
    }
    ++frames_;
  }

  void report() {
    std::array<std::uint8_t, 1200> packet;
    RtcpWriter writer(packet);
    ntp_ += lie_ == "clocks" ? 0x7fffffffffffffff : 1ULL << 25;
    const ReportBlock block{their_ssrc_, 255, 0x7fffff, 0xffffffff, 0xffffffff, static_cast<std::uint32_t>(ntp_), 1};
    writer.receiver_report(report_ssrc, std::span(&block, 1));
    const std::string records = lie_ != "records" ? "" : reports_ % 2 == 0 ? "1" : "0";
    writer.source_description(report_ssrc, "liar", "", {}, "", "", records);
    if (lie_ == "clocks" || lie_ == "losses") writer.congestion_feedback(feedback());
    if (lie_ == "clocks") writer.reference_time({report_ssrc, ntp_});
    if (lie_ == "losses") {
      writer.picture_loss({report_ssrc, their_ssrc_});
      std::vector<std::uint16_t> all(400);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(reports_ + i);
      writer.nack({report_ssrc, their_ssrc_, all});
    }
    if (channel_.reports().send(std::span(packet).first(writer.size()), *peer_)) ++sent_;
    send_useless();
    ++reports_;
  }

  void send_useless() {
    std::array<std::uint8_t, 40> packet{0x80, video_payload_type, 0, static_cast<std::uint8_t>(reports_)};
    packet[11] = 1;
    media_.send(packet, *peer_);
    packet[1] = 77;
    packet[11] = 2;
    media_.send(packet, *peer_);
    sent_ += 2;
  }

  CongestionFeedback feedback() const {
    CongestionFeedback message{report_ssrc, std::vector<StreamFeedback>(1), static_cast<std::uint32_t>(ntp_ >> 16)};
    message.streams[0].ssrc = their_ssrc_;
    message.streams[0].begin_sequence = static_cast<std::uint16_t>(reports_ * 97);
    message.streams[0].metrics.resize(200, {true, 0, 1s});
    return message;
  }

  std::string lie_;
  Clip clip_;
  boost::asio::io_context io_;
  UdpSocket socket_{io_};
  SecureChannel channel_;
  SealingSink media_{socket_};
  std::optional<Route> peer_;
  LocalTime began_{};
  Packetizer packetizer_{PacketizerConfig{.ssrc = media_ssrc}};
  std::uint16_t number_ = 0;
  std::uint32_t time_ = 0, their_ssrc_ = 0;
  std::uint64_t ntp_ = 1ULL << 40;
  std::uint64_t frames_ = 0, reports_ = 0, sent_ = 0, opened_ = 0;
};

int fail(const std::string& sentence) { return std::fprintf(stderr, "system_liar: %s\n", sentence.c_str()), 2; }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return fail("give LINK SECONDS LIE.");
  const auto link = read_link(argv[1], openssl_cryptography());
  if (!link) return fail(link.error);
  const std::string lie = argv[3];
  if (lie != "clocks" && lie != "losses" && lie != "large" && lie != "tiny" && lie != "records") {
    return fail("LIE is clocks, losses, large, tiny or records.");
  }
  Liar liar(*link.value, lie);
  const bool called = liar.run(from_seconds(std::atof(argv[2])));
  std::printf("%llu sent, %llu opened\n", static_cast<unsigned long long>(liar.sent()),
              static_cast<unsigned long long>(liar.opened()));
  return called ? 0 : 1;
}

// Sends rubbish over UDP:
//
//   system_spray ADDRESS PORT KIND SECONDS PACKETS_PER_SECOND SEED
//
// KIND random: random bytes, half of them behind the first bytes of RTP or RTCP. mutated: RTP and RTCP as a peer would
// send, with errors. peer: behaves like a caller, so that the other end takes it for its peer, but has errors in many
// of its packets; its reports are about the stream that it is sent, and are wrong. Goodbyes come with errors only.
// spoofed: SECONDS times a greeting, as from a forged address: what comes back is never answered.
//
// Prints how many datagrams were sent and how many came back, and of how many bytes with UDP and IP.

#include <arpa/inet.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/capture/test_picture.h"
#include "codecs/vp8_encoder.h"
#include "core/rtp/extensions.h"
#include "core/rtp/packetizer.h"
#include "core/rtp/rtcp.h"

namespace {

using namespace evenkeel;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t our_ssrc = 0x5eed5eed;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(engine_()); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

Bytes random_packet(Random& random) {
  Bytes packet(random.one_in(20) ? random.below(9000) : random.below(1500));
  for (auto& b : packet) b = random.byte();
  if (packet.size() > 4 && random.one_in(2)) {
    packet[0] = static_cast<std::uint8_t>(0x80 | (packet[0] & 0x3f));
    packet[1] = static_cast<std::uint8_t>(random.one_in(2) ? 96 | (packet[1] & 0x80) : 200 + packet[1] % 8);
    if (random.one_in(2)) packet[2] = 0;  // a length of RTCP that may fit
  }
  return packet;
}

void mutate_once(Bytes& packet, Random& random) {
  if (packet.empty()) return packet.push_back(random.byte());
  const std::size_t at = random.below(random.one_in(2) ? packet.size() : std::min<std::size_t>(packet.size(), 32));
  switch (random.below(7)) {
    case 0:
      packet[at] = static_cast<std::uint8_t>(packet[at] ^ (1U << random.below(8)));
      break;
    case 1:
      packet[at] = random.byte();
      break;
    case 2:
      packet[at] = random.one_in(2) ? 0 : 0xff;
      break;
    case 3:
      packet.resize(at);
      break;
    case 4:
      for (std::size_t n = random.below(64); n > 0; --n) packet.push_back(random.byte());
      break;
    case 5:
      packet.insert(packet.begin() + static_cast<std::ptrdiff_t>(at), random.byte());
      break;
    default:
      packet.erase(packet.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

Bytes mutate(Bytes packet, Random& random) {
  for (std::size_t n = 1 + random.below(4); n > 0; --n) mutate_once(packet, random);
  return packet;
}

/// What an honest caller would send: video of the test picture, and reports. They know of the other end's stream what
/// came from it.
class Caller {
 public:
  explicit Caller(Random& random) : random_(random) {}

  void on_datagram(std::span<const std::uint8_t> datagram) {
    if (is_rtcp(datagram)) {
      RtcpCompound rtcp;
      if (parse_rtcp(datagram, rtcp) && !rtcp.token.empty()) echo_ = rtcp.token;
      return;
    }
    if (const auto rtp = parse_rtp(datagram)) {
      their_ssrc_ = rtp->header.ssrc;
      their_sequence_ = rtp->header.sequence_number;
    }
  }

  Bytes rtp() {
    Bytes packet(1200);
    packet.resize(packetizer_.next(packet));
    if (!packet.empty()) {
      packet[2] = static_cast<std::uint8_t>(next_number_ >> 8);
      packet[3] = static_cast<std::uint8_t>(next_number_++);
      return packet;
    }
    next_frame();
    return rtp();
  }

  Bytes greeting() {
    return write([&](RtcpWriter& w) {
      w.receiver_report(our_ssrc, {});
      w.source_description(our_ssrc, "spray", "", {.token = echo_.empty() ? "spray" : "", .echo = echo_});
    });
  }

  Bytes rtcp() {
    return write([&](RtcpWriter& w) {
      const ReportBlock block{their_ssrc_,    random_.byte(), static_cast<std::int32_t>(random_.below(1 << 20)),
                              random_.word(), random_.word(), random_.word(),
                              random_.word()};
      const SenderInfo info{random_.word(), random_.word(), random_.word(), random_.word()};
      if (random_.one_in(2)) {
        w.sender_report(our_ssrc, info, std::span(&block, 1));
      } else {
        w.receiver_report(our_ssrc, std::span(&block, 1));
      }
      w.source_description(our_ssrc, "spray", "0123456789abcdef");
      if (random_.one_in(10)) w.picture_loss({our_ssrc, their_ssrc_});
      w.congestion_feedback(feedback());
      if (random_.one_in(100)) w.bye(our_ssrc);
    });
  }

 private:
  template <class Write>
  Bytes write(Write fill) {
    Bytes packet(1400);
    RtcpWriter writer(packet);
    fill(writer);
    packet.resize(writer.size());
    return packet;
  }

  CongestionFeedback feedback() {
    CongestionFeedback message{our_ssrc, std::vector<StreamFeedback>(1), random_.word()};
    StreamFeedback& stream = message.streams[0];
    stream.ssrc = their_ssrc_;
    stream.metrics.resize(random_.below(400));
    stream.begin_sequence = static_cast<std::uint16_t>(their_sequence_ - random_.below(500));
    for (ArrivalMetric& m : stream.metrics) {
      m.received = !random_.one_in(4);
      if (m.received) m.arrival_before_report = Duration(static_cast<std::int64_t>(random_.below(8'000'000'000)));
    }
    return message;
  }

  void next_frame() {
    time_ += 33ms;
    picture_.draw(raw_, LocalTime(time_));
    if (random_.one_in(60)) encoder_.request_key_frame();
    while (!encoder_.encode(raw_, frame_)) raw_.capture_time = LocalTime(time_ += 33ms);
    packetizer_.begin(frame_, static_cast<std::uint32_t>(time_ / 1us * 9 / 100));
  }

  Random& random_;
  std::string echo_;
  std::uint32_t their_ssrc_ = 0;
  std::uint16_t their_sequence_ = 0;
  TestPicture picture_{320, 180, 1};
  Picture raw_;
  Vp8Encoder encoder_;
  EncodedFrame frame_;
  Duration time_ = 1s;
  Packetizer packetizer_{PacketizerConfig{.ssrc = our_ssrc}};
  std::uint16_t next_number_ = 0;
};

Bytes next_packet(const std::string& kind, Caller& caller, Random& random) {
  if (kind == "spoofed") return caller.greeting();
  if (kind == "random") return random_packet(random);
  if (kind == "mutated") return mutate(random.one_in(2) ? caller.rtp() : caller.rtcp(), random);
  if (random.one_in(50)) return caller.greeting();
  if (random.one_in(10)) return random_packet(random);
  const Bytes packet = random.one_in(3) ? caller.rtcp() : caller.rtp();
  return random.one_in(3) ? mutate(packet, random) : packet;
}

int fail(const char* sentence) { return std::fprintf(stderr, "system_spray: %s\n", sentence), 2; }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return fail("give ADDRESS PORT KIND SECONDS PACKETS_PER_SECOND SEED.");
  const std::string kind = argv[3];
  if (kind != "random" && kind != "mutated" && kind != "peer" && kind != "spoofed") {
    return fail("KIND is random, mutated, peer or spoofed.");
  }
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(argv[2])));
  if (inet_pton(AF_INET, argv[1], &to.sin_addr) != 1) return fail("ADDRESS is not IPv4.");
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  const auto send = [&](const Bytes& packet) {
    return sendto(fd, packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) >= 0;
  };

  Random random(std::strtoull(argv[6], nullptr, 10));
  Caller caller(random);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const double rate = std::atof(argv[5]);
  const auto packets = static_cast<std::int64_t>(rate * std::atof(argv[4]));
  constexpr std::int64_t headers = 28;
  std::int64_t sent = 0;
  std::int64_t sent_bytes = 0;
  std::int64_t received = 0;
  std::int64_t received_bytes = 0;
  const auto receive = [&] {
    std::array<std::uint8_t, 2048> buffer;
    for (ssize_t size; (size = recv(fd, buffer.data(), buffer.size(), 0)) >= 0; ++received) {
      received_bytes += size + headers;
      if (kind != "spoofed") caller.on_datagram(std::span(buffer).first(static_cast<std::size_t>(size)));
    }
  };
  for (std::int64_t n = 0; n < packets; ++n) {
    std::this_thread::sleep_until(start + from_seconds(static_cast<double>(n) / rate));
    const Bytes packet = n == 0 && kind == "peer" ? caller.greeting() : next_packet(kind, caller, random);
    if (send(packet)) {
      ++sent;
      sent_bytes += static_cast<std::int64_t>(packet.size()) + headers;
    }
    receive();
  }
  std::this_thread::sleep_until(start + from_seconds(static_cast<double>(packets) / rate));
  receive();
  std::printf("%lld sent, %lld came back; bytes: %lld sent, %lld came back\n", static_cast<long long>(sent),
              static_cast<long long>(received), static_cast<long long>(sent_bytes),
              static_cast<long long>(received_bytes));
}

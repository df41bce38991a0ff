#include <array>
#include <catch2/catch.hpp>

#include "core/rtp/rtp_packet.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate pacing = megabits_per_second(1);
constexpr DataSize full_size = bytes(1228);
constexpr Duration tick = 100us;

/// At a steady rate, filled up to `update.padding`.
class PaddingController final : public RateController {
 public:
  explicit PaddingController(const RateUpdate& update) : RateController({"padding", "of this test"}), update_(update) {}
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, std::uint64_t, LocalTime) override { return update_; }
  void on_sent(const SentPacket& packet) override { padding += packet.padding ? 1 : 0; }
  std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

  int padding = 0;

 private:
  RateUpdate update_;
};

RateUpdate padded(DataRate rate, double share = PaddingBudget::most_share) {
  RateUpdate update{pacing, pacing, std::nullopt};
  update.padding = rate;
  update.padding_share = share;
  return update;
}

struct Departure {
  LocalTime time;
  std::size_t size = 0;  ///< of the IP packet
  bool padding = false;
};

/// A started sender that gets a frame each 33 ms, driven in steps of `tick`.
class Call {
 public:
  explicit Call(const RateUpdate& update, std::string_view loop = "rmc")
      : sender(sender_config(), std::make_unique<PaddingController>(update), make_pacer(loop)) {
    sender.start(t0);
  }

  void run(Duration length) {
    for (const LocalTime end = now + length; now < end; now += tick) {
      if (frame_size > 0 && now >= next_frame_) {
        sender.push_frame(frame(frame_size, now), now);
        next_frame_ = now + 33ms;
      }
      if (eager || sender.next_wake() <= now) send();
    }
  }
  double sum(bool padding) const {
    double total = 0;
    for (const Departure& d : sent) total += d.padding == padding ? static_cast<double>(d.size) : 0;
    return total;
  }

  Sender sender;
  LocalTime now = t0;
  std::size_t frame_size = 800;
  std::size_t batch = 64;
  bool eager = false;  ///< looks at each tick, not only when the sender wants to wake
  std::vector<Departure> sent;
  std::function<void(std::span<const std::uint8_t>)> look = [](auto) {};
  std::uint32_t latest = 0;  ///< timestamp of the video
  std::optional<SenderInfo> report;
  std::uint32_t packets_at_report = 0, octets_at_report = 0, padding_at_report = 0;

 private:
  void send() {
    std::array<std::span<const std::uint8_t>, 64> out;
    while (const std::size_t count = sender.poll_batch(now, std::span(out).first(batch))) {
      for (std::size_t i = 0; i < count; ++i) {
        if (is_rtcp(out[i])) {
          keep_report(out[i]);
          continue;
        }
        const auto rtp = parse_rtp(out[i]);
        REQUIRE(rtp);
        if (look) look(out[i]);
        count_packet(*rtp);
        sent.push_back({now, out[i].size() + 28, rtp->header.payload_type == padding_payload_type});
      }
      sender.on_batch_sent(count, now);
    }
  }
  void count_packet(const RtpPacketView& rtp) {
    const bool padding = rtp.payload.empty() || rtp.header.payload_type == padding_payload_type;
    ++packets_;
    padding_ += padding ? 1 : 0;
    octets_ += padding ? 0 : static_cast<std::uint32_t>(rtp.payload.size());
  }
  void keep_report(std::span<const std::uint8_t> datagram) {
    RtcpCompound rtcp;
    REQUIRE(parse_rtcp(datagram, rtcp));
    if (!rtcp.sender_reports.empty()) report = rtcp.sender_reports.front().info;
    packets_at_report = packets_;
    octets_at_report = octets_;
    padding_at_report = padding_;
  }
  LocalTime next_frame_ = t0;
  std::uint32_t packets_ = 0, octets_ = 0, padding_ = 0;
};

/// The most bytes that left within `span`, whatever they were.
double most_within(const std::vector<Departure>& sent, Duration span) {
  double most = 0;
  for (auto first = sent.begin(); first != sent.end(); ++first) {
    double sum = 0;
    for (auto d = first; d != sent.end() && d->time < first->time + span; ++d) sum += static_cast<double>(d->size);
    most = std::max(most, sum);
  }
  return most;
}

Sample sample_of(Call& call) {
  Sample sample;
  call.sender.sample(call.now, sample);
  return sample;
}

}  // namespace

TEST_CASE("Padding fills up to its rate and no further than its share of the media and one burst") {
  const std::string loop = GENERATE("rmc", "rfc3448", "token-bucket");
  const auto batch = static_cast<std::size_t>(GENERATE(1, 64));
  const bool eager = GENERATE(false, true);
  const double share = GENERATE(0.05, 0.2);
  CAPTURE(loop, batch, eager, share);
  Call call(padded(kilobits_per_second(600), share), loop);
  call.batch = batch;
  call.eager = eager;
  call.run(10s);
  const double burst = static_cast<double>(PaddingBudget::burst.bytes());
  CHECK(call.sum(true) > 0.9 * share * call.sum(false) - full_size.bytes());
  CHECK(call.sum(true) <= share * call.sum(false) + burst);
  for (const Departure& d : call.sent) REQUIRE((!d.padding || d.size == 1228));
  // 600 kbit/s, the packet that begins the time, and a frame that comes in it.
  CHECK(most_within(call.sent, 200ms) <= 15'000 + 1228 + 1000);
}

TEST_CASE("Whatever share is asked for no more than a fifth is padding") {
  Call call(padded(pacing, 5));
  call.run(10s);
  CHECK(call.sum(true) <= 0.2 * call.sum(false) + static_cast<double>(PaddingBudget::burst.bytes()));
}

TEST_CASE("A probe after a time without one is a burst at its rate") {
  Call call(padded(DataRate(), 0.2));
  call.run(10s);  // no peer reports: after 15 s the circuit breaker would send its own
  CHECK(call.sum(true) == 0);
  call.frame_size = 0;
  call.sender.set_controller(std::make_unique<PaddingController>(padded(pacing, 0.2)), call.now);
  const LocalTime begun = call.now;
  call.run(4s);
  CHECK(call.sum(true) == 20 * 1228);
  CHECK(static_cast<double>(PaddingBudget::burst.bytes()) == 20 * 1228);
  const double seconds = to_seconds(call.sent.back().time - begun);
  const double at_its_rate = 19 * 1228 * 8 / 1e6;
  CHECK(seconds >= at_its_rate - 0.001);
  CHECK(seconds <= 1.1 * at_its_rate);
}

TEST_CASE("Each packet of padding is reported and counted, and is no media") {
  Call call(padded(pacing));
  sample_of(call);
  call.run(5s);
  const Sample sample = sample_of(call);
  const auto packets = std::count_if(call.sent.begin(), call.sent.end(), [](const auto& d) { return d.padding; });
  REQUIRE(packets > 0);
  CHECK(sample.padding_packets_sent == static_cast<double>(packets));
  CHECK(sample.padding_bytes_sent == call.sum(true));
  CHECK(sample.packets_sent == static_cast<double>(call.sent.size()));
  CHECK(dynamic_cast<PaddingController&>(call.sender.controller()).padding == packets);
  CHECK(*sample.media_bitrate_bps == Approx(8 * 800 * 152 / 5.0));
  CHECK(*sample.send_bitrate_bps == Approx(8 * (call.sum(true) + call.sum(false)) / 5.0));
}

TEST_CASE("Sender reports count the packets of padding, and none of their bytes") {
  const bool native = GENERATE(true, false);
  Knock knock = make_offer({});
  knock.native = native;
  knock.transport_wide_number_id = 5;
  knock.transport_wide_feedback = true;
  knock.congestion_feedback = false;
  Call call(padded(pacing));
  call.sender.set_negotiated(negotiate(knock));
  call.sender.start(call.now);
  call.run(3500ms);
  REQUIRE(call.report);
  CHECK(call.padding_at_report > 0);
  CHECK(call.report->packet_count == call.packets_at_report);
  CHECK(call.report->octet_count == call.octets_at_report);
}

TEST_CASE("Padding for a peer that takes retransmissions goes on their stream, and leaves no gap in the video's") {
  Knock knock = make_offer({.sends_video = true, .receives_video = true});
  knock.native = false;
  knock.vp8 = 100;
  knock.vp8_retransmission = 101;
  Call call(padded(pacing));
  call.sender.set_negotiated(negotiate(knock));
  call.sender.start(call.now);
  std::uint16_t next = sender_config().first_sequence_number;
  int packets = 0;
  call.look = [&](std::span<const std::uint8_t> datagram) {
    const auto packet = parse_rtp(datagram);
    if (packet->header.ssrc == media_ssrc) {
      REQUIRE(packet->header.sequence_number == next++);
      REQUIRE_FALSE(packet->payload.empty());
      REQUIRE(packet->header.payload_type == 100);
      call.latest = packet->header.timestamp;
      return;
    }
    REQUIRE(packet->header.ssrc == media_ssrc + 1);
    REQUIRE(packet->header.payload_type == 101);
    REQUIRE(packet->payload.empty());
    REQUIRE((datagram[0] & 0x20) != 0);
    REQUIRE(packet->header.timestamp == call.latest);
    ++packets;
  };
  call.run(3s);
  CHECK(packets > 10);
}

TEST_CASE("A frame waits for one packet of padding at most") {
  const auto batch = static_cast<std::size_t>(GENERATE(1, 64));
  Call call(padded(pacing));
  call.batch = batch;
  call.frame_size = 2000;
  call.run(10s);
  // Of each frame the last packet, 33 ms after that of the frame before: what it waits for itself and for padding.
  const double packet_ms = full_size / pacing / Duration(1ms);
  LocalTime captured = t0;
  int frames = 0;
  for (std::size_t i = 0; i + 1 < call.sent.size(); ++i) {
    if (call.sent[i].padding) continue;
    CAPTURE(i, frames, to_milliseconds(captured - t0));
    REQUIRE_FALSE(call.sent[i + 1].padding);  // never within a frame
    captured += frames > 0 ? 33ms : 0ms;
    REQUIRE(to_milliseconds(call.sent[i].time - captured) <= 2 * packet_ms + 1);
    REQUIRE(to_milliseconds(call.sent[i + 1].time - captured) <= 3 * packet_ms + 1);
    ++frames;
    ++i;
  }
  CHECK(frames > 300);
}

TEST_CASE("Nothing is padded before the first frame, beyond the window, after the peer has gone") {
  Call silent(padded(pacing));
  silent.frame_size = 0;
  silent.run(5s);
  CHECK(silent.sent.empty());

  RateUpdate update = padded(pacing);
  update.window = bytes(5000);
  Call narrow(update);
  narrow.run(500ms);
  CHECK(narrow.sum(false) + narrow.sum(true) <= 5000 + 1228);

  Call gone(padded(pacing));
  gone.run(5s);
  gone.sender.suspend();
  CHECK(gone.sender.next_wake() == LocalTime::max());
  const auto before = gone.sent.size();
  gone.frame_size = 0;
  gone.run(1s);
  CHECK(gone.sent.size() == before);
}

TEST_CASE("No controller pads a call whose source takes what it gets, and only darc any") {
  const std::string name{GENERATE(from_range(controller_names().begin(), controller_names().end()))};
  CAPTURE(name);
  JoinedCall call(make_sender(sender_config(), name));
  call.sender->start(t0);
  call.run(10s);
  Sample sample;
  call.sender->sample(call.now, sample);
  if (name != "darc") CHECK(sample.padding_packets_sent == 0);
  CHECK(call.receiver.assembler().stats().frames_lost == 0);
}

TEST_CASE("While the circuit breaker is open only a probe per second carries nothing") {
  JoinedCall call(std::make_unique<Sender>(sender_config(), std::make_unique<PaddingController>(padded(pacing)),
                                           make_pacer("rmc")));
  const auto& controller = dynamic_cast<PaddingController&>(call.sender->controller());
  call.frame_size = 800;
  call.sender->start(t0);
  call.run(3s);
  CHECK(controller.padding > 0);
  call.reports_get_through = false;
  for (int i = 0; i < 60 && call.sender->circuit_breaker().state() != CircuitBreaker::State::open; ++i) call.run(1s);
  REQUIRE(call.sender->circuit_breaker().state() == CircuitBreaker::State::open);
  const int before = controller.padding;
  call.run(5s);
  CHECK(controller.padding - before == 5);
}

TEST_CASE("Padding keeps its share of the media on another path, however small packets were on the one before") {
  constexpr double share = 0.1;
  auto controller = std::make_unique<PaddingController>(padded(megabits_per_second(5), share));
  SenderConfig config = sender_config();
  config.probes_packet_size = true;
  JoinedCall call(std::make_unique<Sender>(config, std::move(controller), make_pacer("rmc")));
  call.sender->start(t0);
  std::size_t frames = 0;
  call.on_encoded = [&](EncodedFrame& frame) {
    if (++frames % 3 == 0) frame.data.resize(500);
  };
  call.loses = [](auto packet) { return packet.size() > 700; };
  call.run(3s);
  REQUIRE(call.sender->packet_size_limit() == 600);
  call.loses = [](auto) { return false; };
  call.sender->change_path(call.now);
  call.run(1s);
  const TransportCounters before = call.sender->transport().counters();
  call.run(10s);
  const TransportCounters after = call.sender->transport().counters();
  const auto padding = static_cast<double>(after.padding_bytes - before.padding_bytes);
  const auto media = static_cast<double>(after.wire_bytes_sent - before.wire_bytes_sent) - padding;
  CHECK(padding / media > 0.8 * share);
  CHECK(padding / media < 1.1 * share);
}

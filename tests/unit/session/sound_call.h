#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/rtp/audio_level.h"
#include "joined_call.h"

namespace evenkeel::test {

inline constexpr std::uint32_t sound_ssrc = media_ssrc + 3;

/// With a peer that understands sound.
inline Negotiated with_sound(Negotiated negotiated = {}) {
  negotiated.features = negotiated.features.value_or(PeerFeatures());
  negotiated.features->sound = true;
  return negotiated;
}

/// 20 ms, the first of which is `sample`, captured by a card whose clock began with t0.
inline EncodedSound sound_packet(std::int64_t sample, std::size_t size = 80) {
  EncodedSound sound;
  sound.sample = sample;
  sound.samples = 960;
  sound.captured = t0 + to_duration(sample);
  sound.below_full_scale = 30;
  sound.voice = true;
  sound.size = size;
  std::fill_n(sound.bytes.begin(), std::min(size, sound.bytes.size()), std::uint8_t{0x5A});
  return sound;
}

inline bool is_sound(std::span<const std::uint8_t> datagram) {
  return !is_rtcp(datagram) && parse_rtp(datagram)->header.ssrc == sound_ssrc;
}

/// Tells the rate that the test says, and keeps what it was told of packets.
class Told final : public RateController {
 public:
  Told() : RateController({"told", "of this test"}) {}
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, std::uint64_t, LocalTime) override { return update(); }
  void on_sent(const SentPacket& packet) override { sent.push_back(packet); }
  std::optional<RateUpdate> on_report(const PathReport& report) override {
    for (const PacketResult& result : report.packets) results.push_back(result);
    return update();
  }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

  DataRate rate = megabits_per_second(1);
  std::optional<Duration> pairs;
  std::vector<SentPacket> sent;
  std::vector<PacketResult> results;

 private:
  RateUpdate update() const {
    RateUpdate update{rate, rate, {}};
    update.pair_interval = pairs;
    return update;
  }
};

/// A JoinedCall in which somebody talks.
struct SoundCall {
  explicit SoundCall(const Negotiated& negotiated = {}) : call(make(told), hearing_config()) {
    call.sender->set_negotiated(with_sound(negotiated));
    call.sender->start(t0);
  }
  static ReceiverConfig hearing_config() {
    ReceiverConfig config = receiver_config();
    config.features = {.sound = true, .sound_copies = true};
    return config;
  }
  static std::unique_ptr<Sender> make(Told*& told) {
    auto controller = std::make_unique<Told>();
    told = controller.get();
    return std::make_unique<Sender>(sender_config(), std::move(controller), make_pacer("rmc"));
  }
  void run(Duration length) {
    for (const LocalTime end = call.now + length; call.now < end;) {
      if (talks && (call.now - t0) % 20ms == Duration::zero()) {
        call.sender->push_sound(sound_packet(sample, sound_size), call.now);
        sample += 960;
      }
      call.run(1ms);
    }
  }
  bool talks = true;
  std::size_t sound_size = 80;
  std::int64_t sample = 0;
  Told* told = nullptr;
  JoinedCall call;
};

}  // namespace evenkeel::test

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "core/rtp/repair_decoder.h"
#include "core/rtp/repair_encoder.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/protection_plan.h"

using namespace evenkeel;

namespace {

constexpr std::size_t packet_size = 100;
constexpr std::uint32_t ssrc = 1;

/// Frames through the code itself, protected as the plan says, over a path that loses packets of media and of repair.
class ProtectedCall {
 public:
  explicit ProtectedCall(unsigned seed) : random_(seed), plan_({}) { decoder_.start(ssrc, 96); }

  double loss = 0;
  int frames = 0;
  int hit = 0;
  int broken = 0;

  void run(int count) {
    frames = hit = broken = 0;
    for (int i = 0; i < count; ++i, now_ += 33'333'333ns) frame();
  }

 private:
  struct Frame {
    int packets = 0;
    int missing = 0;
  };
  bool is_lost() { return static_cast<double>(random_()) < loss * 4294967296.0; }

  void frame() {
    plan_.update({100ms, 33'333'333ns, false}, now_);
    const int packets = 7 + static_cast<int>(random_() % 5);
    plan_.on_frame({next_, packets, 0, bytes(packet_size) * packets, false, now_});
    Frame& newest = window_[index_++ % window_.size()];
    judge(newest);
    newest = {packets, 0};
    for (int i = 0; i < packets; ++i, ++next_) media(newest);
    recent_packets_[index_ % recent_packets_.size()] = packets;
    credit_ += plan_.share() * packets;
    for (; credit_ >= 1; --credit_) repair();
  }
  void judge(const Frame& leaving) {
    ++frames;
    broken += leaving.missing > 0 ? 1 : 0;
  }
  void media(Frame& frame) {
    std::array<std::uint8_t, packet_size> packet{};
    const auto number = static_cast<std::uint16_t>(next_);
    write_rtp_header({false, 96, number, 0, ssrc}, {}, packet);
    encoder_.on_media(number, packet);
    if (is_lost()) {
      plan_.on_lost(next_);
      lost_[static_cast<std::size_t>(next_) % lost_.size()] = index_;
      hit += frame.missing++ == 0 ? 1 : 0;
    } else {
      decoder_.on_media(next_, packet);
      drain();
    }
  }
  void repair() {
    std::size_t packets = 0;
    for (std::size_t i = 0; i < plan_.window(); ++i) {
      packets += static_cast<std::size_t>(recent_packets_[(index_ - i) % recent_packets_.size()]);
    }
    std::array<std::uint8_t, 200> payload{};
    const std::size_t size = encoder_.write(encoder_.newest(packets), key_++, payload);
    if (!is_lost()) decoder_.on_repair(std::span(payload).first(size), next_ - 1);
    drain();
  }
  void drain() {
    while (const auto packet = decoder_.poll()) {
      const std::size_t index = lost_[static_cast<std::size_t>(packet->sequence) % lost_.size()];
      if (index + window_.size() > index_) --window_[(index - 1) % window_.size()].missing;
    }
  }

  std::mt19937 random_;
  ProtectionPlan plan_;
  RepairEncoder encoder_;
  RepairDecoder decoder_;
  LocalTime now_{1000s};
  std::int64_t next_ = 0;
  std::uint16_t key_ = 0;
  double credit_ = 0;
  std::size_t index_ = 0;                 // of the frame, from 1 on
  std::array<Frame, 4> window_{};         // the frames that the code may still mend at this round trip time
  std::array<int, 8> recent_packets_{};   // of the last frames
  std::array<std::size_t, 1024> lost_{};  // the frame of a packet
};

}  // namespace

TEST_CASE("What the plan takes for mended the code mends") {
  const double loss = GENERATE(0.01, 0.03, 0.05);
  double hit = 0;
  double broken = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    ProtectedCall call(seed);
    call.loss = loss;
    call.run(300);  // until the plan knows
    call.run(1800);
    hit += static_cast<double>(call.hit) / call.frames / 10;
    broken += static_cast<double>(call.broken) / call.frames / 10;
  }
  INFO(loss << ": " << hit << " of the frames hit, " << broken << " broken");
  CHECK(hit > 7 * loss);
  CHECK(broken < 0.003);
}

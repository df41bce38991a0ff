#pragma once

#include <map>
#include <memory>
#include <random>
#include <vector>

#include "core/rtp/frame_descriptor.h"
#include "joined_call.h"

namespace evenkeel::test {

inline constexpr PeerFeatures all_features{true, true, true};

/// What an encoder with references does: each frame needs the one before; after a loss, one that was acknowledged.
class ReferringEncoder {
 public:
  explicit ReferringEncoder(Sender& sender) : sender_(sender) {}
  int jumps = 0;

  void operator()(EncodedFrame& frame) {
    FrameDependency dependency;
    dependency.id = next_++;
    const auto broken = sender_.take_broken_frame();
    const auto acknowledged = sender_.acknowledged_frame();
    if (!frame.key_frame) dependency.distances[dependency.references++] = 1;
    if (!frame.key_frame && broken && acknowledged) {
      dependency.distances[0] = static_cast<std::uint16_t>(dependency.id - *acknowledged);
      ++jumps;
    }
    frame.dependency = dependency;
  }

 private:
  Sender& sender_;
  std::uint16_t next_ = 65'000;
};

/// A call at a fixed 2.5 Mbit/s whose packets can be lost, with frames of 8 kB: seven packets each.
class RecoveryCall {
 public:
  RecoveryCall(const RecoveryConfig& recovery, const PeerFeatures& receiver, Duration one_way, double pacing_gain = 1,
               bool probes_packet_size = false)
      : call(sender(recovery, pacing_gain, probes_packet_size), config(receiver)), encoder(*call.sender) {
    call.path_delay = one_way;
    call.frame_size = 8000;
    if (recovery.references) call.on_encoded = [this](EncodedFrame& frame) { encoder(frame); };
    call.on_given_out = [this](const ReceivedFrame& frame) { given_out.push_back(frame.completed); };
    call.receiver.set_peer_features({recovery.retransmission, recovery.repair(), recovery.references});
  }
  /// Each packet with this probability.
  void lose(double probability) {
    call.loses_media = [this, probability] { return std::bernoulli_distribution(probability)(random_); };
  }
  /// The longest time without a new frame, after the first second.
  Duration longest_gap() const {
    Duration longest{};
    for (std::size_t i = 1; i < given_out.size(); ++i) {
      if (given_out[i - 1] > t0 + 1s) longest = std::max(longest, given_out[i] - given_out[i - 1]);
    }
    return longest;
  }

  JoinedCall call;
  ReferringEncoder encoder;
  std::vector<LocalTime> given_out;  ///< when each frame was complete

 private:
  static std::unique_ptr<Sender> sender(const RecoveryConfig& recovery, double pacing_gain, bool probes_packet_size) {
    SenderConfig config = sender_config();
    config.recovery = recovery;
    config.pacing_gain = pacing_gain;
    config.probes_packet_size = probes_packet_size;
    config.limits.start = megabits_per_second(2.5);
    auto made = make_sender(config);
    made->start(t0);
    return made;
  }
  static ReceiverConfig config(const PeerFeatures& features) {
    ReceiverConfig made = receiver_config();
    made.features = features;
    return made;
  }
  std::mt19937 random_{7};
};

/// Loses packets chosen by frame: counts frames by their timestamps, and packets within each, as they leave.
class Loser {
 public:
  /// True for packets to be lost: (frame, packet) count from 0, of the payload type asked for.
  using Choose = std::function<bool(int frame, int packet)>;
  Loser(std::uint8_t payload_type, Choose choose) : type_(payload_type), choose_(std::move(choose)) {}

  bool operator()(std::span<const std::uint8_t> datagram) {
    if ((datagram[1] & 0x7F) != type_) return false;
    const std::uint32_t timestamp = rtp_timestamp(datagram);
    if (!frames_.contains(timestamp)) frames_[timestamp] = {static_cast<int>(frames_.size()), 0};
    auto& [frame, packet] = frames_[timestamp];
    return choose_(frame, packet++);
  }

 private:
  std::uint8_t type_;
  Choose choose_;
  std::map<std::uint32_t, std::pair<int, int>> frames_;
};

}  // namespace evenkeel::test

#pragma once

#include <array>
#include <memory>

#include "codecs/audio_codec.h"

namespace evenkeel {

struct OpusEncoderConfig {
  DataRate target = kilobits_per_second(32);
  Duration packet_duration = 20ms;
  int complexity = 9;  ///< 0 to 10
  /// The expected loss is never told to be below this share: copies must be there when the first packet is lost. Up to
  /// 5 % libopus makes none below 30 kbit/s; above, it narrows the band for them, as far as it must.
  double min_expected_loss = 0.06;
};

/// Opus by libopus, for voice, on the caller's thread: 0.4 ms for 20 ms of sound at most. Sound comes out 6.5 ms late.
class OpusEncoder final : public AudioEncoder {
 public:
  explicit OpusEncoder(const OpusEncoderConfig& config = {});
  ~OpusEncoder() override;
  OpusEncoder(const OpusEncoder&) = delete;
  OpusEncoder& operator=(const OpusEncoder&) = delete;

  std::size_t packet_samples() const override { return packet_samples_; }
  std::span<const std::uint8_t> encode(std::span<const std::int16_t> samples) override;
  bool made_copy() const override;
  void set_target(DataRate media) override;
  void set_packet_duration(Duration duration) override;
  void set_expected_loss(double share) override;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  double min_expected_loss_;
  std::size_t packet_samples_ = 0;
  std::array<std::uint8_t, 1275> packet_{};
  std::size_t size_ = 0;
};

}  // namespace evenkeel

#pragma once

#include <cstdint>
#include <random>

#include "app/lab/closed_loop/frame_source.h"
#include "core/base/data_size.h"

namespace evenkeel {

/// RFC 8593, figure 2. B0 and t0 follow from the target and the frame rate.
struct SyntheticEncoderConfig {
  DataRate target = kilobits_per_second(300);   ///< R_v until set_target()
  double frames_per_second = 30;                ///< FPS
  Duration reaction = 200ms;                    ///< tau_v: after a reaction, changes of the target wait this long
  int burst_frames = 8;                         ///< K_d; at least 1
  DataSize burst_size = bytes(13'500);          ///< K_B, also the maximum of a key frame
  double interval_scale = 0.15;                 ///< SCALE_t of the Laplace distribution of (t - t0) / t0
  double size_scale = 0.15;                     ///< SCALE_B of the Laplace distribution of (B - B0) / B0
  double burst_threshold = 0.1;                 ///< relative change of the target that counts as abrupt; not in the RFC
  DataRate min_rate = kilobits_per_second(30);  ///< R_min
  DataRate max_rate = megabits_per_second(100);  ///< R_max
  int width = 1280;
  int height = 720;
  std::uint64_t seed = 1;
  LocalTime start{};  ///< of the first frame, a key frame
};

/// The statistical model of a live video encoder (RFC 8593, section 5). Deterministic for a seed.
class SyntheticEncoder final : public FrameSource {
 public:
  explicit SyntheticEncoder(const SyntheticEncoderConfig& config);

  std::optional<EncodedFrame> poll(LocalTime now) override;
  LocalTime next_frame() const override { return next_frame_; }
  void set_target(DataRate media, LocalTime now) override;
  void request_key_frame() override { key_frame_ = true; }
  void on_pacer_queue(Duration, LocalTime) override {}

  /// The rate of the frames now: the target, delayed and clipped.
  DataRate rate() const { return rate_; }

 private:
  void react(LocalTime now);
  DataRate clipped(DataRate target) const;
  double reference_size() const;  ///< B0 in bytes
  DataSize next_size();
  double large_frame();
  double deviation(double scale);
  Duration next_interval();

  SyntheticEncoderConfig config_;
  std::mt19937_64 random_;
  DataRate wanted_;
  DataRate rate_;
  LocalTime next_reaction_;
  LocalTime next_frame_;
  bool key_frame_ = true;
  bool burst_ = false;   ///< the next frame is large
  double debt_ = 0;      ///< bytes that the frames after a large one still have to save
  int debt_frames_ = 0;  ///< number of those frames
};

}  // namespace evenkeel

#pragma once

#include "app/lab/closed_loop/frame_source.h"
#include "core/base/data_size.h"

namespace evenkeel {

struct GreedyEncoderConfig {
  DataRate target = kilobits_per_second(300);  ///< until set_target()
  Duration backlog = 50ms;                     ///< what the pacer's queue is kept filled to
  Duration interval = 5ms;                     ///< how often it looks
  Duration least_interval = 1ms;               ///< between frames, where the queue runs low before the interval is over
  DataSize unit = bytes(1150);                 ///< frames are whole multiples: what one packet carries
  int width = 1280;
  int height = 720;
  LocalTime start{};
};

/// A source that always has more to send than it may: it fills the pacer's queue up to the backlog whenever it is
/// shorter, so that it neither runs empty nor grows, whatever the pacing rate is by comparison with the target. Between
/// reports of the queue it reckons with one that drains in real time, so without any report it emits at the target.
class GreedyEncoder final : public FrameSource {
 public:
  explicit GreedyEncoder(const GreedyEncoderConfig& config);

  std::optional<EncodedFrame> poll(LocalTime now) override;
  LocalTime next_frame() const override { return next_frame_; }
  void set_target(DataRate media, LocalTime now) override;
  void request_key_frame() override { key_frame_ = true; }
  void on_pacer_queue(Duration queue, LocalTime now) override;

 private:
  Duration queue_at(LocalTime now) const;
  EncodedFrame frame(DataSize size, LocalTime now);

  GreedyEncoderConfig config_;
  DataRate target_;
  LocalTime next_frame_;
  LocalTime last_frame_;
  Duration queue_{};  ///< of the pacer, at queue_time_, with what was emitted since
  LocalTime queue_time_{};
  bool key_frame_ = true;
};

}  // namespace evenkeel

#pragma once

#include "app/lab/closed_loop/frame_source.h"
#include "core/base/data_size.h"

namespace evenkeel {

struct GreedyEncoderConfig {
  DataRate target = kilobits_per_second(300);  ///< until set_target()
  Duration backlog = 50ms;                     ///< target length of the pacer's queue
  Duration interval = 5ms;                     ///< how often it checks the queue
  Duration min_interval = 1ms;                 ///< between frames, if the queue runs low earlier
  DataSize unit = bytes(1150);                 ///< frame sizes are multiples of it: the payload of one packet
  int width = 1280;
  int height = 720;
  LocalTime start{};
};

/// A source that always has data to send: it fills the pacer's queue up to the backlog whenever it is shorter, so that
/// the queue neither empties nor grows, whatever the pacing rate. Between reports of the queue it assumes that the
/// queue drains in real time, so without any report it emits at the target rate.
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
  Duration queue_{};  ///< of the pacer, at queue_time_, with frames emitted since
  LocalTime queue_time_{};
  bool key_frame_ = true;
};

}  // namespace evenkeel

#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "sources.h"

namespace evenkeel::test {

/// A picture that takes no more than `most` between two times: it stands still, or its camera is off.
class HeldSource final : public FrameSource {
 public:
  struct Config {
    DataRate most;
    Duration from{}, to{};
    std::uint64_t seed = 1;
  };

  explicit HeldSource(const Config& config)
      : config_(config), encoder_(synthetic(megabits_per_second(100), config.seed)) {}

  std::optional<EncodedFrame> poll(LocalTime now) override {
    if (is_held(now) != held_) set_target(target_, now);
    return encoder_->poll(now);
  }
  LocalTime next_frame() const override { return encoder_->next_frame(); }
  void set_target(DataRate media, LocalTime now) override {
    target_ = media;
    held_ = is_held(now);
    encoder_->set_target(held_ ? std::min(media, config_.most) : media, now);
  }
  void request_key_frame() override { encoder_->request_key_frame(); }
  void on_pacer_queue(Duration queue, LocalTime now) override { encoder_->on_pacer_queue(queue, now); }

 private:
  bool is_held(LocalTime now) const { return now >= at(config_.from) && now < at(config_.to); }

  Config config_;
  std::unique_ptr<FrameSource> encoder_;
  DataRate target_;
  bool held_ = false;
};

}  // namespace evenkeel::test

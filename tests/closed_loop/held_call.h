#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "app/lab/claims/statistics.h"
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

/// A call by darc whose picture is held for a while, over a link of 50 ms each way with a buffer of 300 ms.
class HeldCall {
 public:
  HeldCall(DataRate rate, Duration jitter, const HeldSource::Config& held)
      : simulation(link(rate, jitter, held.seed), constant_link(DataRate::unlimited(), 50ms, Duration(1s))),
        flow(simulation.add(config(), std::make_unique<HeldSource>(held))),
        free_(held.to),
        enough_(0.8 * std::min(rate, config().limits.maximum).bps()) {}

  Simulation simulation;
  Flow& flow;

  /// Once free, until half a second's mean is 80 % of what it comes to; 20 if it never is.
  double seconds_until_back() const {
    const auto rates = column(flow, &Sample::receive_bitrate_bps, free_, free_ + 20s);
    for (std::size_t i = 0; i + 5 <= rates.size(); ++i) {
      const auto five = rates.begin() + static_cast<std::ptrdiff_t>(i);
      if (mean_of({five, five + 5}) >= enough_) return 0.1 * static_cast<double>(i);
    }
    return 20;
  }
  /// ms.
  double longest_queue(Duration from, Duration to) const {
    const auto begin = simulation.queue_delays.begin();
    return to_milliseconds(*std::max_element(begin + from / 10ms, begin + to / 10ms));
  }
  double longest_queue_once_free() const { return longest_queue(free_, free_ + 10s); }

 private:
  static LinkConfig link(DataRate rate, Duration jitter, std::uint64_t seed) {
    LinkConfig link = constant_link(rate, 50ms, Duration(300ms));
    link.jitter_sigma = jitter;
    link.seed = seed;
    return link;
  }
  static FlowConfig config() {
    FlowConfig config;
    config.controller = "darc";
    config.max_packet_size = 1172;
    config.delay_kind = DelayKind::estimated;
    return config;
  }

  Duration free_;
  double enough_;  // bit/s
};

}  // namespace evenkeel::test

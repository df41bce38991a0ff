#pragma once

#include "core/control/rate_controller.h"

namespace evenkeel::test {

/// With a window of so many bytes.
class WindowController final : public RateController {
 public:
  explicit WindowController(DataSize window) : RateController({"window", "of this test"}), window_(window) {}
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, std::uint64_t, LocalTime) override { return update(); }
  void on_sent(const SentPacket&) override {}
  std::optional<RateUpdate> on_report(const PathReport&) override { return update(); }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

 private:
  RateUpdate update() const { return {megabits_per_second(1), megabits_per_second(1000), window_}; }
  DataSize window_;
};

}  // namespace evenkeel::test

#pragma once

#include "core/control/rate_controller.h"

namespace evenkeel::test {

/// With a window of so many bytes.
class WindowController final : public RateController {
 public:
  explicit WindowController(DataSize window) : window_(window) {}
  std::string_view name() const override { return "window"; }
  std::string_view summary() const override { return "of this test"; }
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, LocalTime) override { return update(); }
  void on_sent(const SentPacket&) override {}
  std::optional<RateUpdate> on_feedback(const PathReport&) override { return update(); }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

 private:
  RateUpdate update() const { return {megabits_per_second(1), megabits_per_second(1000), window_}; }
  DataSize window_;
};

}  // namespace evenkeel::test

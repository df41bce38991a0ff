#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/control/rate_controller.h"

namespace evenkeel {

/// Controllers beside the one that runs: they get the same facts, and what they would do with them is only looked at.
/// They have no influence on the call, and no call of their own: the queue that they see is that of the controller that
/// runs, and what they would have caused never happens. A law that takes its source for limited where less is sent than
/// it wants stays near what is sent.
///
/// Timers that came due are run before each fact and each look, with the times that they were set to: nobody needs to
/// wake for them. Times must not decrease.
class ShadowControllers {
 public:
  static constexpr std::size_t max_shadows = 3;

  ShadowControllers() = default;
  /// Not null; those beyond max_shadows are dropped.
  explicit ShadowControllers(std::vector<std::unique_ptr<RateController>> controllers);

  /// As RateController::start() of the one that runs.
  void start(const RateLimits& limits, std::uint64_t seed, LocalTime now);
  /// The call pauses: no timers, until the next start().
  void suspend() { running_ = false; }
  void on_sent(const SentPacket& packet);
  void on_report(const PathReport& report);

  std::size_t size() const { return controllers_.size(); }
  std::string_view name(std::size_t index) const { return controllers_[index]->name(); }
  /// What each would send at, in their order; zero before the first start().
  std::span<const DataRate> targets(LocalTime now);

 private:
  void run_timers(LocalTime now);

  std::vector<std::unique_ptr<RateController>> controllers_;
  std::array<DataRate, max_shadows> targets_{};
  bool running_ = false;
};

}  // namespace evenkeel

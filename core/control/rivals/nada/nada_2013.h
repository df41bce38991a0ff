#pragma once

#include <algorithm>
#include "core/control/feedback_timeout.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/nada/update_clock.h"
#include "core/path/confirmed_minimum.h"

namespace evenkeel {

/// Of the constants only tau_o is known, and R_MAX is not told by the LDCC paper: see nada_2013.cpp.
struct Nada2013Parameters {
  DataRate r_max = megabits_per_second(3);
  double w = 1;              ///< weight of the flow
  Duration tau_o = 200ms;    ///< how far ahead the delay is predicted
  double alpha = 0.05;       ///< weight of a new delay in the smoothed one, per update
  Duration delta = 50ms;     ///< interval of updates
  Duration d_l = 1s;         ///< what a lost packet adds to its delay
  Duration slow_start = 5s;  ///< during which the highest rate climbs from the start rate to R_MAX
  Duration silence = 500ms;  ///< without a report, after which the rate is halved
};

/// x_ref, in s, is no less than what the reports resolve: a delay of zero has no multiple.
inline constexpr double nada_2013_least_reference = 1e-3;

/// NADA as of 2013 (Zhu, Pan: Packet Video 2013; draft-zhu-rmcat-nada of that year), in the form whose equilibrium the
/// LDCC paper states (section V-D): every delta, with d the total one-way delay and x_ref its minimum,
///     x_n = (1 - alpha) x_{n-1} + alpha (d + d_L lost/sent)
///     x_hat = x_n + (x_n - x_{n-1}) tau_o / delta
///     R = w R_MAX x_ref / x_hat,      at most R_MAX
/// Equilibrium: OWD = w R_MAX OWD_min / R.
class Nada2013 final : public RateController {
 public:
  Nada2013()
      : RateController(
            {"nada-2013", "NADA of 2013, by the total one-way delay, as the LDCC paper compares with (section V-D)"},
            {{"x_n", "ms"}, {"x_hat", "ms"}, {"x_ref", "ms"}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override { timeout_.on_sent(packet.sent, parameters_.silence); }
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }

  Nada2013Parameters& parameters() { return parameters_; }
  const Nada2013Parameters& parameters() const { return parameters_; }

 private:
  void learn(const PacketResult& packet);
  void update(Duration delta, LocalTime now);
  double mean_delay() const;
  DataRate most(LocalTime now) const;
  RateUpdate current() const { return {rate_, rate_, std::nullopt}; }

  Nada2013Parameters parameters_;
  RateLimits limits_;
  DataRate rate_;
  LocalTime started_{};
  UpdateClock clock_;
  std::optional<double> delay_;  // x_n, s
  double delay_sum_ = 0;         // s, of the packets since the last update
  int arrived_ = 0;
  int lost_ = 0;
  ConfirmedMinimum least_delay_{10min, 1min};  // x_ref
  FeedbackTimeout timeout_;
};

}  // namespace evenkeel

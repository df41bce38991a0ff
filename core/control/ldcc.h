#pragma once

#include "core/control/application_limit.h"
#include "core/control/feedback_timeout.h"
#include "core/control/ldcc_window.h"
#include "core/control/rate_controller.h"

namespace evenkeel {

/// The constants of D'Aronco et al., section V-A. Readings of what the paper leaves open are given in ldcc.cpp.
struct LdccParameters {
  DataRate w = kilobits_per_second(20);  ///< weight of the utility U(x) = w log x
  double beta = 0.1;                     ///< at which the delay price saturates
  Duration t_r = 100ms;                  ///< T_r: one-way delay (propagation and queue) below which the price is zero
  double eta = 0.4;                      ///< T_s k = k RTT, with k = 1 / (2.5 RTT)
};

/// The low-delay congestion control of D'Aronco, Toni, Mena, Zhu, Frossard: "Improved utility-based congestion control
/// for delay-constrained communication", arXiv 1506.02799v1, eq. 25, once per round-trip time T_s:
///     x' = x + T_s k x ( w/x - beta (e - T_r)+ / RTT - (x - x_recv)/x_recv )
/// Equilibrium without loss (eq. 19): e* = (e_b a + T_r) / (1 - a), a = w/(beta x); exists for x > w/beta (eq. 20).
class Ldcc final : public RateController {
 public:
  Ldcc()
      : RateController(
            {"ldcc",
             "low-delay congestion control by utility and delay price (D'Aronco et al., arXiv 1506.02799v1, eq. 25)"},
            {{"w/x", ""}, {"v(e)", ""}, {"rate term", ""}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }

  /// How often the rate term had to be clamped: none in a steady state.
  int clamp_activations() const { return clamp_activations_; }
  LdccParameters& parameters() { return parameters_; }
  const LdccParameters& parameters() const { return parameters_; }

 private:
  void update(const LdccWindow::Averages& averages);
  double delay_price(Duration one_way_delay, Duration round_trip_time) const;
  double rate_term(DataRate sent, DataRate received);
  Duration timeout() const;
  RateUpdate current() const { return {rate_, rate_, std::nullopt}; }

  LdccParameters parameters_;
  RateLimits limits_;
  DataRate rate_;  // x
  Duration round_trip_time_{};
  LdccWindow window_;
  ApplicationLimit application_limit_;
  FeedbackTimeout timeout_;
  int clamp_activations_ = 0;
};

}  // namespace evenkeel

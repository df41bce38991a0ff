#pragma once

#include "core/control/feedback_timeout.h"
#include "core/control/ldcc_window.h"
#include "core/control/rate_controller.h"

namespace evenkeel {

/// The LDCC paper states no constants; these are of the order of GCC's own.
struct GccSimpleParameters {
  double threshold = 0.02;     ///< of d(OWD)/dt: 2 ms per 100 ms
  double increase = 0.08;      ///< per second, of the rate
  double decrease = 0.85;      ///< times the received rate
  Duration interval = 100ms;   ///< over which delays are averaged
  Duration longest_hold = 1s;  ///< of the lowered rate, where no queue is seen to fall
  double loss_limit = 0.1;     ///< an interval that lost more counts as overuse; 1: never
};

/// The simplified Google congestion control of the LDCC paper (D'Aronco et al., section V-D, told in words): it looks
/// at the change of the one-way delay only. The rate grows until the delay rises faster than the threshold; then it is
/// lowered until the delay falls faster than that. It never settles, which is what the paper shows of it.
///
/// It is made for sources without frames, as in the paper. The sizes of video frames alone move the mean delay of 100
/// ms by more than the threshold, and the rate sinks to a fifth of what the link has; with T = 300 ms it keeps most of
/// it.
class GccSimple final : public RateController {
 public:
  GccSimple()
      : RateController(
            {"gcc-simple",
             "simplified GCC, by the slope of the one-way delay, as the LDCC paper compares with (section V-D)"},
            {{"d(OWD)/dt", ""}, {"received", "kbit/s"}, {"loss", ""}}) {}
  void visit_parameters(ParameterVisitor& visitor) override;

  RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) override;
  void on_sent(const SentPacket& packet) override;
  std::optional<RateUpdate> on_report(const PathReport& report) override;
  std::optional<RateUpdate> on_tick(LocalTime now) override;
  std::optional<LocalTime> next_tick() const override { return timeout_.deadline(); }

  GccSimpleParameters& parameters() { return parameters_; }
  const GccSimpleParameters& parameters() const { return parameters_; }

 private:
  enum class State { increase, hold };
  void learn(const PacketResult& packet);
  void update(const LdccWindow::Averages& averages);
  void follow(double slope, double loss, const LdccWindow::Averages& averages);
  void increase(const LdccWindow::Averages& averages);
  void decrease(DataRate received);
  void forget_window();
  RateUpdate current() const { return {rate_, rate_, std::nullopt}; }

  GccSimpleParameters parameters_;
  RateLimits limits_;
  DataRate rate_;
  State state_ = State::increase;
  Duration held_{};
  LdccWindow window_;
  std::optional<Duration> last_delay_;  // mean of the interval before
  std::optional<LocalTime> last_update_;
  int sent_ = 0;  // packets of the interval
  int lost_ = 0;
  FeedbackTimeout timeout_;
};

}  // namespace evenkeel

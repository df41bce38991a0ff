#include <catch2/catch.hpp>

#include "core/control/fixed.h"
#include "core/control/ldcc.h"
#include "core/control/shadow_controllers.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// Counts what it is told, and ticks every 100 ms, by 1 kbit/s each time.
class Recorder final : public RateController {
 public:
  struct Told {
    int starts = 0;
    int sent = 0;
    int reports = 0;
    std::vector<LocalTime> ticks;
  };
  explicit Recorder(Told& told) : RateController({"recorder", ""}), told_(told) {}
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits& limits, std::uint64_t, LocalTime now) override {
    ++told_.starts;
    tick_ = now + 100ms;
    rate_ = limits.start;
    return {rate_, rate_, std::nullopt};
  }
  void on_sent(const SentPacket&) override { ++told_.sent; }
  std::optional<RateUpdate> on_report(const PathReport&) override { return ++told_.reports, std::nullopt; }
  std::optional<RateUpdate> on_tick(LocalTime now) override {
    told_.ticks.push_back(now);
    tick_ += 100ms;
    rate_ += kilobits_per_second(1);
    return RateUpdate{rate_, rate_, std::nullopt};
  }
  std::optional<LocalTime> next_tick() const override { return tick_; }

 private:
  Told& told_;
  LocalTime tick_{};
  DataRate rate_;
};

ShadowControllers one(Recorder::Told& told) {
  std::vector<std::unique_ptr<RateController>> controllers;
  controllers.push_back(std::make_unique<Recorder>(told));
  return ShadowControllers(std::move(controllers));
}

}  // namespace

TEST_CASE("Shadow controllers get every fact, and none before the start or in a pause") {
  Recorder::Told told;
  ShadowControllers shadows = one(told);
  shadows.on_sent({});
  CHECK(told.sent == 0);
  CHECK(shadows.targets(t0)[0] == DataRate());
  shadows.start({}, 1, t0);
  PathReport report;
  report.now = t0 + 10ms;
  SentPacket packet;
  packet.sent = t0 + 5ms;
  shadows.on_sent(packet);
  shadows.on_report(report);
  CHECK(told.starts == 1);
  CHECK(told.sent == 1);
  CHECK(told.reports == 1);
  CHECK(shadows.targets(t0 + 20ms)[0] == RateLimits().start);
  shadows.suspend();
  report.now = t0 + 10s;
  shadows.on_report(report);
  CHECK(told.reports == 1);
  CHECK(shadows.targets(t0 + 10s)[0] == RateLimits().start);
  CHECK(told.ticks.empty());
}

TEST_CASE("Timers of shadow controllers run with their own times, however late somebody looks") {
  Recorder::Told told;
  ShadowControllers shadows = one(told);
  shadows.start({}, 1, t0);
  CHECK(shadows.targets(t0 + 350ms)[0] == RateLimits().start + kilobits_per_second(3));
  CHECK(told.ticks == std::vector<LocalTime>{t0 + 100ms, t0 + 200ms, t0 + 300ms});
  PathReport report;
  report.now = t0 + 400ms;
  shadows.on_report(report);
  CHECK(told.ticks.size() == 4);
}

TEST_CASE("There are three shadow controllers at most") {
  std::vector<std::unique_ptr<RateController>> four;
  for (int i = 0; i < 4; ++i) four.push_back(std::make_unique<FixedRate>());
  const ShadowControllers shadows(std::move(four));
  CHECK(shadows.size() == 3);
  CHECK(shadows.name(0) == "fixed");
}

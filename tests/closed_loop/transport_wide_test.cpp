#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/control/factory/controller_factory.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

constexpr DataRate capacity = kilobits_per_second(1000);

struct Outcome {
  double use = 0;    ///< of the link
  double queue = 0;  ///< p95, ms
};

Negotiated with(ArrivalFeedback feedback) {
  Knock knock;
  knock.vp8 = 96;
  knock.congestion_feedback = feedback == ArrivalFeedback::congestion;
  knock.transport_wide_feedback = true;
  knock.transport_wide_number_id = 3;
  knock.receives_video = true;
  return negotiate(knock);
}

Outcome run(std::string_view controller, ArrivalFeedback feedback) {
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = controller;
  config.delay_kind = DelayKind::estimated;
  config.negotiated = with(feedback);
  Flow& flow = simulation.add(config, synthetic());
  simulation.run_until(90s);
  auto queues = column(flow, &Sample::link_queue_ms, 30s, 90s);
  std::ranges::sort(queues);
  const auto rates = column(flow, &Sample::receive_bitrate_bps, 30s, 90s);
  return {mean_of(rates) / capacity.bps(), queues[queues.size() * 95 / 100]};
}

}  // namespace

TEST_CASE("Every controller works by transport-wide feedback as it does by that of RFC 8888", "[transport-wide]") {
  for (const std::string_view name : controller_names()) {
    const Outcome wide = run(name, ArrivalFeedback::transport_wide);
    const Outcome congestion = run(name, ArrivalFeedback::congestion);
    CAPTURE(name, wide.use, congestion.use, wide.queue, congestion.queue);
    CHECK(wide.use > congestion.use - 0.03);
    CHECK(wide.queue < congestion.queue * 1.25 + 10);
  }
}

}  // namespace evenkeel::test

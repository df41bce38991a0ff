#include "app/bench/frames/frame_pacing.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

FramePacingCase short_case(DataRate rate, DataRate link, double gain) {
  FramePacingCase plan;
  plan.limits.start = rate;
  plan.link = link;
  plan.gain = gain;
  plan.warm_up = 2s;
  plan.duration = 20s;
  plan.seeds = 1;
  return plan;
}

}  // namespace

TEST_CASE("Quantiles go by nearest rank") {
  CHECK(quantiles_of({}).maximum == 0);
  const Quantiles one = quantiles_of({3});
  CHECK(one.p50 == 3);
  CHECK(one.p99 == 3);
  std::vector<double> values;
  for (int i = 100; i >= 1; --i) values.push_back(i);
  const Quantiles q = quantiles_of(values);
  CHECK(q.p50 == 50);
  CHECK(q.p95 == 95);
  CHECK(q.p99 == 99);
  CHECK(q.maximum == 100);
}

TEST_CASE("At the target itself a call fills no queue and loses nothing, at once it loses frames", "[pacing-gain]") {
  const DataRate link = kilobits_per_second(2500);
  const FramePacingResult paced = run_frame_pacing(short_case(0.95 * link, link, 1));
  const FramePacingResult at_once = run_frame_pacing(short_case(0.95 * link, link, no_pacing));
  REQUIRE(paced.failure.empty());
  CHECK(paced.packets_lost == 0);
  CHECK(paced.frames_unusable() == 0);
  CHECK(paced.queue_seen_ms.p95 < 10);
  CHECK(paced.utilisation() > 0.88);
  CHECK(at_once.pacer_wait_ms.maximum == 0);
  CHECK(at_once.loss() > 0.01);
  CHECK(at_once.frames_unusable() > 0.1);
  CHECK(at_once.queue_seen_ms.p95 > 30);
}

TEST_CASE("Where the link has room, each larger gain makes frames come sooner", "[pacing-gain]") {
  double before = 1e9;
  for (const double gain : pacing_gains()) {
    const auto result = run_frame_pacing(short_case(kilobits_per_second(2500), megabits_per_second(10), gain));
    CAPTURE(gain, result.frame_delay_ms.p95);
    CHECK(result.frame_delay_ms.p95 < before);
    CHECK(result.packets_lost == 0);
    before = result.frame_delay_ms.p95;
  }
}

TEST_CASE("The same case gives the same numbers, another seed others", "[pacing-gain]") {
  FramePacingCase plan = short_case(kilobits_per_second(2000), kilobits_per_second(2500), 1.25);
  const FramePacingResult one = run_frame_pacing(plan);
  const FramePacingResult again = run_frame_pacing(plan);
  CHECK(one.frame_delay_ms.p99 == again.frame_delay_ms.p99);
  CHECK(one.packets_sent == again.packets_sent);
  plan.seeds = 2;
  const FramePacingResult two = run_frame_pacing(plan);
  CHECK(two.frames_sent > one.frames_sent * 19 / 10);
  CHECK(two.sent_bps == Approx(one.sent_bps).epsilon(0.05));
  CHECK(two.packets_sent != 2 * one.packets_sent);
}

TEST_CASE("LDCC holds the link at gain 1 and loses it at larger ones", "[pacing-gain][ldcc]") {
  FramePacingCase plan = short_case(kilobits_per_second(2375), kilobits_per_second(2500), 1);
  plan.controller = "ldcc";
  plan.buffer = 300ms;
  plan.warm_up = 20s;
  plan.duration = 40s;
  CHECK(run_frame_pacing(plan).utilisation() > 0.93);
  plan.gain = 1.5;
  CHECK(run_frame_pacing(plan).utilisation() < 0.8);
}

TEST_CASE("The VP8 encoder makes key frames and cuts, and the call carries them", "[pacing-gain][vp8]") {
  FramePacingCase plan = short_case(kilobits_per_second(2500), megabits_per_second(10), 1.5);
  plan.codec = FrameCodec::vp8;
  plan.warm_up = 1s;
  plan.duration = 8s;
  const FramePacingResult result = run_frame_pacing(plan);
  CHECK(result.frames_sent >= 235);
  CHECK(result.frames_lost == 0);
  CHECK(result.sent_bps > 2e6);
  CHECK(result.sent_bps < 2.8e6);
  CHECK(result.frame_delay_ms.maximum > 1.2 * result.frame_delay_ms.p50);  // the cut
}

TEST_CASE("Cases come by situation, the gains next to each other") {
  for (const FrameCodec codec : {FrameCodec::synthetic, FrameCodec::vp8}) {
    const auto cases = frame_pacing_cases(codec);
    REQUIRE(cases.size() % pacing_gains().size() == 0);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      CHECK(cases[i].gain == pacing_gains()[i % pacing_gains().size()]);
      CHECK(cases[i].codec == codec);
      CHECK(situation_of(cases[i]) == situation_of(cases[i - i % pacing_gains().size()]));
    }
  }
}

TEST_CASE("A table that is stopped keeps what there is") {
  std::vector<FramePacingCase> cases;
  for (int i = 0; i < 3; ++i) cases.push_back(short_case(kilobits_per_second(300), megabits_per_second(1), 1));
  std::vector<double> told;
  const auto results = run_frame_pacing(
      cases, [&](double part) { told.push_back(part); }, [&] { return told.size() == 2; });
  CHECK(results.size() == 2);
  CHECK(told == std::vector<double>{1.0 / 3, 2.0 / 3});
}

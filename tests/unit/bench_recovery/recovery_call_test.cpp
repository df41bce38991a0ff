#include "app/bench/recovery/recovery_call.h"

#include <catch2/catch.hpp>

#include "app/bench/recovery/recovery_table.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

RecoveryPlan plan_with(const RecoveryConfig& recovery, double loss) {
  RecoveryPlan plan;
  plan.recovery = recovery;
  plan.loss = IndependentLoss{loss};
  plan.duration = 20s;
  return plan;
}

constexpr RecoveryConfig everything{true, true, std::nullopt};

}  // namespace

TEST_CASE("recovery bench: without losses nothing is mended, and the link is used") {
  const RecoveryResult r = run_recovery(plan_with(everything, 0));
  CHECK(r.pictures_per_second > 29);
  CHECK(r.freezes == 0);
  CHECK(r.key_frames == 1);
  CHECK(r.jumps == 0);
  CHECK(r.sent_again_share == 0);
  CHECK(r.use > 0.9);
  CHECK(r.delay_p50_ms > 60);
  CHECK(r.delay_p95_ms < 150);
}

TEST_CASE("recovery bench: at 3 % loss all parts together keep what key frames alone lose") {
  const RecoveryResult alone = run_recovery(plan_with(no_recovery, 0.03));
  const RecoveryResult all = run_recovery(plan_with(everything, 0.03));
  CHECK(alone.pictures_per_second < 15);
  CHECK(alone.key_frames > 15);
  CHECK(alone.repair_share == 0);
  CHECK(all.pictures_per_second > 28);
  CHECK(all.freezes <= 1);
  CHECK(all.key_frames <= 2);
  CHECK(all.repair_share > 0.05);
  CHECK(all.repair_share < 0.3);
}

TEST_CASE("recovery bench: two runs of one seed are one") {
  const RecoveryResult a = run_recovery(plan_with(everything, 0.05));
  const RecoveryResult b = run_recovery(plan_with(everything, 0.05));
  CHECK(a.pictures_per_second == b.pictures_per_second);
  CHECK(a.delay_p95_ms == b.delay_p95_ms);
  CHECK(a.repair_share == b.repair_share);
}

TEST_CASE("recovery bench: the table has a row for each path and scheme, and stops on request") {
  const Table table = recovery_table(1s, [] { return false; });
  CHECK(table.rows.size() == 45);
  for (const auto& row : table.rows) CHECK(row.size() == table.columns.size());
  CHECK(recovery_table(1s, [] { return true; }).rows.empty());
}

TEST_CASE("recovery bench: a long call is left in its midst, and leaves no row") {
  int asked = 0;
  const Table table = recovery_table(1h, [&] { return ++asked > 1000; });
  CHECK(table.rows.empty());
  CHECK(asked < 1010);
}

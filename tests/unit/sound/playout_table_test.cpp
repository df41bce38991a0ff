#include <catch2/catch.hpp>
#include <cstdio>

#include "tests/sound/playout_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Link = std::function<std::optional<Duration>(int)>;

struct Row {
  const char* what;
  std::function<Link(unsigned seed)> link;
  double loudspeaker_speed = 1;
  int seconds = 60;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"nothing lost, no jitter", [](unsigned) { return constant_link(); }},
      {"1 % lost", [](unsigned seed) { return lossy_link(0.01, seed); }},
      {"3 % lost", [](unsigned seed) { return lossy_link(0.03, seed); }},
      {"5 % lost", [](unsigned seed) { return lossy_link(0.05, seed); }},
      {"3 % in bursts of 4 packets of the link", [](unsigned seed) { return bursty_link(0.03, 4, 5, seed); }},
      {"3 % in bursts of 4 packets of sound", [](unsigned seed) { return bursty_link(0.03, 4, 0, seed); }},
      {"jitter of 5 ms", [](unsigned seed) { return jittering_link(5ms, seed); }},
      {"jitter of 20 ms", [](unsigned seed) { return jittering_link(20ms, seed); }},
      {"each 10th 30 ms late", [](unsigned) { return reordering_link(10, 30ms); }},
      {"each 100th 30 ms late", [](unsigned) { return reordering_link(100, 30ms); }},
      {"a queue that grows by 200 ms in 2 s", [](unsigned) { return growing_link(100ms); }},
      {"500 ms of standstill", [](unsigned) { return standing_link(30s, 500ms); }},
      {"loudspeaker 500 ppm quick, 10 minutes", [](unsigned) { return constant_link(); }, 1.0005, 600},
      {"loudspeaker 500 ppm slow, 10 minutes", [](unsigned) { return constant_link(); }, 0.9995, 600},
  };
  return all;
}

}  // namespace

// `unit_sound "[table]"` prints the table of docs/results/audio.md.
TEST_CASE("What the jitter buffer makes of losses and delays", "[.][table]") {
  std::printf(
      "| | with copies of pauses too, concealed %% | without, concealed %% | of it pauses | copies played | target ms "
      "| in the buffer ms | inserted %% | removed %% | "
      "late |\n");
  std::printf("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const Row& row : rows()) {
    double concealed = 0, target = 0, held = 0, inserted = 0, removed = 0, copies = 0, late = 0, pauses = 0, copied = 0;
    constexpr int seeds = 5;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      PlayoutCall call;
      call.link = row.link(seed);
      call.loudspeaker_speed = row.loudspeaker_speed;
      call.seconds = row.seconds;
      const auto r = call.run();
      call.link = row.link(seed);  // the same draw
      call.copies = true;
      copied += 100 * call.run().concealed_share / seeds;
      const auto total = static_cast<double>(r.stats.total_samples_received);
      concealed += 100 * r.concealed_share / seeds;
      pauses += 100 * r.pause_share / seeds;
      copies += static_cast<double>(r.stats.copies_played) / seeds;
      target += r.mean_target_ms / seeds;
      held += 1e3 * r.stats.jitter_buffer_delay / static_cast<double>(r.stats.jitter_buffer_emitted_count) / seeds;
      inserted += 100 * static_cast<double>(r.stats.inserted_samples_for_deceleration) / total / seeds;
      removed += 100 * static_cast<double>(r.stats.removed_samples_for_acceleration) / total / seeds;
      late += static_cast<double>(r.stats.packets_discarded) / seeds;
    }
    std::printf("| %s | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.2f | %.2f | %.0f |\n", row.what, copied, concealed,
                pauses, copies, target, held, inserted, removed, late);
  }
}

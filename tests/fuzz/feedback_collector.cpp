#include "core/rtp/feedback_collector.h"

#include <algorithm>
#include <vector>

#include "core/rtp/reception_stats.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/rtp/tracked.h"

using namespace evenkeel;

namespace {

// What one input may cost: a wide jump makes reports as long as the window, and each step may ask for one.
constexpr std::size_t window = 64;
constexpr std::size_t max_metrics = 4 * window;
constexpr int max_steps = 128;

void require_can_be_sent(const StreamFeedback& feedback) {
  static std::vector<std::uint8_t> out(1000);
  RtcpWriter writer(out);
  require(writer.congestion_feedback({1, {feedback}, 0}));
}

// The parts of a report can be sent, are as long as asked for, follow each other, and end with a packet that came.
// Returns the length of all.
std::size_t require_good_report(test::Tracked<FeedbackCollector>& collector, LocalTime now, std::size_t most) {
  static StreamFeedback feedback;
  const std::size_t pending = collector.pending();
  std::size_t length = 0;
  std::optional<std::uint16_t> next;
  do {
    if (!collector.report(1, now, most, feedback)) {
      require(pending == 0);
      return 0;
    }
    length += feedback.metrics.size();
    require(feedback.metrics.size() <= std::min(most, window));
    require(!next || feedback.begin_sequence == *next);
    next = static_cast<std::uint16_t>(feedback.begin_sequence + feedback.metrics.size());
    for (const auto& m : feedback.metrics) require(!m.arrival_before_report || *m.arrival_before_report >= Duration(0));
    require_can_be_sent(feedback);
  } while (collector.is_incomplete());
  require(collector.pending() == 0);
  require(feedback.metrics.empty() || feedback.metrics.back().received);
  require(pending == 0 || !feedback.metrics.empty());
  require(length <= window);
  return length;
}

}  // namespace

// Four bytes a step: what to do, the milliseconds that pass, and a sequence number or the longest report.
void fuzz(std::span<const std::uint8_t> input) {
  test::Tracked<FeedbackCollector> collector(window);
  test::Tracked<ReceptionStats> stats;
  std::size_t metrics = 0;
  LocalTime now{};
  ByteReader reader(input);
  for (int step = 0; step < max_steps && reader.left() >= 4 && metrics < max_metrics; ++step) {
    const std::uint8_t what = reader.u8();
    now += std::chrono::milliseconds(reader.u8());
    const std::uint16_t number = reader.u16();
    if (what == 0xFF) {
      collector.reset();
      stats.reset();
    } else if (what >= 0xF0) {
      metrics += require_good_report(collector, now, 8 + (what == 0xFE ? number : number % 32));
      const ReportBlock block = stats.report(1, now);
      require(block.cumulative_lost >= -0x80'0000 && block.cumulative_lost <= 0x7F'FFFF);
    } else {
      const LocalTime arrival = what & 4 ? now + 20s : now;
      collector.on_packet(number, arrival, what & 3);
      stats.on_packet(number, std::uint32_t{what} << 24 | number, arrival);
      if (what & 8) stats.on_sender_report(number, arrival);
    }
  }
}

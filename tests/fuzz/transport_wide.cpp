#include <algorithm>
#include <array>

#include "core/rtp/transport_wide_collector.h"
#include "core/rtp/transport_wide_format.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

// What one input may cost: a wide jump makes reports as long as the window, and each step may ask for one.
constexpr std::size_t window = 64;
constexpr std::size_t max_reported = 4 * window;
constexpr int max_steps = 64;

bool within_a_tick(std::optional<Duration> a, std::optional<Duration> b) {
  if (!a || !b) return !a && !b;
  return abs(*a - *b) <= 125us;
}

// Over the wire and back.
void require_survives(const TransportWideFeedback& feedback) {
  static RtcpCompound in;
  static std::array<std::uint8_t, max_transport_wide_size(window)> out;
  RtcpWriter writer(out);
  require(writer.transport_wide_feedback(feedback));
  require(writer.size() <= max_transport_wide_size(feedback.arrivals.size()));
  require(parse_rtcp(std::span(out).first(writer.size()), in));
  require(in.transport_wide_feedbacks.size() == 1);
  const TransportWideFeedback& read = in.transport_wide_feedbacks[0];
  require(read.begin_number == feedback.begin_number && read.count == feedback.count);
  require(read.reference_time == feedback.reference_time);
  require(std::ranges::equal(read.arrivals, feedback.arrivals, within_a_tick));
}

std::size_t came(const TransportWideFeedback& feedback) {
  return static_cast<std::size_t>(
      std::ranges::count_if(feedback.arrivals, [](const auto& a) { return a.has_value(); }));
}

// The messages of a report can be sent, are as long as asked for, name all that came, and end. Returns how many packets
// they are on.
std::size_t require_good_report(TransportWideCollector& collector, std::size_t max_packets) {
  static TransportWideFeedback feedback;
  const std::size_t pending = collector.pending();
  std::size_t length = 0;
  std::size_t received = 0;
  require(pending > 0 || !collector.is_incomplete());
  while (collector.report(max_packets, feedback)) {
    length += feedback.arrivals.size();
    received += came(feedback);
    require(!feedback.arrivals.empty() && feedback.arrivals.size() <= std::min(max_packets, window));
    require_survives(feedback);
    require((collector.pending() > 0) == collector.is_incomplete());
  }
  require(collector.pending() == 0);
  require((received > 0) == (pending > 0));
  require(length <= window * (1 + TransportWideCollector::max_repeated));
  return length;
}

// Milliseconds, microseconds, seconds back and forth, days.
Duration time_step(std::uint8_t what, std::uint8_t amount) {
  switch (what & 3) {
    case 0:
      return std::chrono::milliseconds(amount);
    case 1:
      return std::chrono::microseconds(amount * 7);
    case 2:
      return std::chrono::milliseconds((amount - 128) * 128);
    default:
      return std::chrono::hours(amount);
  }
}

}  // namespace

// Four bytes a step: what to do, the time that passes, and a number or the longest message.
void fuzz(std::span<const std::uint8_t> input) {
  TransportWideCollector collector(window);
  std::size_t reported = 0;
  LocalTime now{1000h};
  ByteReader reader(input);
  for (int step = 0; step < max_steps && reader.left() >= 4 && reported < max_reported; ++step) {
    const std::uint8_t what = reader.u8();
    now += time_step(what, reader.u8());
    const std::uint16_t number = reader.u16();
    if (what == 0xFF) {
      collector.reset();
    } else if (what >= 0xF0) {
      reported += require_good_report(collector, 1 + number % 100);
    } else {
      collector.on_packet(number, now);
    }
  }
  require_good_report(collector, window);
}

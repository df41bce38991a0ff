#include <catch2/catch.hpp>
#include <cmath>

#include "gui/store/call_conditions.h"

using namespace evenkeel;

namespace {

/// Rows of both flows each 100 ms, for so long.
SampleStore store_of(Duration length, const std::function<void(Sample&, Sample&, double)>& fill) {
  SampleStore store;
  for (Duration time{}; time <= length; time += 100ms) {
    Sample out;
    Sample in;
    out.time = in.time = time;
    out.flow = "a-b";
    in.flow = "b-a";
    fill(out, in, to_seconds(time));
    store.add(out);
    store.add(in);
  }
  return store;
}

CallConditions at(const SampleStore& store, Duration now) {
  return conditions_at(store, FlowName("a-b"), FlowName("b-a"), now);
}

}  // namespace

TEST_CASE("shares are those of the last five seconds") {
  const SampleStore store = store_of(20s, [](Sample& out, Sample& in, double s) {
    out.packets_sent = 250 * s;
    out.packets_lost = s < 10 ? 0 : 25 * (s - 10);
    in.total_samples_received = 48'000 * s;
    in.concealed_samples = s < 10 ? 0 : 480 * (s - 10);
    in.audio_packets_received = 45 * s;
    in.audio_packets_lost = 5 * s;
    in.total_freezes_duration_s = s < 10 ? 0 : 0.2 * (s - 10);
  });
  const CallConditions before = at(store, 10s);
  CHECK(*before.lost_outgoing == Approx(0).margin(1e-9));
  CHECK(*before.concealed == Approx(0).margin(1e-9));
  CHECK(*before.lost_incoming == Approx(0.1));
  CHECK(*before.frozen == Approx(0).margin(1e-9));
  const CallConditions after = at(store, 20s);
  CHECK(*after.lost_outgoing == Approx(0.1));
  CHECK(*after.concealed == Approx(0.01));
  CHECK(*after.frozen == Approx(0.2));
}

TEST_CASE("gauges are means of the last three seconds, and of picture and sound the later one counts") {
  const SampleStore store = store_of(10s, [](Sample& out, Sample& in, double s) {
    out.round_trip_time_ms = s < 7 ? 1000 : 100;
    out.target_bitrate_bps = 2e6;
    in.end_to_end_delay_ms = 120;
    if (s > 9) in.sound_delay_ms = 150;
  });
  const CallConditions found = at(store, 10s);
  CHECK(*found.round_trip_ms == Approx(100).margin(60));
  CHECK(*found.target_bps == 2e6);
  CHECK(*found.delay_ms == 150);
  CHECK(*at(store, 8s).delay_ms == 120);
}

TEST_CASE("pictures are counted over five seconds, not before the first was there for as long") {
  const SampleStore store = store_of(20s, [](Sample& out, Sample& in, double s) {
    const double pictures = std::max(s - 4, 0.0);  // of which the first comes after 4 s
    out.frames_encoded = 12 * pictures;
    out.frames_skipped = 3 * pictures;
    out.total_encode_time_s = 0.9 * pictures;
    in.frames_received = 30 * pictures;
    in.frames_decoded = 20 * pictures;
    in.pictures_overtaken = 6 * pictures;
    in.frames_dropped = 2 * pictures;
    in.total_decode_time_s = 0.4 * pictures;
    if (s >= 4) out.frames_per_second = in.frames_per_second = 30;
  });
  CHECK_FALSE(at(store, 8s).shown_fps);
  CHECK_FALSE(at(store, 8s).sent_fps);
  const CallConditions found = at(store, 20s);
  CHECK(*found.received_fps == Approx(30));
  CHECK(*found.shown_fps == Approx(14));
  CHECK(*found.overtaken_fps == Approx(6));
  CHECK(*found.lost_fps == Approx(2));
  CHECK(*found.decoding == Approx(0.4));
  CHECK(*found.sent_fps == Approx(12));
  CHECK(*found.skipped_fps == Approx(3));
  CHECK(*found.encoding == Approx(0.9));
}

TEST_CASE("as many pictures are expected as came in the last minute, while they come evenly") {
  const auto from_20s_on = [](double fps, const std::function<std::optional<double>(int row)>& interval_ms) {
    double pictures = 0;
    return store_of(100s, [=](Sample&, Sample& in, double s) mutable {
      pictures += s < 20 ? 3 : fps / 10;
      in.frames_received = in.frames_decoded = pictures;
      in.frames_per_second = s < 20 ? 30 : fps;
      in.longest_frame_interval_ms = s < 20 ? 34 : interval_ms(static_cast<int>(std::lround(10 * s)));
    });
  };
  const auto every = [](int rows) {
    return [rows](int row) { return row % rows == 0 ? std::optional(100.0 * rows) : std::nullopt; };
  };
  const SampleStore even = from_20s_on(5, every(2));
  CHECK(*at(even, 18s).expected_fps == Approx(30));
  CHECK(*at(even, 40s).expected_fps == Approx(30));
  CHECK(*at(even, 40s).shown_fps == Approx(5));
  CHECK(*at(even, 95s).expected_fps == Approx(5));  // what was a minute ago is forgotten
  const SampleStore none = from_20s_on(0, [](int) { return std::nullopt; });
  CHECK(*at(none, 40s).expected_fps == Approx(30));
  // Five in one second, as slides change, then none.
  const SampleStore slides = from_20s_on(2, [](int row) {
    const int of_burst = row % 30;
    return of_burst > 10 || of_burst % 2 == 1 ? std::nullopt : std::optional(of_burst == 0 ? 2000.0 : 200.0);
  });
  CHECK(*at(slides, 40s).shown_fps == Approx(2));
  CHECK_FALSE(at(slides, 40s).expected_fps);
}

TEST_CASE("of pictures before a pause, as between two callers, nothing is expected") {
  const SampleStore store = store_of(40s, [](Sample&, Sample& in, double s) {
    in.frames_received = in.frames_decoded = s < 10 ? 30 * s : 300 + 5 * std::max(s - 20, 0.0);
    if (s < 10 || s > 20) in.frames_per_second = 10;
    in.longest_frame_interval_ms = 200;
  });
  CHECK(*at(store, 35s).expected_fps == Approx(5));
}

TEST_CASE("what nobody tells, not yet or no longer, is not known") {
  const SampleStore store = store_of(10s, [](Sample& out, Sample& in, double s) {
    if (s < 6) out.packets_sent = 100 * s;
    if (s < 6) out.packets_lost = s;
    in.frames_decoded = 30 * s;
  });
  CHECK_FALSE(at(store, 3s).lost_outgoing);
  CHECK(at(store, 6s).lost_outgoing);
  CHECK_FALSE(at(store, 10s).lost_outgoing);
  CHECK(at(store, 10s) == CallConditions{});
  CHECK(at(SampleStore(), 10s) == CallConditions{});
}

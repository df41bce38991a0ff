#include <QThread>
#include <catch2/catch.hpp>

#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/telemetry_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr auto stop = std::chrono::milliseconds(2000);

double longest_pause(const std::vector<CsvPoint>& points) {
  double longest = 0;
  for (std::size_t i = 1; i < points.size(); ++i) longest = std::max(longest, points[i].time - points[i - 1].time);
  return longest;
}

}  // namespace

TEST_CASE("a window that stands still for two seconds changes nothing in the call, and catches up afterwards") {
  const QTemporaryDir folder;
  CallFixture f(recorded(folder));
  f.start_demo();
  f.run_until(7s);
  const Duration before = f.status().run_time;
  QThread::msleep(static_cast<unsigned long>(stop.count()));  // the very thing that is tested
  CHECK(f.status().run_time == before);
  CHECK(f.within(1s, [&] { return f.has_row_of("a-b", before + stop - 300ms); }));
  CHECK(f.live().store.rows_in("a-b", {before, before + stop - 300ms}).size() >= 15);
  f.run_until(before + stop + 1s);
  f.hang_up();

  const TelemetryFile telemetry(folder.filePath("run/telemetry.csv").toStdString());
  const double from = to_seconds(before);
  const double to = to_seconds(before + stop);
  const auto sent = telemetry.column("a-b", "sendBitrate", from, to);
  CHECK(sent.size() >= 18);
  CHECK(longest_pause(telemetry.column("a-b", "sendBitrate", from - 0.5, to + 0.5)) < 0.25);
  const auto sent_before = telemetry.column("a-b", "sendBitrate", from - 3, from);
  CHECK(mean(sent) > 0.6 * mean(sent_before));
  CHECK(mean(sent) < 1.7 * mean(sent_before));
  const double mismatch_before = largest_size(telemetry.column("a-b", "dataMismatch", from - 3, from));
  CHECK(largest_size(telemetry.column("a-b", "dataMismatch", from, to)) < 2 * mismatch_before + 3000);
  CHECK(telemetry.column("a-b", "framesDecoded", from, to).back().value -
            telemetry.column("a-b", "framesDecoded", from, to).front().value >
        35);
}

#include <catch2/catch.hpp>
#include <sstream>

#include "core/telemetry/csv.h"
#include "core/telemetry/csv_reader.h"
#include "gui/store/run_data.h"
#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

RunData configured(std::map<std::string, std::string> configuration) {
  RunData run;
  run.configuration = std::move(configuration);
  return run;
}

std::string text_of(const std::vector<CountedEvent>& events) {
  std::string text;
  for (const CountedEvent& event : events) {
    text += std::to_string(event.time / 1ms) + ": " + std::to_string(event.count) + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("The differences of configurations, in the order of the keys") {
  const RunData a = configured({{"out", "/a"}, {"seed", "1"}, {"ldcc.T_r", "80ms"}, {"link", "capacity=1Mbps"}});
  const RunData b = configured({{"out", "/b"}, {"seed", "1"}, {"ldcc.T_r", "100ms"}, {"stun", ""}});
  const RunData c = configured({{"out", "/c"}, {"seed", "1"}, {"ldcc.T_r", "100ms"}, {"link", "capacity=1Mbps"}});
  const auto differences = configuration_differences({&a, &b, &c});
  REQUIRE(differences.size() == 3);
  CHECK(differences[0].key == "ldcc.T_r");
  CHECK(differences[0].values == std::vector<std::string>{"80ms", "100ms", "100ms"});
  CHECK(differences[1].key == "link");
  CHECK(differences[1].values == std::vector<std::string>{"capacity=1Mbps", "", "capacity=1Mbps"});
  CHECK(differences[2].key == "stun");  // there with an empty value, or not there
  CHECK(configuration_differences({&a}).empty());
  CHECK(configuration_differences({}).empty());
}

TEST_CASE("Counters have the key frames and losses within the range") {
  SampleStore store;
  const double key_frames[] = {1, 1, 2, 2, 2, 3};
  const double lost[] = {0, 4, 4, 2, 5, 5};
  for (int i = 0; i < 6; ++i) {
    store.add(row((i + 1) * 1s, &Sample::key_frames_encoded, key_frames[i]));
    store.add(row((i + 1) * 1s, &Sample::packets_lost, lost[i]));
  }
  CHECK(text_of(counted_events(store, "up", &Sample::key_frames_encoded, always)) == "1000: 1; 3000: 1; 6000: 1; ");
  CHECK(text_of(counted_events(store, "up", &Sample::packets_lost, always)) == "2000: 4; 5000: 1; ");
  CHECK(text_of(counted_events(store, "up", &Sample::packets_lost, {2s, 3s})) == "2000: 4; ");
  CHECK(counted_events(store, "up", &Sample::packets_lost, {2001ms, 4999ms}).empty());
  CHECK(counted_events(store, "up", &Sample::packets_repaired, always).empty());
  CHECK(counted_events(store, "down", &Sample::packets_lost, always).empty());
}

TEST_CASE("A counter is compared with the last known value, however long ago") {
  SampleStore store;
  store.add(row(100ms, &Sample::packets_lost, 3));
  for (int i = 2; i < 500; ++i) store.add(empty_row(i * 100ms));
  store.add(row(50s, &Sample::packets_lost, 10));
  CHECK(text_of(counted_events(store, "up", &Sample::packets_lost, {40s, 60s})) == "50000: 7; ");
}

TEST_CASE("What happened before the rows that were kept is not counted") {
  SampleStore store;
  const auto rows = static_cast<int>(SampleStore::max_rows + SampleStore::max_rows / 12);
  for (int i = 1; i <= rows; ++i) store.add(row(i * 100ms, &Sample::packets_lost, 1000));
  REQUIRE(store.dropped_rows("up") > 0);
  CHECK(counted_events(store, "up", &Sample::packets_lost, always).empty());
}

TEST_CASE("Several runs are written into one table, each with its name and its own range") {
  RunData first, second, third;
  first.name = "one, \"quoted\"";
  second.name = third.name = "two";
  for (RunData* run : {&first, &second, &third})
    for (int i = 1; i <= 10; ++i) run->store.add(row(i * 100ms, &Sample::send_bitrate_bps, i * 1e5));
  std::ostringstream file;
  write_runs_csv(file, {{&first, {300ms, 400ms}}, {&second, {100ms, 100ms}}, {&third, {1s, 2s}}});
  std::string expected = "run," + csv_header();
  const auto add = [&](const std::string& name, const RunData& run, TimeRange range) {
    for (const Sample& sample : run.store.rows_in("up", range)) expected += name + ',' + csv_row(sample);
  };
  add("\"one, \"\"quoted\"\"\"", first, {300ms, 400ms});
  add("two", second, {100ms, 100ms});
  add("two (2)", third, {1s, 2s});
  CHECK(file.str() == expected);
}

TEST_CASE("A range is written as telemetry.csv, and read back the same") {
  SampleStore store;
  for (int i = 1; i <= 10; ++i) {
    store.add(row(i * 100ms, &Sample::send_bitrate_bps, i * 1e5));
    store.add(row(i * 100ms, &Sample::one_way_delay_ms, i / 3.0, "down"));
  }
  std::stringstream file;
  write_range_csv(file, store, {300ms, 400ms});
  const std::string text = file.str();
  CHECK(text.substr(0, csv_header().size()) == csv_header());
  const CsvRows<Sample> read = read_telemetry_csv(file);
  CHECK(read.error.empty());
  CHECK_FALSE(read.cut);
  REQUIRE(read.rows.size() == 4);
  std::string again = csv_header();
  for (const Sample& sample : read.rows) again += csv_row(sample);
  CHECK(again == text);
  CHECK(read.rows[0].flow == FlowName("down"));
  CHECK(read.rows[1].flow == FlowName("up"));
  CHECK(read.rows[3].time == 400ms);
}

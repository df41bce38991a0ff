#include "app/window/run_reader.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/call/run_description.h"
#include "app/cli/shadow_event.h"
#include "app/record/run_folder.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

Sample row(Duration time, double rate) {
  Sample sample;
  sample.time = time;
  sample.flow = "a-b";
  sample.send_bitrate_bps = rate;
  return sample;
}

std::string write_run(const TemporaryFolder& folder) {
  const std::string path = folder.path("first");
  CallOptions options;
  options.controller = "ldcc";
  options.settings.emplace_back("ldcc.T_r", "80ms");
  RunFolder run(path, describe_run(options, {"evenkeel", "demo"}), false);
  run.write(row(100ms, 1e6));
  run.write(row(200ms, 2e6));
  run.write(RunEvent{150ms, RunEvent::Kind::parameter, "", "ldcc.T_r = 80ms, \"now\""});
  run.flush();
  REQUIRE(run.error().empty());
  return path;
}

void overwrite(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

TEST_CASE("A run that was recorded can be opened") {
  const TemporaryFolder folder;
  std::string notice;
  const auto run = read_run(write_run(folder) + "/", notice);
  REQUIRE(run);
  CHECK(notice.empty());
  CHECK(run.value->name == "first");
  CHECK(run.value->store.rows("a-b") == 2);
  CHECK(run.value->store.last_row("a-b")->send_bitrate_bps == 2e6);
  REQUIRE(run.value->events.size() == 1);
  CHECK(run.value->events[0].text == "ldcc.T_r = 80ms, \"now\"");
  CHECK(run.value->configuration.at("ldcc.T_r") == "80ms");
  CHECK(run.value->configuration.at("controller") == "ldcc");
  CHECK(run.value->law_terms.size() == 3);
}

TEST_CASE("Shadow controllers that were chosen in mid-recording have their names from then on") {
  const TemporaryFolder folder;
  const std::string path = folder.path("watched");
  CallOptions options;
  options.shadow = "gcc,arc";
  RunFolder writer(path, describe_run(options, {"evenkeel", "demo"}), false, 10s);
  for (const Duration time : {11s, 12s, 13s}) writer.write(row(time, 1e6));
  writer.write(RunEvent{12s, RunEvent::Kind::algorithm, "", shadow_event({"gcc", "ldcc"})});
  writer.write(RunEvent{12500ms, RunEvent::Kind::note, "", "shadow controllers of mine"});
  writer.write(RunEvent{13s, RunEvent::Kind::algorithm, "", shadow_event({})});
  writer.flush();
  std::string notice;
  const ShadowHistory shadows = read_run(path, notice).value->shadows;
  CHECK(shadows.names("a-b", 1) == std::vector<std::string>{"gcc"});
  CHECK(shadows.names("a-b", 2) == std::vector<std::string>{"arc", "ldcc"});
  CHECK(shadows.names("a-b", 3).empty());
  CHECK(shadows.has("a-b", 2, 1s));
  CHECK_FALSE(shadows.has("a-b", 2, 3s));
  CHECK(shadows.last("a-b").empty());
}

TEST_CASE("What is damaged beside the telemetry is said, and the rest is shown") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  const std::string damage = GENERATE(as<std::string>(), "", "{", "[1]", "{\"configuration\": 5}", "null",
                                      "{\"configuration\": {\"controller\": {\"a\": 1}}}");
  overwrite(path + "/run.json", damage);
  std::string notice;
  const auto run = read_run(path, notice);
  REQUIRE(run);
  CHECK(run.value->store.rows("a-b") == 2);
}

TEST_CASE("A folder without telemetry is no run") {
  const TemporaryFolder folder;
  std::string notice;
  const std::string path = write_run(folder);
  CHECK_THAT(read_run(folder.path("nowhere"), notice).error, Catch::Contains("no such folder"));
  CHECK_THAT(read_run("/etc/passwd", notice).error, Catch::Contains("it is no folder"));
  overwrite(path + "/telemetry.csv", "");
  CHECK_FALSE(read_run(path, notice));
  overwrite(path + "/telemetry.csv", std::string("\0\1\2,,,\n\n\n", 9));
  CHECK_FALSE(read_run(path, notice));
  std::filesystem::remove(path + "/telemetry.csv");
  CHECK_THAT(read_run(path, notice).error, Catch::Contains("telemetry.csv cannot be read"));
}

TEST_CASE("A run that was cut off is shown up to there") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  std::ofstream(path + "/telemetry.csv", std::ios::app) << "0.300,a-b,10";
  std::string notice;
  const auto run = read_run(path, notice);
  REQUIRE(run);
  CHECK(run.value->store.rows("a-b") == 2);
}

TEST_CASE("A run of somebody else is opened or refused in a sentence, whatever its run.json holds") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  std::string objects, arrays = R"({"configuration": {"a": )";
  for (int i = 0; i < 20'000; ++i) objects += R"({"configuration":)";
  arrays += std::string(200'000, '[') + std::string(200'000, ']') + "}}";
  for (const std::string& text : {objects + "1" + std::string(20'000, '}'), arrays, std::string(2 << 20, ' ')}) {
    overwrite(path + "/run.json", text);
    std::string notice;
    const auto run = read_run(path, notice);
    REQUIRE(run);
    CHECK(run.value->configuration.empty());
    CHECK_THAT(notice, Catch::Contains("its run.json cannot be read (it is "));
  }
}

TEST_CASE("Pipes and devices in a run folder are not read") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  for (const char* name : {"run.json", "events.csv"}) {
    std::filesystem::remove(path + '/' + name);
    REQUIRE(mkfifo((path + '/' + name).c_str(), 0600) == 0);
  }
  std::string notice;
  const auto run = read_run(path, notice);
  REQUIRE(run);
  CHECK(run.value->events.empty());
  std::filesystem::remove(path + "/telemetry.csv");
  std::filesystem::create_symlink("/dev/zero", path + "/telemetry.csv");
  CHECK_THAT(read_run(path, notice).error, Catch::Contains("it is no ordinary file"));
}

TEST_CASE("A run is summed up as it is read, as its rows in the store are") {
  const TemporaryFolder folder;
  std::string notice;
  const auto run = read_run(write_run(folder), notice);
  REQUIRE(run);
  REQUIRE(run.value->summary);
  REQUIRE(run.value->summary->flows.size() == 1);
  const ColumnSummary* rate = find_column(run.value->summary->flows[0].run, "sendBitrate");
  REQUIRE(rate != nullptr);
  CHECK(rate->mean == 1.5e6);
  CHECK(rate->mean == find_column(summary_of(run.value->store).flows[0].run, "sendBitrate")->mean);
}

TEST_CASE("Whoever waits for a run sees how far it is, and can give it up") {
  const TemporaryFolder folder;
  const std::string path = folder.path("long");
  RunFolder writer(path, describe_run(CallOptions(), {}), false);
  for (int i = 1; i <= 5000; ++i) writer.write(row(i * 100ms, 1e6));
  writer.flush();
  std::string notice;
  std::vector<double> shares;
  const auto whole = read_run(path, notice, [&](double share) {
    shares.push_back(share);
    return true;
  });
  REQUIRE(whole);
  CHECK(shares.size() >= 5);
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(shares.front() > 0);
  CHECK(shares.front() < 0.3);
  int asked = 0;
  const auto given_up = read_run(path, notice, [&](double) { return ++asked < 3; });
  CHECK_FALSE(given_up);
  CHECK(given_up.error.empty());
  CHECK(asked == 3);
}

TEST_CASE("Rows that overtook each other are put in order; a file that goes back by minutes ends there") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  std::string notice;
  overwrite(path + "/telemetry.csv", "time [s],flow,sendBitrate [bit/s]\n1,a,1\n3,a,3\n2,a,2\n4,a,4\n");
  const auto near = read_run(path, notice);
  REQUIRE(near);
  CHECK(notice.empty());
  CHECK(near.value->store.rows("a") == 4);
  CHECK(near.value->store.row_at("a", 2s)->send_bitrate_bps == 2);
  overwrite(path + "/telemetry.csv", "time [s],flow,sendBitrate [bit/s]\n1,a,1\n300,a,3\n2,a,2\n4,a,4\n");
  const auto far = read_run(path, notice);
  REQUIRE(far);
  CHECK_THAT(notice, Catch::Contains("is read up to an error: Row 3 is more than 10 s earlier than those before it."));
  CHECK(far.value->store.rows("a") == 2);
}

TEST_CASE("What makes a run impossible to open shows in its beginning") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder);
  CHECK(check_run(path).empty());
  CHECK_THAT(check_run(folder.path("nowhere")), Catch::Contains("no such folder"));
  overwrite(path + "/telemetry.csv", "time [s],flow\n");
  CHECK_THAT(check_run(path), Catch::Contains("it has no rows"));
  overwrite(path + "/telemetry.csv", "time [s],flow\nyesterday,a\n");
  CHECK_THAT(check_run(path), Catch::Contains("time is 'yesterday', which is not a number"));
}

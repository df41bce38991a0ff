#include "app/call/run_description.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/config_file.h"
#include "app/version.h"
#include "app/version/program_version.h"
#include "core/parameters/parameter_list.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Json = nlohmann::ordered_json;

std::set<std::string> keys(const Json& json) {
  std::set<std::string> out;
  for (const auto& [key, value] : json.items()) out.insert(key);
  return out;
}

/// Twenty rows of one flow, one per 100 ms.
RunSummary summary_of_run() {
  Summary summary;
  for (int i = 1; i <= 20; ++i) {
    Sample s;
    s.time = i * 100ms;
    s.flow = "a-b";
    s.target_bitrate_bps = 1e6;
    s.send_bitrate_bps = i <= 10 ? 1e6 : 2e6;
    s.round_trip_time_ms = 50;
    s.packets_sent = i * 10;
    s.freeze_count = 0;
    summary.add(s);
  }
  return summary.result();
}

}  // namespace

TEST_CASE("run.json says what ran, on what, and how") {
  CallOptions options;
  options.controller = "ldcc";
  options.seed = 5;
  options.out = "somewhere";
  options.pacing_gain = std::numeric_limits<double>::infinity();
  options.settings.emplace_back("ldcc.w", "30kbps");
  options.settings.emplace_back("arc.k", "1");
  options.settings.emplace_back("recovery.attempts", "2");
  const Json run = describe_run(options, {"evenkeel", "demo"});
  std::set<std::string> expected{"program", "version", "commandLine", "configuration", "seed", "host"};
  if (!commit().empty()) expected.insert("commit");
  CHECK(keys(run) == expected);
  CHECK(run.value("commit", "") == commit());
  CHECK(run["program"] == "evenkeel");
  CHECK(run["version"] == version);
  CHECK(run["commandLine"] == Json({"evenkeel", "demo"}));
  CHECK(run["seed"] == 5);
  CHECK(keys(run["host"]) == std::set<std::string>{"name", "system", "machine", "processors"});
  const Json& configuration = run["configuration"];
  CHECK(configuration["controller"] == "ldcc");
  CHECK(configuration["send-loop"] == "rmc");
  CHECK(configuration["out"] == "somewhere");
  CHECK(configuration["pacing-gain"] == "none");
  CHECK(configuration["ldcc"]["w"] == "30kbps");
  CHECK(configuration["ldcc"]["T_r"] == "100ms");
  CHECK(configuration["rmc"].is_object());
  CHECK(configuration["recovery"]["attempts"] == "2");
  CHECK(configuration["recovery"]["backlog"] == "8ms");
  CHECK_FALSE(configuration.contains("arc"));  // not in use
  CHECK_FALSE(configuration.contains("duration"));
  for (const OptionSpec& spec : option_specs()) {
    if (spec.get(options)) CHECK(configuration.contains(spec.name));
  }
}

TEST_CASE("The configuration of run.json can be read back, but for places and permissions") {
  CallOptions options;
  options.controller = "arc";
  options.limits.maximum = megabits_per_second(3);
  options.video.fps = 12.5;
  options.settings.emplace_back("arc.k", "0.25");
  options.settings.emplace_back("recovery.recovered_hold", "30ms");
  const Json run = describe_run(options, {});
  std::string toml;
  std::string tables;
  for (const auto& [key, value] : run["configuration"].items()) {
    const OptionSpec* const spec = find_option(key);
    if (spec != nullptr && spec->group == OptionGroup::place) continue;
    if (!value.is_object()) {
      toml += key + " = " + value.dump() + "\n";
      continue;
    }
    tables += "[" + key + "]\n";
    for (const auto& [name, text] : value.items()) tables += name + " = " + text.dump() + "\n";
  }
  const TemporaryFolder folder;
  CallOptions back;
  REQUIRE(read_config_file(folder.write("c.toml", toml + tables), back) == "");
  CHECK(describe_run(back, {})["configuration"] == run["configuration"]);
}

TEST_CASE("summary.json has the columns' names, the run and its last half") {
  PictureDelays delays;
  for (int i = 1; i <= 100; ++i) delays["a-b"].add(i);
  for (int i = 1; i <= 3; ++i) delays["unknown"].add(i);
  const Json json = describe_summary(summary_of_run(), delays);
  CHECK(keys(json) == std::set<std::string>{"duration", "flows", "jainIndex"});
  CHECK(json["duration"] == Json({{"unit", "s"}, {"value", 2.0}}));
  CHECK(keys(json["flows"]) == std::set<std::string>{"a-b"});
  const Json& run = json["flows"]["a-b"]["run"];
  const Json& half = json["flows"]["a-b"]["lastHalf"];
  CHECK(keys(run) == std::set<std::string>{"targetBitrate", "sendBitrate", "roundTripTime", "packetsSent",
                                           "freezeCount", "endToEndDelay"});
  CHECK(keys(run["sendBitrate"]) == std::set<std::string>{"unit", "mean", "p50", "p95", "p99", "min", "max"});
  CHECK(run["sendBitrate"]["unit"] == "bit/s");
  CHECK(run["sendBitrate"]["mean"] == 1.5e6);
  CHECK(half["sendBitrate"]["mean"] == 2e6);
  CHECK(keys(run["packetsSent"]) == std::set<std::string>{"total"});
  CHECK(run["endToEndDelay"]["pictures"] == 100);
  CHECK(run["endToEndDelay"]["p50"] == 50);
  CHECK(run["endToEndDelay"]["p95"] == 95);
  CHECK(run["endToEndDelay"]["max"] == 100);
  CHECK(half["endToEndDelay"]["min"] == 51);
  CHECK(json["jainIndex"]["run"] == 1);
}

TEST_CASE("An empty run has a summary too") {
  const Json json = describe_summary(Summary().result(), {});
  CHECK(json["duration"]["value"] == 0);
  CHECK(summary_text(Summary().result(), {}).empty());
}

TEST_CASE("A person gets the essentials, a line per flow") {
  const std::string text = summary_text(summary_of_run(), {});
  CHECK_THAT(text, Catch::StartsWith("a-b, last half: sent 2Mbps"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}

TEST_CASE("A person reads what mended the losses, and what froze") {
  const auto summary_with = [](bool sender, double growth) {
    Summary summary;
    for (int i = 1; i <= 20; ++i) {
      Sample row;
      row.flow = "incoming";
      row.time = i * 100ms;
      row.receive_bitrate_bps = 1e6;
      const double count = i < 15 ? 0 : growth;
      if (sender) row.packets_lost = 9 * count;
      if (sender) row.retransmitted_packets_sent = 2 * count;
      row.packets_repaired = 7 * count;
      row.nack_count = 3 * count;
      row.freeze_count = count;
      row.total_freezes_duration_s = 0.25 * count;
      summary.add(row);
    }
    return summary_text(summary.result(), {});
  };
  CHECK(summary_with(true, 2) ==
        "incoming, last half: received 1Mbps, lost 18, 14 repaired, 4 sent again, 2 freezes (0.5 s)\n");
  CHECK(summary_with(false, 1) ==
        "incoming, last half: received 1Mbps, 7 repaired, 3 asked for again, 1 freeze (0.25 s)\n");
  CHECK(summary_with(true, 0) == "incoming, last half: received 1Mbps, lost 0\n");
}

TEST_CASE("Of a call that was over at once no figures are told") {
  const auto summary_of = [](int rows, std::optional<int> first_picture) {
    Summary summary;
    PictureDelays delays;
    for (int i = 1; i <= rows; ++i) {
      Sample row;
      row.flow = "incoming";
      row.time = i * 100ms;
      row.receive_bitrate_bps = 1e6;
      row.one_way_delay_ms = 20;
      row.frames_decoded = first_picture ? std::max(0, i - *first_picture) : 0;
      row.total_samples_received = 4800.0 * i;
      row.concealed_samples = 0;
      summary.add(row);
    }
    for (int i = 0; first_picture && i < 2 * (rows - *first_picture); ++i) delays["incoming"].add(30);
    return summary_text(summary.result(), delays);
  };
  CHECK(summary_of(3, 1) == "incoming, last half: too short to be measured\n");
  CHECK(summary_of(9, 1) == "incoming, last half: too short to be measured\n");
  CHECK(summary_of(12, {}) ==
        "incoming, last half: received 1Mbps, one-way delay 20 ms (p95 20), sound 0 % concealed\n");
  CHECK_THAT(summary_of(40, {}), Catch::Contains(", 0 pictures/s"));
  CHECK_THAT(summary_of(20, 12), Catch::Contains("pictures/s") && !Catch::Contains("to display"));
  CHECK_THAT(summary_of(40, 0), Catch::Contains("10 pictures/s") && Catch::Contains("to display p50 30 ms"));
}

TEST_CASE("The frame rate of a call is that of the call, not of the waiting before and after it") {
  Summary summary;
  for (int i = 1; i <= 100; ++i) {  // 10 s, of which a call takes 5 to 7.5 s
    Sample row;
    row.flow = "incoming";
    row.time = i * 100ms;
    if (i > 50 && i <= 75) row.receive_bitrate_bps = 1e6;
    row.frames_decoded = std::clamp(3 * (i - 50), 0, 75);
    summary.add(row);
  }
  CHECK_THAT(summary_text(summary.result(), {}), Catch::Contains("received 1Mbps, 30 pictures/s"));
}

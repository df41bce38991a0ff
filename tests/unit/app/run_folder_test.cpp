#include "app/record/run_folder.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/telemetry/csv.h"
#include "full_disk.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Json = nlohmann::ordered_json;

Sample row(Duration time) {
  Sample s;
  s.time = time;
  s.flow = "up";
  s.packets_sent = 12;
  return s;
}

}  // namespace

TEST_CASE("A run folder has the files that were asked for, with their header lines") {
  const TemporaryFolder folder;
  const bool packets = GENERATE(false, true);
  const std::string path = folder.path("a/b/run");
  {
    RunFolder run(path, Json{{"version", "1"}}, packets);
    REQUIRE(run.error().empty());
    run.write(row(100ms));
    run.write(row(200ms));
    PacketRecord record;
    record.flow = "up";
    record.sequence = 77;
    run.write(record);
    run.write_summary(Json{{"duration", 1}});
    CHECK(run.error().empty());
  }
  CHECK(Json::parse(folder.read("a/b/run/run.json"))["version"] == "1");
  CHECK(Json::parse(folder.read("a/b/run/summary.json"))["duration"] == 1);
  CHECK(folder.read("a/b/run/telemetry.csv") == csv_header() + csv_row(row(100ms)) + csv_row(row(200ms)));
  CHECK(std::filesystem::exists(path + "/packets.csv") == packets);
  if (packets) CHECK_THAT(folder.read("a/b/run/packets.csv"), Catch::StartsWith(packet_csv_header() + "up,77,"));
}

TEST_CASE("Nothing of an earlier run stays, so that a run that crashes does not show it") {
  const TemporaryFolder folder;
  for (const bool packets : {true, false}) {
    RunFolder run(folder.path("run"), Json{{"packets", packets}}, packets);
    std::error_code failed;
    CHECK(RunFolder::holds_run(OutputFolder::open(folder.path("run"), failed)));
    CHECK_FALSE(std::filesystem::exists(folder.path("run/summary.json")));
    CHECK(std::filesystem::exists(folder.path("run/packets.csv")) == packets);
    run.write(row(100ms));
    run.flush();
    if (packets) run.write_summary(Json{});
  }
  CHECK(folder.read("run/telemetry.csv") == csv_header() + csv_row(row(100ms)));
  CHECK(Json::parse(folder.read("run/run.json"))["packets"] == false);
}

TEST_CASE("A folder that cannot be made, or written to, is reported in a sentence") {
  const TemporaryFolder folder;
  folder.write("file", "");
  std::filesystem::create_directories(folder.path("taken/telemetry.csv"));
  for (const auto& path :
       {folder.path("file/run"), folder.path("file"), folder.path("taken"), std::string("/proc/evenkeel")}) {
    CAPTURE(path);
    RunFolder run(path, Json{}, true);
    CHECK_THAT(run.error(), Catch::Contains(path));
    CHECK_THAT(run.error(), Catch::StartsWith("Cannot"));
    CHECK(is_one_sentence(run.error()));
    run.write(row(100ms));  // writes nothing, harms nothing
    run.write_summary(Json{});
  }
}

TEST_CASE("A disk that fills up is noticed, and told once") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path("run"));
  RunFolder run(folder.path("run"), Json{{"version", "1"}}, true);
  std::optional<FullDisk> full;
  const bool at_end = GENERATE(false, true);
  if (!at_end) full.emplace();
  for (int i = 0; i < 100; ++i) {
    run.write(row(i * 100ms));
    run.write(PacketRecord{});
    run.write(PictureRecord{});
    run.flush();
  }
  CHECK(run.error().empty() == at_end);
  if (at_end) full.emplace();
  run.write_summary(Json{{"duration", 1}});
  CHECK(run.error() == "Cannot go on writing to the run folder '" + folder.path("run") + "': File too large.");
  CHECK_FALSE(std::filesystem::exists(folder.path("run/summary.json")));
}

TEST_CASE("A link that somebody puts into the folder during the run is not followed") {
  const TemporaryFolder folder;
  folder.write("kept", "my only key");
  RunFolder run(folder.path("run"), Json{{"version", "1"}}, true);
  for (const char* name : {"summary.json", "pictures.csv"}) {
    std::filesystem::create_symlink(folder.path("kept"), folder.path("run/" + std::string(name)));
  }
  const char* what = GENERATE("summary", "pictures");
  what[0] == 's' ? run.write_summary(Json{{"duration", 1}}) : run.write(PictureRecord{});
  CHECK_THAT(run.error(), Catch::Contains("it is a symbolic link"));
  CHECK(is_one_sentence(run.error()));
  CHECK(folder.read("kept") == "my only key");
}

TEST_CASE("A folder that begins within the run counts its times from there") {
  const TemporaryFolder folder;
  RunFolder run(folder.path("run"), Json{}, true, 150ms);
  PacketRecord record;
  record.flow = "up";
  record.send_time = 200ms;
  record.arrival_time = 250ms;
  for (const Duration time : {100ms, 200ms}) {
    run.write(row(time));
    run.write(RunEvent{time, RunEvent::Kind::note, {}, "here"});
  }
  run.write(record);
  run.flush();
  CHECK(folder.read("run/telemetry.csv") == csv_header() + csv_row(row(50ms)));
  CHECK(folder.read("run/events.csv") == event_csv_header() + event_csv_row({50ms, RunEvent::Kind::note, {}, "here"}));
  record.send_time = 50ms;
  record.arrival_time = 100ms;
  CHECK(folder.read("run/packets.csv") == packet_csv_header() + packet_csv_row(record));
}

TEST_CASE("pictures.csv begins with the first picture, and counts its times as the folder does") {
  const TemporaryFolder folder;
  RunFolder run(folder.path("run"), Json{}, true, 150ms);
  PictureRecord record{"down", 7, 90ms, 140ms, true, 160ms};
  run.write(record);  // came before the folder began
  CHECK_FALSE(std::filesystem::exists(folder.path("run/pictures.csv")));
  record.completed = 200ms;
  run.write(record);
  run.write(PictureRecord{"down", 8, std::nullopt, 230ms, false, std::nullopt});
  run.flush();
  CHECK(folder.read("run/pictures.csv") ==
        picture_csv_header() + "down,7,-0.060000,0.050000,1,0.010000\n" + "down,8,,0.080000,0,\n");
}

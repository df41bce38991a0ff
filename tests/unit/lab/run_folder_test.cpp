#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <limits>

#include "app/lab/record/folder_reader.h"
#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_description.h"
#include "tests/unit/lab/folders.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
namespace fs = std::filesystem;

TEST_CASE("a run that was written can be read") {
  const TemporaryFolder folder;
  const auto run = read_run_folder(write_run(folder.path("out/X-1/main")));
  INFO(run.error);
  REQUIRE(run);
  CHECK(run.value->scenario == "X-1");
  CHECK(run.value->choices.controller == "arc");
  CHECK(run.value->choices.settings == std::vector<std::pair<std::string, std::string>>{{"arc.k", "0.4"}});
  CHECK(run.value->choices.duration == 1s);
  CHECK_FALSE(run.value->choices.quick);
  const RunRecord& record = run.value->record;
  CHECK(record.name == "main");
  CHECK(record.controller == "arc");
  CHECK(record.seed == 7);
  CHECK(record.planned == 300s);
  CHECK(record.duration == 1s);
  CHECK(record.mean("b", &Sample::send_bitrate_bps, 0s, 1s) == 2e6);
  CHECK(record.flows.size() == 2);
  CHECK(record.flows.at("a").size() == 10);
  CHECK(record.result("lossEventRate", "a") == 0.1);
  CHECK(record.result("with, a comma") == -1e-300);
  REQUIRE(record.curve("price at 25 ms") != nullptr);
  CHECK(record.curve("price at 25 ms")->x == std::vector<double>{1, 2.5});
  CHECK(record.curve("price at 25 ms")->y == std::vector<double>{0.1, 1e9});
  REQUIRE(record.packets.size() == 2);
  CHECK(record.packets[0].arrival_time == Duration(150ms));
  CHECK(record.packets[0].one_way_delay == Duration(50ms));
  CHECK(record.packets[0].size == bytes(1000));
  CHECK(record.packets[1].sequence == 2);
  CHECK_FALSE(record.packets[1].arrival_time);
}

TEST_CASE("values that are not finite are written as empty fields and read as NaN") {
  const TemporaryFolder folder;
  FolderWriter writer(folder.path("run"), description_of(plan_of("run")), false);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) writer.result("x", "", value);
  writer.curve({"c", {1}, {std::nan("")}});
  REQUIRE(writer.finish().empty());
  const auto run = read_run_folder(folder.path("run"));
  REQUIRE(run);
  CHECK(std::isnan(run.value->record.result("x")));
  CHECK(std::isnan(run.value->record.curve("c")->y[0]));
}

TEST_CASE("a run folder appears when it is finished, not before") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  {
    FolderWriter writer(path, description_of(plan_of("run")), false);
    writer.write(row("a", 100ms, 1e6));
    CHECK_FALSE(fs::exists(path));
    CHECK(fs::exists(FolderWriter::unfinished(path)));
  }
  CHECK_FALSE(fs::exists(path));
  CHECK_FALSE(fs::exists(FolderWriter::unfinished(path)));
}

TEST_CASE("a finished run takes the place of an earlier one and of what was left unfinished") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("run"));
  fs::create_directories(FolderWriter::unfinished(path));
  folder.write("run.part/left.txt", "of a run that was killed");
  folder.write("run/old.txt", "of the run before");
  write_run(path);
  CHECK(fs::exists(path + "/summary.json"));
  CHECK_FALSE(fs::exists(path + "/old.txt"));
  CHECK_FALSE(fs::exists(path + "/left.txt"));
  CHECK_FALSE(fs::exists(FolderWriter::unfinished(path)));
}

TEST_CASE("a run of other code is another run") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("main"));
  auto description = description_of(plan_of("main"));
  CHECK(holds_run(path, description));
  CHECK(description.at("build").get<std::string>().size() == 16);
  description["build"] = "0123456789abcdef";
  CHECK_FALSE(holds_run(path, description));
}

TEST_CASE("file_hash depends on the file's content") {
  const TemporaryFolder folder;
  folder.write("a", "12\n");
  folder.write("b", "13\n");
  folder.write("c", "12\n");
  CHECK(file_hash(folder.path("a")) != file_hash(folder.path("b")));
  CHECK(file_hash(folder.path("a")) == file_hash(folder.path("c")));
  CHECK(file_hash(folder.path("none")).empty());
}

TEST_CASE("a copy of a run is the run under another name, in place of an earlier one") {
  const TemporaryFolder folder;
  const std::string from = write_run(folder.path("X-1/run"));
  const std::string to = write_run(folder.path("X-2/other"));
  folder.write("X-2/other/old.txt", "of the run before");
  const auto description = description_of(plan_of("other"), "X-2");
  CHECK(copy_run(from, to, description).empty());
  CHECK(holds_run(to, description));
  CHECK(folder.read("X-2/other/telemetry.csv") == folder.read("X-1/run/telemetry.csv"));
  CHECK_FALSE(fs::exists(to + "/old.txt"));
  CHECK_FALSE(fs::exists(FolderWriter::unfinished(to)));
  const auto copied = read_run_folder(to);
  REQUIRE(copied);
  CHECK(copied.value->scenario == "X-2");
}

TEST_CASE("a failed copy leaves nothing behind and does not touch the user's files") {
  const TemporaryFolder folder;
  const auto description = description_of(plan_of("other"));
  CHECK(evenkeel::test::is_one_sentence(copy_run(folder.path("none"), folder.path("other"), description)));
  CHECK_FALSE(fs::exists(folder.path("other")));
  CHECK_FALSE(fs::exists(FolderWriter::unfinished(folder.path("other"))));
  const std::string from = write_run(folder.path("run"));
  fs::create_directories(folder.path("mine"));
  folder.write("mine/text", "something");
  CHECK(evenkeel::test::is_one_sentence(copy_run(from, folder.path("mine"), description)));
  CHECK(folder.read("mine/text") == "something");
  CHECK_FALSE(fs::exists(FolderWriter::unfinished(folder.path("mine"))));
}

TEST_CASE("a folder that is no run is left alone") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("run"));
  folder.write("run/mine.txt", "something of the user's");
  FolderWriter writer(folder.path("run"), description_of(plan_of("run")), false);
  CHECK_THAT(writer.finish(), Catch::Contains("in its place"));
  CHECK(folder.read("run/mine.txt") == "something of the user's");
  CHECK_FALSE(fs::exists(folder.path("run.part")));
}

TEST_CASE("a run ends early on request, and if its folder cannot be written") {
  const TemporaryFolder folder;
  FolderWriter told(folder.path("run"), description_of(plan_of("run")), false, [](Duration t) { return t < 5s; });
  CHECK(told.go_on(4s));
  CHECK_FALSE(told.go_on(5s));
  CHECK(told.stopped());
  CHECK_FALSE(told.go_on(1s));
  folder.write("file", "");
  FolderWriter broken(folder.path("file/run"), description_of(plan_of("run")), false);
  CHECK_FALSE(broken.go_on(0s));
  CHECK_FALSE(broken.stopped());
  CHECK(evenkeel::test::is_one_sentence(broken.finish()));
}

TEST_CASE("a run is the same run if version, scenario, configuration and seed are") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("main"));
  RunPlan plan = plan_of("main");
  const auto description = description_of(plan);
  CHECK(holds_run(path, description));
  CHECK_FALSE(holds_run(folder.path("other"), description));
  plan.seed = 8;
  CHECK_FALSE(holds_run(path, description_of(plan)));
  plan = plan_of("main");
  plan.duration = 2s;
  CHECK_FALSE(holds_run(path, description_of(plan)));
  CHECK_FALSE(holds_run(path, description_of(plan_of("main"), "X-2")));
  auto newer = description;
  newer["version"] = "99";
  CHECK_FALSE(holds_run(path, newer));
  auto elsewhere = description;
  elsewhere["commandLine"] = {"evenkeel-sim", "run", "all"};
  CHECK(holds_run(path, elsewhere));
  fs::remove(path + "/summary.json");
  CHECK_FALSE(holds_run(path, description));
}

TEST_CASE("the configuration of a run distinguishes its flows") {
  NetworkRun network;
  network.network.hops.resize(1);
  network.network.hops[0].forward.rate = kilobits_per_second(2500);
  network.network.hops[0].forward.queue.limit = PacketCount{130};
  FlowPlan flow;
  flow.name = "a";
  MediaPlan media;
  media.settings = {{"ldcc.w", "10kbps"}, {"arc.k", "0.4"}, {"rmc.k_r", "0.5"}};
  flow.traffic = media;
  network.flows = {flow};
  RunPlan plan = plan_of("main");
  plan.what = network;
  const auto json = describe_run({"X-1", {}, 1s}, plan, {})["configuration"];
  CHECK(json["network"]["hops"][0]["forward"]["rate"] == "2.5Mbps");
  CHECK(json["network"]["hops"][0]["forward"]["queue"]["limit"] == "130 packets");
  const auto& traffic = json["flows"][0]["traffic"];
  CHECK(traffic["kind"] == "media");
  CHECK(traffic["controllerParameters"]["w"] == "10kbps");
  CHECK(traffic["sendLoopParameters"]["k_r"] == "0.5");
  CHECK(traffic["oneWayDelayKind"] == "true");
}

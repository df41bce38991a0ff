#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>

#include "app/lab/record/folder_reader.h"
#include "tests/unit/lab/folders.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::is_one_sentence;
namespace fs = std::filesystem;

namespace {

void overwrite(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

/// The sentence on a folder one file of which holds something else.
std::string sentence_on(const std::string& file, const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("X-1/main"));
  overwrite(path + '/' + file, text);
  const auto run = read_run_folder(path);
  CHECK_FALSE(run);
  return run.error;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string packet_titles = "flow,sequence,size [bytes],sendTime [s],arrivalTime [s],oneWayDelay [ms]\n";

}  // namespace

TEST_CASE("a folder that is not there, or not finished, is no run") {
  const TemporaryFolder folder;
  CHECK_THAT(read_run_folder(folder.path("nowhere")).error, Catch::Contains("no such folder"));
  const std::string path = write_run(folder.path("main"));
  fs::remove(path + "/summary.json");
  CHECK_THAT(read_run_folder(path).error, Catch::Contains("unfinished"));
  fs::remove(path + "/run.json");
  CHECK_THAT(read_run_folder(path).error, Catch::Contains("run.json"));
}

TEST_CASE("a damaged run.json ends in one sentence") {
  const std::string text =
      GENERATE(as<std::string>(), "", "{", "[]", "null", "5", "\"x\"", "{}", "{\"configuration\":5}",
               "{\"configuration\":{\"duration\":5}}", "{\"configuration\":{\"duration\":\"5\"}}",
               "{\"configuration\":{\"duration\":\"-5s\"}}", "\xff\xfe{}");
  CHECK(is_one_sentence(sentence_on("run.json", text)));
  CHECK(is_one_sentence(sentence_on("run.json", std::string(100'000, '['))));
}

TEST_CASE("entries of another kind than they should be count as absent") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("X-1/main"));
  overwrite(path + "/run.json",
            "{\"scenario\":[1],\"run\":{},\"seed\":\"x\",\"choices\":{\"settings\":{\"a\":{\"b\":1},\"c\":\"d\"},"
            "\"controller\":7,\"quick\":\"yes\"},\"planned\":null,\"configuration\":{\"duration\":\"1s\"}}");
  const auto run = read_run_folder(path);
  REQUIRE(run);
  CHECK(run.value->scenario == "X-1");
  CHECK(run.value->record.name == "main");
  CHECK(run.value->choices.controller.empty());
  CHECK(run.value->choices.settings.empty());
  CHECK(run.value->record.seed == 0);
}

TEST_CASE("a real call goes by the names of its folders") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("X-ThreeWays/real-call"));
  overwrite(path + "/run.json",
            "{\"program\":\"evenkeel\",\"configuration\":{\"controller\":\"ldcc\",\"duration\":\"121s\"},\"seed\":1}");
  const auto run = read_run_folder(path);
  REQUIRE(run);
  CHECK(run.value->scenario == "X-ThreeWays");
  CHECK(run.value->record.name == "real-call");
  CHECK(run.value->record.duration == 121s);
  CHECK(scenario_of(path) == "X-ThreeWays");
}

TEST_CASE("a damaged telemetry.csv ends in one sentence") {
  const std::string text =
      GENERATE(as<std::string>(), "", "nonsense", "time [s]\n1\n", "time [s],flow\nx,a\n", "time [s],flow\n1,a,b\n",
               "time [ms],flow\n", "time [s],flow\n1e300,a\n", "time [s],flow\n1,a");
  CHECK(is_one_sentence(sentence_on("telemetry.csv", text)));
}

TEST_CASE("damaged results and curves end in one sentence") {
  const auto [file, text] = GENERATE(table<std::string, std::string>({
      {"results.csv", ""},
      {"results.csv", "name,flow\na,b\n"},
      {"results.csv", "name,flow,value\na,b\n"},
      {"results.csv", "name,flow,value\na,b,c\n"},
      {"results.csv", "name,flow,value\na,b,1x\n"},
      {"results.csv", "name,flow,value\na,b,1"},
      {"results.csv", "name,flow,value\n\"a,b,1\n"},
      {"curves.csv", "curve,x,y\na,1,\"\"\"\"\n"},
      {"curves.csv", "x,y\n1,2\n"},
      {"curves.csv", "curve,x,y\na,--1,2\n"},
  }));
  INFO(file << ": " << text);
  CHECK(is_one_sentence(sentence_on(file, text)));
}

TEST_CASE("damaged packets end in one sentence") {
  const std::string row =
      GENERATE(as<std::string>(), "a,1,1000,,,\n", "a,1,1000,1e300,,\n", "a,1e300,1000,1,,\n", "a,1,,1,,\n",
               "a,,1000,1,,\n", "a,1,1000,1,x,\n", "a,1,1000,1,2,1e300\n", "a\n", "a,nan,1000,1,,\n");
  INFO(row);
  CHECK(is_one_sentence(sentence_on("packets.csv", packet_titles + row)));
}

TEST_CASE("a very long line is refused") {
  const std::string line(1 << 20, 'a');
  CHECK(is_one_sentence(sentence_on("results.csv", "name,flow,value\n" + line)));
  CHECK(is_one_sentence(sentence_on("telemetry.csv", "time [s],flow\n" + line)));
}

TEST_CASE("columns may be in another order, and others among them") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("main"));
  overwrite(path + "/results.csv", "value,unit,flow,name\r\n5,ms,a,b\r\n");
  const auto run = read_run_folder(path);
  INFO(run.error);
  REQUIRE(run);
  CHECK(run.value->record.result("b", "a") == 5);
}

TEST_CASE("reading ends for any content of a file") {
  const TemporaryFolder folder;
  const std::string path = write_run(folder.path("main"));
  std::mt19937 random(1);
  for (const std::string file : {"run.json", "telemetry.csv", "results.csv", "curves.csv", "packets.csv"}) {
    const std::string good = contents(path + '/' + file);
    for (int round = 0; round < 100; ++round) {
      std::string bad = good;
      for (int i = 0; i < 3; ++i) bad[random() % bad.size()] = static_cast<char>(random() % 256);
      if (round % 3 == 0) bad.resize(random() % bad.size());
      overwrite(path + '/' + file, bad);
      const auto run = read_run_folder(path);
      CHECK(run.value.has_value() == run.error.empty());
    }
    overwrite(path + '/' + file, good);
  }
  CHECK(read_run_folder(path));
}

#include "app/cli/config_file.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

CallOptions read(const std::string& path) {
  CallOptions options;
  REQUIRE(read_config_file(path, options).empty());
  return options;
}

void write_text(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("What was written is what --config reads") {
  const TemporaryFolder folder;
  const std::string path = folder.path("tuned.toml");
  CallOptions options;
  options.controller = "arc";
  options.send_loop = "rfc3448-burst";
  options.settings = {{"arc.k", "0.7"}, {"arc.tau", "1s"}, {"ldcc.T_r", "80ms"}, {"recovery.attempts", "2"}};
  REQUIRE(write_config_file(path, options).empty());
  const CallOptions back = read(path);
  CHECK(back.controller == "arc");
  CHECK(back.send_loop == "rfc3448-burst");
  CHECK(back.settings == options.settings);
  CHECK(make_algorithms(back).error.empty());
}

TEST_CASE("Every option that a configuration may name is written again as it was") {
  const TemporaryFolder folder;
  write_text(folder.path("told.toml"), R"(
    source = "test"
    size = "640x360"
    fps = 29.97
    send-only = true
    controller = "ldcc"
    send-loop = "rmc"
    pacing-gain = "none"
    start-bitrate = "1234567bps"
    min-bitrate = "64kbps"
    max-bitrate = "4Mbps"
    link = "capacity=2Mbps,loss=1%"
    link-schedule = "0s:2.5Mbps,10s:1Mbps"
    duration = "90s"
    seed = 7
    [ldcc]
    T_r = "80ms"
    [recovery]
    attempts = 2
    backlog = "5ms"
    playout_share = 0.9
  )");
  const CallOptions told = read(folder.path("told.toml"));
  REQUIRE(write_config_file(folder.path("saved.toml"), told).empty());
  const CallOptions saved = read(folder.path("saved.toml"));
  for (const OptionSpec& spec : option_specs()) {
    INFO(spec.name);
    if (spec.name != "duration") CHECK(spec.get(saved) == spec.get(told));
  }
  CHECK(saved.settings == told.settings);
  CHECK(saved.settings.size() == 4);
  CHECK(make_algorithms(saved).recovery.headroom.usual_wait == 5ms);
}

TEST_CASE("What was meant for one call is not written: later ones would hang up, or go where it went") {
  const TemporaryFolder folder;
  CallOptions options;
  options.duration = 60s;
  options.out = folder.path("run");
  options.record = folder.path("call.webm");
  options.link_file = folder.path("link");
  options.overwrite = true;
  options.seed = 7;
  REQUIRE(write_config_file(folder.path("saved.toml"), options).empty());
  const CallOptions saved = read(folder.path("saved.toml"));
  CHECK_FALSE(saved.duration);
  CHECK_FALSE(saved.out);
  CHECK_FALSE(saved.record);
  CHECK_FALSE(saved.link_file);
  CHECK_FALSE(saved.overwrite);
  CHECK(saved.seed == 7);
}

TEST_CASE("Defaults are not written, so that a later version's are taken") {
  const TemporaryFolder folder;
  REQUIRE(write_config_file(folder.path("default.toml"), CallOptions()).empty());
  std::ifstream file(folder.path("default.toml"));
  std::string lines;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#')) lines += line + '\n';
  CHECK(lines == "controller = 'darc'\nsend-loop = 'rmc'\n");
}

TEST_CASE("A configuration that cannot be written leaves what was there") {
  const TemporaryFolder folder;
  const std::string error = write_config_file(folder.path("missing/tuned.toml"), CallOptions());
  CHECK_THAT(error, Catch::Contains("missing/tuned.toml") && Catch::EndsWith("choose another place."));
  std::filesystem::create_directory(folder.path("folder"));
  CHECK_FALSE(write_config_file(folder.path("folder"), CallOptions()).empty());
  CHECK_FALSE(std::filesystem::exists(folder.path("folder.new")));
}

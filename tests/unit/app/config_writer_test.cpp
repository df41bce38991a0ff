#include "app/config_writer.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "app/config_file.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("What was written is what --config reads") {
  const TemporaryFolder folder;
  const std::string path = folder.path("tuned.toml");
  const TuningState choice{"arc", "rfc3448-burst", {{"arc.k", "0.7"}, {"arc.tau", "1s"}, {"ldcc.T_r", "80ms"}}};
  REQUIRE(write_config_file(path, choice).empty());
  CallOptions options;
  REQUIRE(read_config_file(path, options).empty());
  CHECK(options.controller == "arc");
  CHECK(options.send_loop == "rfc3448-burst");
  CHECK(std::map<std::string, std::string>(options.settings.begin(), options.settings.end()) == choice.settings);
  CHECK(make_algorithms(options).error.empty());
}

TEST_CASE("A configuration that cannot be written leaves what was there") {
  const TemporaryFolder folder;
  const std::string error = write_config_file(folder.path("missing/tuned.toml"), {"ldcc", "rmc", {}});
  CHECK_THAT(error, Catch::Contains("missing/tuned.toml") && Catch::EndsWith("choose another place."));
  std::filesystem::create_directory(folder.path("folder"));
  CHECK_FALSE(write_config_file(folder.path("folder"), {"ldcc", "rmc", {}}).empty());
  CHECK_FALSE(std::filesystem::exists(folder.path("folder.new")));
}

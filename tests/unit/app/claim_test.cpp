#include "app/record/claim.h"

#include <catch2/catch.hpp>

#include "app/record/run_folder.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace fs = std::filesystem;

namespace {

/// As a run does that is under way or was stopped.
void record_in(const Claim& claim, const TemporaryFolder& folder) {
  folder.write(fs::path(claim.path()).filename().string() + "/run.json", "{}");
}

}  // namespace

TEST_CASE("A folder that holds a run is left alone, and the next free name is taken") {
  const TemporaryFolder folder;
  const std::string wanted = folder.path("run-0.5");
  const char* slash = GENERATE("", "/");
  for (const char* expected : {"", "-2", "-3"}) {
    const Claim claim = Claim::folder(wanted + slash, false);
    REQUIRE(claim.error().empty());
    CHECK(fs::equivalent(claim.path(), wanted + expected));
    CHECK(claim.notice().empty() == (std::string(expected).empty()));
    if (!claim.notice().empty()) {
      CHECK_THAT(claim.notice(), Catch::Contains("'" + wanted + slash + "'") && Catch::Contains("'" + claim.path()));
      CHECK_THAT(claim.notice(), Catch::Contains("--overwrite"));
      CHECK(is_one_sentence(claim.notice()));
    }
    folder.write("run-0.5" + std::string(expected) + "/run.json", "{}");
  }
}

TEST_CASE("Any file of a run keeps its folder, and other files do not") {
  const TemporaryFolder folder;
  const std::string name = GENERATE("run.json", "telemetry.csv", "events.csv", "packets.csv", "summary.json", "notes");
  fs::create_directories(folder.path("run"));
  folder.write("run/" + name, "");
  const Claim claim = Claim::folder(folder.path("run"), false);
  CHECK(claim.path() == folder.path(name == "notes" ? "run" : "run-2"));
  CHECK(folder.read("run/" + name).empty());
}

TEST_CASE("The folder in which one stands is numbered as well") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("here/below"));
  folder.write("here/run.json", "{}");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path("here/below"));
  const Claim claim = Claim::folder("..", false);
  fs::current_path(before);
  CHECK(fs::weakly_canonical(claim.path()) == fs::weakly_canonical(folder.path("here-2")));
}

TEST_CASE("Two that want the same at the same time get two") {
  const TemporaryFolder folder;
  const Claim first = Claim::folder(folder.path("run"), false);
  const Claim second = Claim::folder(folder.path("run"), false);
  CHECK(first.path() == folder.path("run"));
  CHECK(second.path() == folder.path("run-2"));
  const Claim file = Claim::file(folder.path("a.ivf"), false);
  const Claim other = Claim::file(folder.path("a.ivf"), false);
  CHECK(file.path() == folder.path("a.ivf"));
  CHECK(other.path() == folder.path("a-2.ivf"));
}

TEST_CASE("A file that is there is left alone, and the number goes before its ending") {
  const TemporaryFolder folder;
  struct Row {
    const char* wanted;
    const char* taken;
  };
  const auto row = GENERATE(values<Row>({{"a.ivf", "a-2.ivf"}, {"a.b.ivf", "a.b-2.ivf"}, {"a", "a-2"}}));
  folder.write(row.wanted, "recorded");
  const Claim claim = Claim::file(folder.path(row.wanted), false);
  CHECK(claim.path() == folder.path(row.taken));
  CHECK_THAT(claim.notice(), Catch::Contains(row.taken) && Catch::Contains("--overwrite"));
  CHECK(is_one_sentence(claim.notice()));
  CHECK(folder.read(row.wanted) == "recorded");
}

TEST_CASE("To overwrite is to be asked for, and happens when there is something to write") {
  const TemporaryFolder folder;
  folder.write("a.ivf", "recorded");
  fs::create_directories(folder.path("run"));
  folder.write("run/run.json", "{}");
  {
    const Claim file = Claim::file(folder.path("a.ivf"), true);
    const Claim run = Claim::folder(folder.path("run"), true);
    CHECK(file.path() == folder.path("a.ivf"));
    CHECK(run.path() == folder.path("run"));
    CHECK((file.notice() + run.notice()).empty());
  }
  CHECK(folder.read("a.ivf") == "recorded");
  CHECK(folder.read("run/run.json") == "{}");
}

TEST_CASE("Nothing stays of a claim that nothing was written to") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("mine"));
  {
    const Claim file = Claim::file(folder.path("a.ivf"), false);
    const Claim made = Claim::folder(folder.path("run"), false);
    Claim found = Claim::folder(folder.path("mine"), false);
    CHECK(fs::exists(folder.path("a.ivf")));
    found = Claim();
    CHECK(fs::is_empty(folder.path("mine")));
  }
  CHECK_FALSE(fs::exists(folder.path("a.ivf")));
  CHECK_FALSE(fs::exists(folder.path("run")));
  {
    const Claim file = Claim::file(folder.path("b.ivf"), false);
    const Claim run = Claim::folder(folder.path("written"), false);
    folder.write("b.ivf", "recorded");
    record_in(run, folder);
  }
  CHECK(folder.read("b.ivf") == "recorded");
  CHECK(folder.read("written/run.json") == "{}");
}

TEST_CASE("A place that cannot be had is told in a sentence") {
  const TemporaryFolder folder;
  folder.write("file", "");
  fs::create_directories(folder.path("folder"));
  const std::string long_name(300, 'a');
  for (const std::string& path : {folder.path("file/run"), folder.path("file"), folder.path(long_name)}) {
    const bool overwrite = GENERATE(false, true);
    const Claim claim = Claim::folder(path, overwrite);
    CHECK_THAT(claim.error(), Catch::StartsWith("Cannot create the run folder '" + path + "': "));
    CHECK(is_one_sentence(claim.error()));
  }
  for (const std::string& path : {folder.path("none/a.ivf"), folder.path("folder"), folder.path(long_name)}) {
    const bool overwrite = GENERATE(false, true);
    const Claim claim = Claim::file(path, overwrite);
    CHECK_THAT(claim.error(), Catch::StartsWith("Cannot write the recording '" + path + "': "));
    CHECK(is_one_sentence(claim.error()));
  }
}

TEST_CASE("Devices are no recordings: they are written to") {
  const Claim claim = Claim::file("/dev/full", false);
  CHECK(claim.error().empty());
  CHECK(claim.path() == "/dev/full");
}

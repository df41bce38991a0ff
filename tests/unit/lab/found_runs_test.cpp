#include "app/lab/record/folder_reader.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/unit/lab/folders.h"

using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::is_one_sentence;

namespace {

struct Lab {
  TemporaryFolder folder;
  std::string a = write_run(folder.path("out/X-1/a"), "X-1");
  std::string b = write_run(folder.path("out/X-1/b"), "X-1");
  std::string c = write_run(folder.path("out/X-2/a"), "X-2");
};

}  // namespace

TEST_CASE("runs are found from the folder of all, of a scenario, and of a run") {
  const Lab lab;
  const FoundRuns all = find_runs({lab.folder.path("out")});
  REQUIRE(all.scenarios.size() == 2);
  CHECK(all.scenarios[0].id == "X-1");
  CHECK(all.scenarios[0].runs == std::vector<std::string>{lab.a, lab.b});
  CHECK(all.scenarios[1].id == "X-2");
  CHECK(all.error.empty());
  CHECK(find_runs({lab.folder.path("out/X-1/")}).scenarios[0].runs.size() == 2);
  CHECK(find_runs({lab.b}).scenarios[0].runs == std::vector<std::string>{lab.b});
}

TEST_CASE("runs that are named one by one belong together, each once") {
  const Lab lab;
  const FoundRuns found = find_runs({lab.b, lab.a + "/", lab.folder.path("out/./X-1/b"), lab.c});
  REQUIRE(found.scenarios.size() == 2);
  CHECK(found.scenarios[0].runs == std::vector<std::string>{lab.b, lab.a});
}

TEST_CASE("runs of one scenario in two places are judged apart") {
  const Lab lab;
  write_run(lab.folder.path("other/X-1/a"), "X-1");
  CHECK(find_runs({lab.folder.path("out"), lab.folder.path("other")}).scenarios.size() == 3);
}

TEST_CASE("unfinished runs are skipped and named") {
  const Lab lab;
  std::filesystem::remove(lab.a + "/summary.json");
  std::filesystem::copy(lab.b, lab.folder.path("out/X-1/c.part"));
  const FoundRuns found = find_runs({lab.folder.path("out/X-1")});
  CHECK(found.scenarios[0].runs == std::vector<std::string>{lab.b});
  CHECK(found.unfinished == std::vector<std::string>{lab.a, lab.folder.path("out/X-1/c.part")});
}

TEST_CASE("one sentence says that there is no run") {
  const Lab lab;
  CHECK(is_one_sentence(find_runs({lab.folder.path("nowhere")}).error));
  std::filesystem::create_directories(lab.folder.path("empty/deep/deeper/deepest"));
  CHECK(is_one_sentence(find_runs({lab.folder.path("empty")}).error));
  CHECK(is_one_sentence(find_runs({lab.a + "/telemetry.csv"}).error));
}

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/files/private_file.h"
#include "app/record/ivf.h"
#include "app/record/recording_place.h"
#include "app/record/run_folder.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace fs = std::filesystem;

namespace {

constexpr auto own_file = fs::perms::owner_read | fs::perms::owner_write;
constexpr auto own_folder = fs::perms::owner_all;

fs::perms rights(const std::string& path) { return fs::status(path).permissions(); }

/// What most people have: others may read what is created.
struct OpenUmask {
  mode_t before = umask(022);
  ~OpenUmask() { umask(before); }
};

}  // namespace

TEST_CASE("Only the owner may read a run folder and its files") {
  const OpenUmask others_may_read;
  const TemporaryFolder folder;
  const bool slash = GENERATE(false, true);
  const std::string wanted = folder.path(slash ? "runs/run/" : "runs/run");
  const RecordingPlace place = RecordingPlace::folder(wanted, false);
  REQUIRE(place.error().empty());
  RunFolder run(place.path(), nlohmann::ordered_json{}, true);
  run.write(PictureRecord{"down", 7, 90ms, 140ms, true, 160ms});
  run.write_summary(nlohmann::ordered_json{});
  REQUIRE(run.error().empty());
  CHECK(rights(place.path()) == own_folder);
  CHECK(rights(folder.path("runs")) != own_folder);  // it may hold what is not ours
  int files = 0;
  for (const auto& entry : fs::directory_iterator(place.path())) {
    CAPTURE(entry.path());
    CHECK(rights(entry.path()) == own_file);
    ++files;
  }
  CHECK(files == 6);
}

TEST_CASE("Only the owner may read a recording, from when its place is taken") {
  const OpenUmask others_may_read;
  const TemporaryFolder folder;
  const RecordingPlace place = RecordingPlace::file(folder.path("a.ivf"), false);
  CHECK(rights(place.path()) == own_file);
  IvfWriter writer;
  REQUIRE_FALSE(writer.open(folder.path("b.ivf"), 320, 180));
  CHECK(rights(folder.path("b.ivf")) == own_file);
}

TEST_CASE("A file that is overwritten loses the rights of others") {
  const OpenUmask others_may_read;
  const TemporaryFolder folder;
  folder.write("a.ivf", "recorded");
  fs::create_directories(folder.path("run"));
  folder.write("run/run.json", "{}");
  REQUIRE(rights(folder.path("a.ivf")) != own_file);
  IvfWriter writer;
  REQUIRE_FALSE(writer.open(folder.path("a.ivf"), 320, 180));
  CHECK(rights(folder.path("a.ivf")) == own_file);
  const RunFolder run(folder.path("run"), nlohmann::ordered_json{}, false);
  CHECK(rights(folder.path("run/run.json")) == own_file);
  CHECK(rights(folder.path("run")) != own_folder);  // it was there before
}

TEST_CASE("Devices keep their rights") {
  const fs::perms before = rights("/dev/null");
  std::error_code error;
  CHECK(open_private_file("/dev/null", error));
  CHECK_FALSE(error);
  CHECK(rights("/dev/null") == before);
}

TEST_CASE("A private folder is made wherever its name leads") {
  const TemporaryFolder folder;
  folder.write("file", "");
  std::error_code error;
  for (const char* name : {"a", "b/", "c/.", "d/e/f", "g//"}) {
    CAPTURE(name);
    CHECK(create_private_folder(folder.path(name), error));
    CHECK_FALSE(error);
    CHECK(rights(folder.path(name)) == own_folder);
    CHECK_FALSE(create_private_folder(folder.path(name), error));
    CHECK_FALSE(error);
  }
  for (const char* there : {".", "..", "/", "./"}) {
    CHECK_FALSE(create_private_folder(there, error));
    CHECK_FALSE(error);
  }
  for (const std::string& wrong : {folder.path("file"), folder.path("file/a"), std::string()}) {
    CHECK_FALSE(create_private_folder(wrong, error));
    CHECK(error);
  }
}

#include "app/record/recording_place.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

#include "app/process/program_end.h"
#include "app/record/run_folder.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace fs = std::filesystem;

namespace {

/// As a run does that is under way or was stopped.
void record_in(const RecordingPlace& place, const TemporaryFolder& folder) {
  folder.write(fs::path(place.path()).filename().string() + "/run.json", "{}");
}

}  // namespace

TEST_CASE("A folder that holds a run is left alone, and the next free name is taken") {
  const TemporaryFolder folder;
  const std::string wanted = folder.path("run-0.5");
  const char* slash = GENERATE("", "/");
  for (const char* expected : {"", "-2", "-3"}) {
    const RecordingPlace place = RecordingPlace::folder(wanted + slash, false);
    REQUIRE(place.error().empty());
    CHECK(fs::equivalent(place.path(), wanted + expected));
    CHECK(place.notice().empty() == (std::string(expected).empty()));
    if (!place.notice().empty()) {
      CHECK_THAT(place.notice(), Catch::Contains("'" + wanted + slash + "'") && Catch::Contains("'" + place.path()));
      CHECK_THAT(place.notice(), Catch::Contains("--overwrite"));
      CHECK(is_one_sentence(place.notice()));
    }
    folder.write("run-0.5" + std::string(expected) + "/run.json", "{}");
  }
}

TEST_CASE("Any file of a run keeps its folder, and other files do not") {
  const TemporaryFolder folder;
  const std::string name =
      GENERATE("run.json", "telemetry.csv", "events.csv", "packets.csv", "pictures.csv", "summary.json", "notes");
  fs::create_directories(folder.path("run"));
  folder.write("run/" + name, "");
  const RecordingPlace place = RecordingPlace::folder(folder.path("run"), false);
  CHECK(place.path() == folder.path(name == "notes" ? "run" : "run-2"));
  CHECK(folder.read("run/" + name).empty());
}

TEST_CASE("The folder of a recording is created as that of a run is, and goes with a recording that never began") {
  const TemporaryFolder folder;
  const std::string wanted = folder.path("calls/today/a.webm");
  {
    const RecordingPlace place = RecordingPlace::file(wanted, false);
    CHECK(place.error().empty());
    CHECK(place.path() == wanted);
    CHECK(fs::status(folder.path("calls/today")).permissions() == fs::perms::owner_all);
  }
  CHECK_FALSE(fs::exists(folder.path("calls/today")));
  folder.write("calls/file", "");
  CHECK_THAT(RecordingPlace::file(folder.path("calls/file/a.webm"), false).error(),
             Catch::Contains("choose another place"));
}

TEST_CASE("The folder in which one stands is numbered as well") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("here/below"));
  folder.write("here/run.json", "{}");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path("here/below"));
  const RecordingPlace place = RecordingPlace::folder("..", false);
  fs::current_path(before);
  CHECK(fs::weakly_canonical(place.path()) == fs::weakly_canonical(folder.path("here-2")));
}

TEST_CASE("Two that want the same at the same time get two") {
  const TemporaryFolder folder;
  const RecordingPlace first = RecordingPlace::folder(folder.path("run"), false);
  const RecordingPlace second = RecordingPlace::folder(folder.path("run"), false);
  CHECK(first.path() == folder.path("run"));
  CHECK(second.path() == folder.path("run-2"));
  const RecordingPlace file = RecordingPlace::file(folder.path("a.ivf"), false);
  const RecordingPlace other = RecordingPlace::file(folder.path("a.ivf"), false);
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
  const RecordingPlace place = RecordingPlace::file(folder.path(row.wanted), false);
  CHECK(place.path() == folder.path(row.taken));
  CHECK_THAT(place.notice(), Catch::Contains(row.taken) && Catch::Contains("--overwrite"));
  CHECK(is_one_sentence(place.notice()));
  CHECK(folder.read(row.wanted) == "recorded");
}

TEST_CASE("To overwrite is to be asked for, and happens when there is something to write") {
  const TemporaryFolder folder;
  folder.write("a.ivf", "recorded");
  fs::create_directories(folder.path("run"));
  folder.write("run/run.json", "{}");
  {
    const RecordingPlace file = RecordingPlace::file(folder.path("a.ivf"), true);
    const RecordingPlace run = RecordingPlace::folder(folder.path("run"), true);
    CHECK(file.path() == folder.path("a.ivf"));
    CHECK(run.path() == folder.path("run"));
    CHECK((file.notice() + run.notice()).empty());
  }
  CHECK(folder.read("a.ivf") == "recorded");
  CHECK(folder.read("run/run.json") == "{}");
}

TEST_CASE("Nothing stays of a place that nothing was written to") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("mine"));
  {
    const RecordingPlace file = RecordingPlace::file(folder.path("a.ivf"), false);
    const RecordingPlace made = RecordingPlace::folder(folder.path("run"), false);
    RecordingPlace found = RecordingPlace::folder(folder.path("mine"), false);
    CHECK(fs::exists(folder.path("a.ivf")));
    found = RecordingPlace();
    CHECK(fs::is_empty(folder.path("mine")));
  }
  CHECK_FALSE(fs::exists(folder.path("a.ivf")));
  CHECK_FALSE(fs::exists(folder.path("run")));
  {
    const RecordingPlace file = RecordingPlace::file(folder.path("b.ivf"), false);
    const RecordingPlace run = RecordingPlace::folder(folder.path("written"), false);
    folder.write("b.ivf", "recorded");
    record_in(run, folder);
  }
  CHECK(folder.read("b.ivf") == "recorded");
  CHECK(folder.read("written/run.json") == "{}");
}

TEST_CASE("A place that cannot be had is reported in a sentence") {
  const TemporaryFolder folder;
  folder.write("file", "");
  fs::create_directories(folder.path("folder"));
  const std::string long_name(300, 'a');
  for (const std::string& path : {folder.path("file/run"), folder.path("file"), folder.path(long_name)}) {
    const bool overwrite = GENERATE(false, true);
    const RecordingPlace place = RecordingPlace::folder(path, overwrite);
    CHECK_THAT(place.error(), Catch::StartsWith("Cannot create the run folder '" + path + "': "));
    CHECK(is_one_sentence(place.error()));
  }
  for (const std::string& path : {folder.path("file/a.ivf"), folder.path("folder"), folder.path(long_name)}) {
    const bool overwrite = GENERATE(false, true);
    const RecordingPlace place = RecordingPlace::file(path, overwrite);
    CHECK_THAT(place.error(), Catch::StartsWith("Cannot write the recording '" + path + "': "));
    CHECK(is_one_sentence(place.error()));
  }
}

TEST_CASE("A name beside which sound lies is taken, pictures or none") {
  const TemporaryFolder folder;
  const char* sound = GENERATE("a.received.opus", "a.sent.opus");
  folder.write(sound, "sound");
  {
    const RecordingPlace place = RecordingPlace::file(folder.path("a.ivf"), false);
    CHECK(place.path() == folder.path("a-2.ivf"));
    CHECK_FALSE(place.notice().empty());
    CHECK_FALSE(fs::exists(folder.path("a.ivf")));
  }
  CHECK(RecordingPlace::file(folder.path("a.ivf"), true).path() == folder.path("a.ivf"));
  CHECK(folder.read(sound) == "sound");
}

TEST_CASE("Devices are no recordings: they are written to") {
  const RecordingPlace place = RecordingPlace::file("/dev/full", false);
  CHECK(place.error().empty());
  CHECK(place.path() == "/dev/full");
}

TEST_CASE("What another user left under the name is never written to") {
  const TemporaryFolder folder;
  folder.write("kept", "my only key");
  fs::create_directory(folder.path("open"));
  REQUIRE(chmod(folder.path("open").c_str(), 0777) == 0);
  for (const bool overwrite : {false, true}) {
    CAPTURE(overwrite);
    CHECK(RecordingPlace::file(folder.path("open/a.webm"), overwrite).error() ==
          "Cannot write the recording '" + folder.path("open/a.webm") +
              "': every user may write to the folder; choose another place (--record).");
    CHECK(RecordingPlace::folder(folder.path("open"), overwrite).error() ==
          "Cannot create the run folder '" + folder.path("open") +
              "': every user may write to the folder; choose another place (--out).");
  }
  fs::create_symlink(folder.path("kept"), folder.path("a.webm"));
  fs::create_symlink(folder.path("nothing"), folder.path("a-2.webm"));
  CHECK(RecordingPlace::file(folder.path("a.webm"), false).path() == folder.path("a-3.webm"));
  CHECK_THAT(RecordingPlace::file(folder.path("a.webm"), true).error(), Catch::Contains("it is a symbolic link"));
  fs::create_directory(folder.path("run"));
  fs::create_symlink(folder.path("kept"), folder.path("run/summary.json"));
  CHECK(RecordingPlace::folder(folder.path("run"), false).path() == folder.path("run-2"));
  CHECK(folder.read("kept") == "my only key");
  CHECK_FALSE(fs::exists(folder.path("nothing")));
}

TEST_CASE("A folder is claimed by the file that is asked for, and one that has it is taken") {
  const TemporaryFolder folder;
  const std::string wanted = folder.path("tables");
  { const RecordingPlace unused = RecordingPlace::folder(wanted, false, "recovery.csv"); }
  CHECK_FALSE(fs::exists(wanted));
  {
    const RecordingPlace first = RecordingPlace::folder(wanted, false, "recovery.csv");
    std::ofstream(first.path() + "/recovery.csv") << "a table";
  }
  CHECK_FALSE(fs::exists(wanted + "/run.json"));
  const RecordingPlace second = RecordingPlace::folder(wanted, false, "recovery.csv");
  CHECK(second.path() == wanted + "-2");
  CHECK_THAT(second.notice(), Catch::Contains("--overwrite"));
  CHECK(RecordingPlace::folder(wanted, true, "recovery.csv").path() == wanted);
}

namespace {

/// A disk of its own in a folder, which can be told to stand still; not there where nobody may mount one.
class FrozenDisk {
 public:
  explicit FrozenDisk(const std::string& folder) : folder_(folder) {
    there_ = run("truncate --size 32M '" + folder + ".image' && mkdir '" + folder + "' && mkfs.ext4 -q '" + folder +
                 ".image' && mount -o loop '" + folder + ".image' '" + folder + "'");
  }
  ~FrozenDisk() {
    thaw();
    while (has_detached_work()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (there_) run("umount '" + folder_ + "'");
  }
  FrozenDisk(const FrozenDisk&) = delete;
  FrozenDisk& operator=(const FrozenDisk&) = delete;
  bool freeze() { return there_ && (frozen_ = run("fsfreeze --freeze '" + folder_ + "'")); }
  void thaw() {
    if (std::exchange(frozen_, false)) run("fsfreeze --unfreeze '" + folder_ + "'");
  }

 private:
  static bool run(const std::string& command) { return std::system(("{ " + command + "; } 2>/dev/null").c_str()) == 0; }

  std::string folder_;
  bool there_ = false, frozen_ = false;
};

}  // namespace

TEST_CASE("A disk that stands still holds up neither who gives a place back nor who claims one with patience") {
  const TemporaryFolder folder;
  const std::string path = folder.path("disk");
  FrozenDisk disk(path);
  auto kept = RecordingPlace::folder(path + "/kept", false);
  auto empty = RecordingPlace::file(path + "/empty.webm", false);
  std::ofstream(path + "/kept/run.json") << "{}";
  if (!disk.freeze()) return;
  const auto begin = std::chrono::steady_clock::now();
  kept = {};
  empty = {};
  const auto claimed =
      RecordingPlace::within_patience(path + "/b", [path] { return RecordingPlace::folder(path + "/b", false); });
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  CHECK(claimed.error() ==
        "Cannot record into '" + path + "/b': the disk does not answer; choose a folder on another one.");
  disk.thaw();
  while (has_detached_work()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(fs::exists(path + "/kept/run.json"));
  CHECK_FALSE(fs::exists(path + "/empty.webm"));
  CHECK_FALSE(fs::exists(path + "/b"));
}

#include "app/files/output_folder.h"

#include <fcntl.h>
#include <stdio.h>  // renameat2
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../app/full_disk.h"
#include "../app/temporary_folder.h"
#include "app/files/file_problem.h"
#include "app/files/private_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace fs = std::filesystem;

namespace {

constexpr uid_t somebody = 65534;

void make_open(const std::string& path) { REQUIRE(chmod(path.c_str(), 0777) == 0); }

/// False where the test may not do it.
bool give_away(const std::string& path) { return lchown(path.c_str(), somebody, static_cast<gid_t>(-1)) == 0; }

std::error_code opening_error(const std::string& path) {
  std::error_code error;
  const FileHandle file = open_private_file(path, error);
  CHECK((file == nullptr) == static_cast<bool>(error));
  return error;
}

}  // namespace

TEST_CASE("A folder that every user may write to is no place for a file, unless it is sticky") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("open"));
  make_open(folder.path("open"));
  std::error_code error;
  (void)OutputFolder::create(folder.path("open"), error);
  CHECK(error == FileProblem::open_folder);
  CHECK(opening_error(folder.path("open/a")) == FileProblem::open_folder);
  CHECK(create_private_file(folder.path("open/a")) == FileProblem::open_folder);
  CHECK(replace_file(folder.path("open/a"), "text", Readers::owner) == FileProblem::open_folder);
  CHECK(fs::is_empty(folder.path("open")));
  REQUIRE(chmod(folder.path("open").c_str(), 01777) == 0);
  CHECK_FALSE(opening_error(folder.path("open/a")));
}

TEST_CASE("A folder of another user is no place for a file, however it is protected") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("theirs"));
  if (!give_away(folder.path("theirs"))) return;
  const auto mode = GENERATE(as<mode_t>(), 0700, 0777, 01777);
  REQUIRE(chmod(folder.path("theirs").c_str(), mode) == 0);
  std::error_code error;
  (void)OutputFolder::create(folder.path("theirs"), error);
  CHECK(error == FileProblem::folder_of_another);
  CHECK(opening_error(folder.path("theirs/a")) == FileProblem::folder_of_another);
  CHECK(fs::is_empty(folder.path("theirs")));
}

TEST_CASE("No link is followed to a file, wherever it leads") {
  const TemporaryFolder folder;
  folder.write("kept", "my only key");
  const std::string target = GENERATE("kept", "new", "folder");
  fs::create_directory(folder.path("folder"));
  fs::create_symlink(folder.path(target), folder.path("link"));
  CHECK(opening_error(folder.path("link")) == FileProblem::symbolic_link);
  CHECK(create_private_file(folder.path("link")) == std::errc::file_exists);
  CHECK(check_private_file(folder.path("link")) == FileProblem::symbolic_link);
  CHECK(replace_file(folder.path("link"), "text", Readers::owner) == FileProblem::symbolic_link);
  CHECK(folder.read("kept") == "my only key");
  CHECK_FALSE(fs::exists(folder.path("new")));
}

TEST_CASE("A folder is reached by links of our own, and by none of another user") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("place/run"));
  fs::create_symlink(folder.path("place"), folder.path("link"));
  std::error_code error;
  (void)OutputFolder::create(folder.path("link/run"), error);
  CHECK_FALSE(error);
  if (!give_away(folder.path("link"))) return;
  for (const char* name : {"link/run", "link", "link/", "link/new"}) {
    CAPTURE(name);
    (void)OutputFolder::create(folder.path(name), error);
    CHECK(error == FileProblem::link_of_another);
  }
  CHECK(opening_error(folder.path("link/a")) == FileProblem::link_of_another);
  CHECK_FALSE(fs::exists(folder.path("place/new")));
}

TEST_CASE("A folder that its owner exchanges for a link at any moment never leads to a place of ours") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("theirs/run"));
  fs::create_directory(folder.path("ours"));
  fs::create_symlink(folder.path("ours"), folder.path("theirs/link"));
  for (const char* name : {"theirs", "theirs/run", "theirs/link"})
    if (!give_away(folder.path(name))) return;
  const std::string run = folder.path("theirs/run"), link = folder.path("theirs/link");
  const std::jthread exchange([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) renameat2(AT_FDCWD, run.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
  });
  int taken = 0;
  for (int i = 0; i < 5000; ++i) {
    std::error_code error;
    (void)OutputFolder::create(run, error);
    taken += error ? 0 : 1;
  }
  CHECK(taken == 0);
}

TEST_CASE("A link that is ours leads on from where it lies, and no further than the kernel follows") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("a/b"));
  fs::create_symlink("../a/./b", folder.path("a/relative"));
  fs::create_symlink("loop", folder.path("loop"));
  std::error_code error;
  CHECK(create_private_folder(folder.path("a/relative/../relative/new/run/"), error));
  CHECK(fs::is_directory(folder.path("a/b/new/run")));
  CHECK((fs::status(folder.path("a/b/new/run")).permissions() & fs::perms::all) == fs::perms::owner_all);
  CHECK(opening_error(folder.path("loop/a")) == std::errc::too_many_symbolic_link_levels);
  folder.write("file", "text");
  CHECK(opening_error(folder.path("file/a")) == std::errc::not_a_directory);
  CHECK_FALSE(create_private_folder(folder.path("file/a"), error));
  CHECK(error == std::errc::not_a_directory);
}

TEST_CASE("A file that has another owner or a second name is not written to") {
  const TemporaryFolder folder;
  folder.write("first", "text");
  fs::create_hard_link(folder.path("first"), folder.path("second"));
  CHECK(opening_error(folder.path("second")) == FileProblem::second_name);
  CHECK_FALSE(replace_file(folder.path("second"), "new", Readers::owner));
  CHECK(folder.read("first") == "text");
  CHECK(folder.read("second") == "new");
  if (!give_away(folder.path("first"))) return;
  CHECK(opening_error(folder.path("first")) == FileProblem::file_of_another);
  CHECK(folder.read("first") == "text");
}

TEST_CASE("A pipe is taken where the user named it and nobody else made it") {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  REQUIRE(mkfifo(path.c_str(), 0666) == 0);
  CHECK(opening_error(path) == std::errc::no_such_device_or_address);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  CHECK_FALSE(check_private_file(path));
  CHECK_FALSE(opening_error(path));
  CHECK_FALSE(replace_file(path, "text", Readers::owner));
  std::array<char, 8> got{};
  CHECK(read(reader, got.data(), got.size()) == 4);
  std::error_code error;
  const OutputFolder place = OutputFolder::open(folder.path(""), error);
  REQUIRE_FALSE(error);
  CHECK(place.check_file("pipe", Special::refused) == FileProblem::no_ordinary_file);
  CHECK_FALSE(place.open_file("pipe", Existing::emptied, Special::refused, error));
  CHECK(error == FileProblem::no_ordinary_file);
  if (give_away(path)) CHECK(opening_error(path) == FileProblem::pipe_of_another);
  close(reader);
}

TEST_CASE("A link leads to a pipe or a device, as /dev/fd/N does") {
  std::array<int, 2> ends{};
  REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[1]);
  CHECK_FALSE(check_private_file(path));
  CHECK_FALSE(opening_error(path));
  CHECK_FALSE(opening_error("/dev/null"));
  const TemporaryFolder folder;
  CHECK(opening_error(folder.path("")) == std::errc::no_such_file_or_directory);
  fs::create_directory(folder.path("a"));
  CHECK(opening_error(folder.path("a")) == FileProblem::no_ordinary_file);
  for (const int end : ends) close(end);
}

TEST_CASE("A file stays in the folder that was opened, wherever its name leads later") {
  const TemporaryFolder folder;
  std::error_code error;
  const OutputFolder place = OutputFolder::create(folder.path("run"), error);
  REQUIRE_FALSE(error);
  fs::rename(folder.path("run"), folder.path("moved"));
  fs::create_directory(folder.path("elsewhere"));
  fs::create_symlink(folder.path("elsewhere"), folder.path("run"));
  CHECK(place.open_file("a", Existing::emptied, Special::refused, error));
  CHECK_FALSE(place.replace_file("b", "text", Readers::owner, Special::refused));
  CHECK(folder.read("moved/b") == "text");
  CHECK(fs::exists(folder.path("moved/a")));
  CHECK(fs::is_empty(folder.path("elsewhere")));
}

TEST_CASE("What could not be written whole leaves the file as it was, and nothing beside it") {
  const TemporaryFolder folder;
  const std::string path = folder.path("a");
  const bool on_disk = GENERATE(false, true);
  REQUIRE_FALSE(replace_file(path, "old", Readers::owner, on_disk));
  {
    const FullDisk full;
    CHECK(replace_file(path, "a longer text", Readers::owner, on_disk) == std::errc::file_too_large);
  }
  CHECK(folder.read("a") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path("")), {}) == 1);
  REQUIRE_FALSE(replace_file(path, "a longer text", Readers::owner, on_disk));
  CHECK(folder.read("a") == "a longer text");
}

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "app/record/ivf.h"
#include "temporary_file.h"
#include "tests/skip.h"

namespace evenkeel {
namespace {

using test::read_all;
using test::TemporaryFile;
using Bytes = std::vector<std::uint8_t>;

Bytes sample_file() {
  const TemporaryFile file;
  IvfWriter writer;
  REQUIRE_FALSE(writer.open(file.path, 1280, 720));
  REQUIRE_FALSE(writer.write(Bytes{1, 2, 3}, 0ms));
  REQUIRE_FALSE(writer.write(Bytes{}, 33ms));
  REQUIRE_FALSE(writer.write(Bytes(5000, 7), 100s));
  REQUIRE_FALSE(writer.close());
  return read_all(file.path);
}

}  // namespace

TEST_CASE("What the IVF writer writes, the reader reads") {
  const std::optional<IvfFile> file = parse_ivf(sample_file());
  REQUIRE(file);
  CHECK(file->width == 1280);
  CHECK(file->height == 720);
  CHECK(file->rate == 90'000);
  CHECK(file->scale == 1);
  CHECK(file->length == 13'500'000);  // the last one as long as the others on average
  CHECK_FALSE(file->truncated);
  REQUIRE(file->frames.size() == 3);
  CHECK(file->frames[0].timestamp == 0);
  CHECK(file->frames[0].data == Bytes{1, 2, 3});
  CHECK(file->frames[1].timestamp == 2970);
  CHECK(file->frames[1].data.empty());
  CHECK(file->frames[2].timestamp == 9'000'000);
  CHECK(file->frames[2].data == Bytes(5000, 7));
}

TEST_CASE("The IVF header is the one other programs expect") {
  const Bytes expected{'D',  'K',  'I', 'F', 0, 0, 32, 0, 'V',  'P',  '8',  '0', 0, 5, 0xd0, 2,
                       0x90, 0x5f, 1,   0,   1, 0, 0,  0, 0x60, 0xfe, 0xcd, 0,   0, 0, 0,    0};
  const Bytes file = sample_file();
  CHECK(Bytes(file.begin(), file.begin() + 32) == expected);
}

TEST_CASE("A recording under way can be read up to a second ago") {
  const TemporaryFile file;
  IvfWriter writer;
  REQUIRE_FALSE(writer.open(file.path, 320, 180));
  for (int i = 0; i <= 30; ++i) REQUIRE_FALSE(writer.write(Bytes(100, 1), i * 40ms));
  const std::optional<IvfFile> read = parse_ivf(read_all(file.path));
  REQUIRE(read);
  CHECK(read->length == 26 * 3600);  // the frames up to one second
  CHECK(read->frames.size() >= 26);
}

TEST_CASE("A recording that cannot be opened gives one sentence") {
  IvfWriter writer;
  const std::optional<std::string> error = writer.open("/nonexistent/folder/x.ivf", 320, 180);
  REQUIRE(error);
  CHECK(error->starts_with("Cannot write the recording '/nonexistent/folder/x.ivf': No such file or directory."));
  CHECK_FALSE(writer.is_open());
  CHECK_FALSE(writer.write(Bytes(10), 0s));
  CHECK_FALSE(writer.close());
}

TEST_CASE("A recording into a pipe that nobody reads from is not waited for") {
  const TemporaryFile file;
  std::filesystem::remove(file.path);
  REQUIRE(mkfifo(file.path.c_str(), 0600) == 0);
  IvfWriter writer;
  const auto failed = writer.open(file.path, 320, 240);
  REQUIRE(failed);
  CHECK_THAT(*failed, Catch::Contains("nobody reads from this pipe"));
}

TEST_CASE("A full disk is reported once, and ends the recording") {
  if (!std::filesystem::exists("/dev/full")) return evenkeel::test::skip("there is no /dev/full.");
  IvfWriter writer;
  const std::optional<std::string> error = writer.open("/dev/full", 320, 180);
  REQUIRE(error);
  CHECK(error->find("No space left on device") != std::string::npos);
  CHECK_FALSE(writer.is_open());
}

TEST_CASE("A cut file is read up to the cut") {
  const Bytes whole = sample_file();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::optional<IvfFile> file = parse_ivf(std::span(whole).first(size));
    REQUIRE(file.has_value() == (size >= 32));
    if (!file) continue;
    const std::size_t frames = size < 47 ? 0U : size < 59 ? 1U : size < 59 + 12 + 5000 ? 2U : 3U;
    REQUIRE(file->frames.size() == frames);
    REQUIRE(file->truncated == (size != 32 && size != 47 && size != 59 && size != whole.size()));
  }
}

TEST_CASE("What is no IVF file of VP8 is refused") {
  const Bytes good = sample_file();
  const auto broken = [&](std::size_t at, std::uint8_t value) {
    Bytes bytes = good;
    bytes[at] = value;
    return parse_ivf(bytes);
  };
  CHECK_FALSE(broken(0, 'd'));   // magic
  CHECK_FALSE(broken(4, 1));     // version
  CHECK_FALSE(broken(6, 31));    // header shorter than it is
  CHECK_FALSE(broken(7, 0xff));  // header longer than the file
  CHECK_FALSE(broken(10, '9'));  // VP9
  CHECK_FALSE(broken(20, 0));    // a time base of 0 seconds
  CHECK_FALSE(parse_ivf({}));
}

TEST_CASE("Random damage never breaks the IVF reader") {
  const Bytes good = sample_file();
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    Bytes bytes = good;
    for (int n = 0; n < 6; ++n) bytes[random() % 80] = static_cast<std::uint8_t>(random());
    bytes.resize(random() % bytes.size());
    const std::optional<IvfFile> file = parse_ivf(bytes);
    std::size_t total = 0;
    if (file) {
      for (const IvfFrame& frame : file->frames) total += frame.data.size();
    }
    REQUIRE(total <= bytes.size());
  }
}

}  // namespace evenkeel

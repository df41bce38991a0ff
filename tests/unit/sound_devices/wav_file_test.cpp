#include "app/sound/wav_file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/sound/make_sound.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "evenkeel-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  std::string at(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string number(std::uint32_t value, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

std::string chunk(const std::string& name, const std::string& content, std::int64_t size = -1) {
  return name + number(static_cast<std::uint32_t>(size < 0 ? static_cast<std::int64_t>(content.size()) : size), 4) +
         content;
}

std::string format_of(unsigned channels, unsigned rate, unsigned bits) {
  const unsigned frame = channels * bits / 8;
  return chunk("fmt ", number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * frame, 4) +
                           number(frame, 2) + number(bits, 2));
}

std::string riff(const std::string& chunks) {
  return "RIFF" + number(static_cast<std::uint32_t>(chunks.size() + 4), 4) + "WAVE" + chunks;
}

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

const std::string mono = format_of(1, 48000, 16);

std::string many_chunks() {
  std::string chunks;
  for (int i = 0; i < 1001; ++i) chunks += chunk("junk", "");
  return chunks;
}

}  // namespace

TEST_CASE("Files that are no WAV files, cut off or empty are refused for what they are") {
  const std::string sound(9600, '\x11');
  struct Row {
    std::string bytes;
    std::string why;
  };
  const auto row = GENERATE_COPY(values<Row>({
      {"", "it is empty"},
      {"RIFF", "it is no WAV file"},
      {std::string(5000, 'x'), "it is no WAV file"},
      {"RIFF" + number(4, 4) + "AVI ", "it is no WAV file"},
      {riff(""), "it is cut off"},
      {riff(mono), "it is cut off"},
      {riff(mono + "da"), "it is cut off"},
      {riff(mono.substr(0, 15)), "it is cut off"},
      {riff(chunk("data", sound)), "it is no WAV file"},
      {riff(mono + chunk("data", "")), "there is no sound in it"},
      {riff(mono + chunk("data", "", 9600)), "there is no sound in it"},
      {riff(mono + chunk("data", "", 0xffffffff)), "there is no sound in it"},
      {riff(chunk("LIST", "abc", 100'000) + mono), "it is cut off"},
      {riff(many_chunks() + mono + chunk("data", sound)), "it has too many parts before the sound"},
  }));
  const Folder folder;
  const std::string path = folder.at("a.wav");
  write(path, row.bytes);
  CHECK(check_wav(path) == row.why);
  std::string error;
  CHECK(read_wav(path, error).empty());
  CHECK(error.find(path + "': " + row.why + ".") != std::string::npos);
}

TEST_CASE("Where there is no file, a folder or a device, a sentence says so") {
  const Folder folder;
  CHECK(check_wav(folder.at("none.wav")) == "no such file");
  CHECK(check_wav(folder.at("")) == "it is a folder");
  CHECK(check_wav("/dev/zero") == "it is a pipe or a device, not a file");
}

TEST_CASE("What is written is read again, and only the owner reads it", "[gstreamer]") {
  const Folder folder;
  const std::string path = folder.at("a.wav");
  std::vector<std::int16_t> written;
  std::error_code failed;
  {
    const auto file = WavWriter::create(path, failed);
    REQUIRE(file);
    for (int i = 0; i < 250; ++i) {
      SoundBlock block{};
      for (std::size_t at = 0; at < block.size(); ++at) {
        block[at] = static_cast<std::int16_t>((written.size() + at) % 30'011);
      }
      written.insert(written.end(), block.begin(), block.end());
      REQUIRE(file->write(block));
    }
    CHECK(check_wav(path).empty());  // also before it is closed
  }
  std::string error;
  CHECK((read_wav(path, error) == written));
  CHECK(error.empty());
  struct stat found {};
  REQUIRE(stat(path.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
}

TEST_CASE("Files of other rates, channels and widths are read, and those whose writer did not know their length",
          "[gstreamer]") {
  struct Row {
    unsigned channels, rate, bits;
    std::int64_t size;
  };
  const auto row =
      GENERATE(values<Row>({{2, 44100, 16, -1}, {1, 8000, 8, -1}, {1, 16000, 24, -1}, {2, 48000, 16, 0xffffffff}}));
  const Folder folder;
  const std::string path = folder.at("a.wav");
  const std::string second(std::size_t{row.channels} * row.rate * row.bits / 8, '\x10');
  write(path, riff(format_of(row.channels, row.rate, row.bits) + chunk("data", second, row.size)));
  std::string error;
  const auto samples = read_wav(path, error);
  CHECK(error.empty());
  constexpr double resampling = 480;  // keeps its last 10 ms
  CHECK(std::abs(static_cast<double>(samples.size()) - samples_per_second) < resampling);
}

TEST_CASE("Sound whose writer could not fill in its size is played to the end of the file", "[gstreamer]") {
  const std::string sound(9600, '\x11');
  struct Row {
    std::string bytes;
    std::size_t samples;
  };
  const std::string header64 = "RF64" + number(0xffffffff, 4) + "WAVE";
  const std::string sizes64 =
      number(9672, 4) + number(0, 4) + number(9600, 4) + number(0, 4) + number(4800, 4) + number(0, 4) + number(0, 4);
  const auto row = GENERATE_COPY(values<Row>({
      {riff(mono + chunk("data", sound, 0x7ffff000)), 4800},                    // sox, into a pipe
      {riff(mono + chunk("data", sound, 0x80000000)), 4800},                    // arecord
      {riff(mono + chunk("data", sound, 0)), 4800},                             // killed
      {"RIFF" + number(0, 4) + "WAVE" + mono + chunk("data", sound, 0), 4800},  // the same
      {riff(mono + chunk("data", sound, 9644)), 4800},                          // the size of the file
      {riff(mono + chunk("data", sound.substr(1), 9600)), 4799},                // its last byte is missing
      {riff(mono + chunk("LIST", "INFO") + chunk("data", sound, 0xffffffff)), 4800},
      {header64 + chunk("ds64", sizes64) + mono + chunk("data", sound, 0xffffffff), 4800},
  }));
  const Folder folder;
  const std::string path = folder.at("a.wav");
  write(path, row.bytes);
  CHECK(check_wav(path).empty());
  std::string error;
  CHECK(read_wav(path, error).size() == row.samples);
  CHECK(error.empty());
}

TEST_CASE("A recording stays as it is until the loudspeaker that replaces it has its first block") {
  const Folder folder;
  const std::string path = folder.at("heard.wav");
  const auto content = [&] {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  SoundBlock block;
  block.fill(0x2121);
  const auto sound = [&](std::size_t blocks) { return std::string(blocks * sizeof block, '\x21'); };
  std::error_code failed;
  auto old = WavWriter::create(path, failed);
  REQUIRE(old);
  for (int i = 0; i < 30; ++i) CHECK(old->write(block));
  std::string message;
  auto loudspeaker = make_loudspeaker(path, message);
  REQUIRE(loudspeaker);
  old.reset();
  CHECK(content().ends_with(sound(30)));
  CHECK(check_wav(path).empty());
  loudspeaker.reset();
  CHECK(content().ends_with(sound(30)));
  auto next = WavWriter::create(path, failed);
  REQUIRE(next);
  CHECK(next->write(block));
  next.reset();
  CHECK(content().size() == 44 + sizeof block);
  CHECK(content().ends_with(sound(1)));
  CHECK(check_wav(path).empty());
}

TEST_CASE("A place that cannot be written is one sentence") {
  std::string message;
  CHECK(make_loudspeaker("/nowhere/heard.wav", message) == nullptr);
  CHECK(message ==
        "Cannot write the sound file '/nowhere/heard.wav': No such file or directory. Choose another place.");
}

}  // namespace evenkeel

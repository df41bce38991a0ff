#include "app/record/sound_recorder.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "ogg_file.h"
#include "temporary_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Packet = std::vector<std::uint8_t>;

constexpr LocalTime begin{100s};

/// Of 20 ms; which one it is can be seen.
Packet packet_of(std::uint8_t name, std::size_t size = 80) {
  Packet packet(size, name);
  packet[0] = 15 << 3;
  return packet;
}

struct Recording {
  explicit Recording(DataSize limit = bytes(1'000'000)) { recorder.start(file.path, limit, zero); }

  void add(std::uint8_t name, std::uint32_t timestamp, Duration time) {
    recorder.on_packet(packet_of(name), timestamp, begin + time);
  }
  /// The names of the packets that are there; 0: 20 ms that are to be concealed.
  std::vector<int> stop() {
    recorder.stop();
    CHECK(recorder.error().empty());
    const OggFile ogg = read_ogg(read_all(file.path));
    CHECK(ogg.strange == 0);
    std::vector<int> names;
    for (std::size_t i = 2; i < ogg.packets.size(); ++i) {
      const bool concealed = ogg.packets[i].size() <= 2;
      const std::size_t count = concealed ? samples_of_opus(ogg.packets[i]).value() / 960 : 1;
      names.insert(names.end(), count, concealed ? 0 : ogg.packets[i].back());
    }
    return names;
  }

  TemporaryFile file;
  std::shared_ptr<RecordingZero> zero = std::make_shared<RecordingZero>();
  SoundRecorder recorder;
};

using Names = std::vector<int>;

}  // namespace

TEST_CASE("Sound goes into the file in its order, once, with its gaps") {
  Recording recording;
  const std::uint32_t first = 0xFFFFFFFF - 1500;  // timestamps wrap
  recording.add(1, first, 0ms);
  recording.add(3, first + 2 * 960, 45ms);
  recording.add(2, first + 960, 46ms);
  recording.add(3, first + 2 * 960, 47ms);
  recording.add(6, first + 5 * 960, 100ms);
  CHECK(recording.stop() == Names{1, 2, 3, 0, 0, 6});
}

TEST_CASE("All files of a recording count from the same moment") {
  Recording recording;
  recording.zero->since(begin - 60ms);
  recording.add(1, 7, 0ms);
  recording.add(2, 7 + 960, 35ms);  // late, and where it belongs
  CHECK(recording.stop() == Names{0, 0, 0, 1, 2});
}

TEST_CASE("Sound that is placed late at a time before all else moves nothing") {
  Recording recording;
  recording.zero->since(begin + 30ms);
  recording.add(1, 0, 0ms);
  recording.add(2, 960, 20ms);
  recording.add(3, 2 * 960, 40ms);
  CHECK(recording.stop() == Names{2, 3});  // the second by 10 ms
}

TEST_CASE("A standstill of the way moves nothing, another clock goes on when it comes") {
  Recording recording;
  recording.add(1, 0, 0ms);
  for (std::uint8_t i = 2; i < 6; ++i) recording.add(i, (i - 1u) * 960, 3s);
  recording.add(6, 0x50000000, 200ms);  // of another source
  recording.add(7, 0x50000000 + 960, 220ms);
  recording.add(8, 0x90000000, 240ms);
  CHECK(recording.stop() == Names{1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 6, 7, 8});
}

TEST_CASE("Timestamps that run ahead cannot make the file long") {
  Recording recording;
  for (std::uint32_t i = 0; i < 1000; ++i) recording.add(1, i * 400'000, i * 1ms);
  CHECK(recording.stop().size() < 700);  // 10 s of standstill and the second that it took
}

TEST_CASE("A sender's clock may be 500 ppm off for hours") {
  const int sign = GENERATE(-1, 1);
  Recording recording(bytes(100'000'000));
  for (int i = 0; i < 10 * 180; ++i) {  // a packet each 20 s
    recording.add(1, static_cast<std::uint32_t>(i * 960'000), i * (20s + sign * 10ms));
  }
  const auto names = recording.stop();
  CHECK(std::count(names.begin(), names.end(), 1) == 10 * 180);
  CHECK(names.size() == (10 * 180 - 1) * 1000 + 1);
}

TEST_CASE("What is no Opus is passed over, and nothing of it leaves a file") {
  Recording recording;
  std::filesystem::remove(recording.file.path);
  recording.recorder.on_packet({}, 0, begin);
  recording.recorder.on_packet(Packet{(31 << 3) | 3, 0}, 0, begin);
  recording.recorder.on_packet(Packet(1276, 0), 0, begin);
  recording.recorder.stop();
  CHECK_FALSE(std::filesystem::exists(recording.file.path));
}

TEST_CASE("A recording of sound ends within its limit, with a sentence, and stays whole") {
  Recording recording(bytes(2000));
  for (std::uint32_t i = 0; i < 100; ++i) recording.add(1, i * 960, i * 20ms);
  const std::string end = recording.recorder.end();
  CHECK_THAT(end, Catch::Contains("has reached its limit of 2kB (--record-limit) and ends here; the call goes on."));
  CHECK(recording.stop().size() > 15);
  CHECK(std::filesystem::file_size(recording.file.path) <= 2000);
  CHECK(recording.recorder.end() == end);
  recording.recorder.start(recording.file.path, bytes(10'000), recording.zero);
  CHECK(recording.recorder.end().empty());
}

TEST_CASE("Sound lies beside the pictures, by their name") {
  CHECK(sound_recordings_beside("a/call.ivf") == SoundRecordings{"a/call.received.opus", "a/call.sent.opus"});
  CHECK(sound_recordings_beside("call") == SoundRecordings{"call.received.opus", "call.sent.opus"});
  CHECK(sound_recordings_beside("a/received.ivf") == SoundRecordings{"a/received.opus", "a/sent.opus"});
  CHECK_FALSE(sound_recordings_beside("/dev/null"));
}

#include "app/record/call/call_recorder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>

#include "codecs/vpx_encoder_context.h"
#include "core/net/clock.h"
#include "ogg_file.h"
#include "temporary_file.h"
#include "webm_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Packet = std::vector<std::uint8_t>;

constexpr LocalTime begin{100s};
constexpr std::size_t header_packets = 2;

/// Of 20 ms.
Packet packet_of(std::size_t size = 80) {
  Packet packet(size, 7);
  packet[0] = 15 << 3;
  return packet;
}

ReceivedFrame picture(std::uint32_t number) {
  ReceivedFrame frame;
  frame.data = {0x10, 0, 0, 0x9d, 0x01, 0x2a, 320 & 0xff, 320 >> 8, 180, 0};  // RFC 6386, section 9.1
  frame.rtp_timestamp = number * 3000;
  frame.completed = begin + number * 33ms;
  return frame;
}

EncodedSound sent_at(std::int64_t sample, LocalTime captured) {
  EncodedSound sound;
  sound.sample = sample;
  sound.captured = captured;
  const Packet packet = packet_of();
  sound.size = packet.size();
  std::ranges::copy(packet, sound.bytes.begin());
  return sound;
}

/// Where the sound goes beside pictures of that name, removed afterwards.
struct Call {
  TemporaryFile pictures;
  SoundRecordings sound = sound_recordings_beside(pictures.path).value();

  ~Call() {
    std::filesystem::remove(sound.received);
    std::filesystem::remove(sound.sent);
  }
  /// Packets without the headers.
  static std::size_t packets(const std::string& path) {
    const OggFile file = read_ogg(read_all(path));
    CHECK(file.strange == 0);
    return file.packets.size() - header_packets;
  }
};

/// A file that takes nothing until someone reads, as a disk that stands still: a pipe that is full.
struct StalledFile {
  explicit StalledFile(const std::string& path) : path_(path) {
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    idle_ = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int filler = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE((idle_ >= 0 && filler >= 0));
    const std::array<std::uint8_t, 4096> page{};
    while (write(filler, page.data(), page.size()) > 0) {
    }
    close(filler);
  }
  ~StalledFile() {
    go_on();
    close(idle_);
  }

  /// Takes all that comes, until the other end closes.
  void read_on() {
    reader_ = std::thread([this] {
      const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
      std::uint8_t buffer[4096];
      for (ssize_t n = 1; n > 0; n = read(file, buffer, sizeof buffer)) {
      }
      close(file);
    });
  }
  void go_on() {
    if (reader_.joinable()) reader_.join();
  }

 private:
  std::string path_;
  int idle_ = -1;  // a pipe that nobody has open cannot be written to
  std::thread reader_;
};

}  // namespace

TEST_CASE("A call is recorded in three files, each where there is something for it") {
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(1'000'000));
  CHECK(recorder.running());
  recorder.on_received_sound(packet_of(), 5, begin);
  recorder.on_sent_sound(sent_at(1'000'000, begin + 40ms));
  recorder.stop();
  CHECK((recorder.error().empty() && recorder.end().empty() && !recorder.running()));
  CHECK(Call::packets(call.sound.received) == 1);
  CHECK(Call::packets(call.sound.sent) == 3);  // two are to be concealed before it
}

TEST_CASE("What comes first gives all files their zero, whichever is written first") {
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(1'000'000));
  recorder.on_sent_sound(sent_at(0, begin));
  recorder.on_received_sound(packet_of(), 5, begin + 100ms);
  recorder.stop();
  CHECK(Call::packets(call.sound.received) == 6);
  CHECK(Call::packets(call.sound.sent) == 1);
}

TEST_CASE("Each recording has its own sound and its own zero") {
  const Call first, second;
  CallRecorder recorder;
  recorder.on_received_sound(packet_of(), 0, begin);
  recorder.start(first.pictures.path, bytes(1'000'000));
  for (std::uint32_t i = 0; i < 4; ++i) recorder.on_received_sound(packet_of(), i * 960, begin + i * 20ms);
  recorder.stop();
  recorder.on_received_sound(packet_of(), 4 * 960, begin + 80ms);
  recorder.start(second.pictures.path, bytes(1'000'000));
  recorder.on_received_sound(packet_of(), 5 * 960, begin + 100ms);
  recorder.start(second.pictures.path, bytes(1'000'000));  // ends that one and replaces it
  for (std::uint32_t i = 6; i < 8; ++i) recorder.on_received_sound(packet_of(), i * 960, begin + i * 20ms);
  recorder.stop();
  CHECK(Call::packets(first.sound.received) == 4);
  CHECK(Call::packets(second.sound.received) == 2);
}

TEST_CASE("The length of a recording is that of what came, and none before", "[gstreamer]") {
  const auto format = GENERATE(RecordingFormat::ivf, RecordingFormat::webm);
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(1'000'000), format);
  CHECK(recorder.length() == Duration::zero());
  recorder.on_sent_sound(sent_at(0, begin));
  recorder.on_sent_sound(sent_at(3 * 48'000, begin + 3s));
  recorder.stop();
  CHECK(recorder.length() == 3s);
  recorder.start(call.pictures.path, bytes(1'000'000), format);
  CHECK(recorder.length() == Duration::zero());
}

TEST_CASE("Beside a device there is no sound") {
  CallRecorder recorder;
  recorder.start("/dev/null", bytes(1'000'000));
  recorder.on_received_sound(packet_of(), 5, begin);
  recorder.stop();
  CHECK((recorder.error().empty() && recorder.end().empty()));
}

TEST_CASE("The length and the size of a recording into a pipe are reported while it goes on") {
  const Call call;
  std::filesystem::remove(call.pictures.path);
  StalledFile pipe(call.pictures.path);
  pipe.read_on();
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(1'000'000));
  for (std::uint32_t i = 0; i < 120; ++i) recorder.on_frame(picture(i));
  const LocalTime patience = monotonic_now() + 10s;
  while (recorder.length() < 3s && monotonic_now() < patience) std::this_thread::sleep_for(20ms);
  CHECK(recorder.length() > 3s);
  CHECK(recorder.size() > bytes(2000));
  CHECK(recorder.error().empty());
  recorder.stop();
  CHECK(recorder.error().empty());
}

TEST_CASE("Sound is in the file soon after it came, while the recording goes on") {
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(1'000'000));
  for (std::uint32_t i = 0; i < 200; ++i) recorder.on_received_sound(packet_of(), i * 960, begin + i * 20ms);
  const LocalTime patience = monotonic_now() + 10s;
  const auto written = [&] {
    return std::filesystem::exists(call.sound.received) ? read_all(call.sound.received) : Packet{};
  };
  while (written().size() < 150 * 80 && monotonic_now() < patience) std::this_thread::sleep_for(20ms);
  CHECK(Call::packets(call.sound.received) >= 150);
}

TEST_CASE("A limit of sound is reported while it records") {
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(2'000));
  for (std::uint32_t i = 0; i < 200; ++i) recorder.on_received_sound(packet_of(), i * 960, begin + i * 20ms);
  const LocalTime patience = monotonic_now() + 10s;
  while (recorder.end().empty() && monotonic_now() < patience) std::this_thread::sleep_for(20ms);
  CHECK_THAT(recorder.end(), Catch::Contains(call.sound.received + "' has reached its limit of 2kB"));
}

TEST_CASE("What is received is written as long as one of its files is") {
  const Call call;
  CallRecorder recorder;
  CHECK_FALSE(recorder.writes_received());
  recorder.start(call.pictures.path, bytes(2'000));
  CHECK(recorder.writes_received());
  const auto within_10_s = [](auto&& condition) {
    for (const LocalTime end = monotonic_now() + 10s; !condition() && monotonic_now() < end;)
      std::this_thread::sleep_for(20ms);
    return condition();
  };
  SECTION("sound that is sent has ended") {
    for (int i = 0; i < 200; ++i) recorder.on_sent_sound(sent_at(i * 960, begin + i * 20ms));
    REQUIRE(within_10_s([&] { return !recorder.end().empty(); }));
    CHECK(recorder.writes_received());
  }
  SECTION("received sound has ended, and then the pictures") {
    for (std::uint32_t i = 0; i < 200; ++i) recorder.on_received_sound(packet_of(), i * 960, begin + i * 20ms);
    REQUIRE(within_10_s([&] { return !recorder.end().empty(); }));
    CHECK(recorder.writes_received());
    for (std::uint32_t i = 0; i < 120; ++i) recorder.on_frame(picture(i));
    CHECK_FALSE(recorder.writes_received());
  }
  SECTION("pictures have ended, and received sound goes on") {
    for (std::uint32_t i = 0; i < 120; ++i) recorder.on_frame(picture(i));
    CHECK_FALSE(recorder.end().empty());
    CHECK(recorder.writes_received());
  }
  recorder.stop();
  CHECK_FALSE(recorder.writes_received());
}

TEST_CASE("A WebM file that cannot be written receives nothing", "[gstreamer]") {
  CallRecorder recorder;
  recorder.start("/no/such/folder/a.webm", bytes(1'000'000), RecordingFormat::webm);
  CHECK(recorder.writes_received());  // it is opened once something came
  const LocalTime first = monotonic_now() - 10s;
  for (std::uint32_t i = 0; i < 400; ++i) recorder.on_received_sound(packet_of(), i * 960, first + i * 20ms);
  for (const LocalTime end = monotonic_now() + 10s; recorder.error().empty() && monotonic_now() < end;)
    std::this_thread::sleep_for(20ms);
  REQUIRE_FALSE(recorder.error().empty());
  CHECK_FALSE(recorder.writes_received());
}

TEST_CASE("Who brings sound never waits for the disk; what found no room is reported once, at the end") {
  const Call call;
  CallRecorder recorder;
  recorder.start(call.pictures.path, bytes(10'000'000));
  // The writer opens the file with the first packet that it does not hold back.
  StalledFile file(call.sound.received);
  std::uint32_t next = 0;
  const auto bring = [&] {
    recorder.on_received_sound(packet_of(), next * 960, begin + next * 20ms);
    ++next;
  };
  for (int i = 0; i < 20; ++i) bring();
  std::this_thread::sleep_for(500ms);
  const LocalTime before = monotonic_now();
  for (std::size_t i = 0; i < RecordingQueue::capacity + 300; ++i) bring();
  CHECK(monotonic_now() - before < 2s);  // of 26 s of sound
  CHECK((recorder.error().empty() && recorder.end().empty()));

  // Nor does it while someone waits for the end.
  std::atomic<bool> ended{false};
  std::thread ending([&] {
    recorder.stop();
    ended = true;
  });
  while (recorder.running()) std::this_thread::sleep_for(1ms);
  const LocalTime late = monotonic_now();
  for (int i = 0; i < 100; ++i) bring();
  CHECK_FALSE(ended);
  CHECK(monotonic_now() - late < 2s);
  file.read_on();
  ending.join();
  file.go_on();
  CHECK(recorder.error().empty());
  CHECK_THAT(recorder.end(), Catch::StartsWith("The recording '" + call.sound.received + "' lacks 3") &&
                                 Catch::EndsWith(" packets of sound: the disk was too slow for them."));
  const std::string end = recorder.end();
  recorder.stop();
  CHECK(recorder.end() == end);
  recorder.start("/dev/null", bytes(1'000'000));
  CHECK(recorder.end().empty());
}

TEST_CASE("Recordings start and end while sound comes from both threads") {
  const Call call;
  CallRecorder recorder;
  std::atomic<bool> over{false};
  std::thread hears([&] {
    for (std::uint32_t i = 0; !over; ++i) recorder.on_received_sound(packet_of(), i * 960, monotonic_now());
  });
  std::thread speaks([&] {
    for (std::int64_t i = 0; !over; ++i) recorder.on_sent_sound(sent_at(i * 960, monotonic_now()));
  });
  for (int i = 0; i < 20; ++i) {
    recorder.start(call.pictures.path, bytes(100'000));
    std::this_thread::sleep_for(5ms);
    (void)recorder.end();
    recorder.stop();
    CHECK(recorder.error().empty());
  }
  over = true;
  hears.join();
  speaks.join();
  CHECK(Call::packets(call.sound.sent) > 0);
}

TEST_CASE("A call is recorded in one WebM file, and each recording has its own", "[gstreamer]") {
  const Call first, second;
  const auto encoder = VpxEncoderContext::open({.width = 64, .height = 48}, kilobits_per_second(100));
  Picture picture;
  picture.resize(64, 48);
  CallRecorder recorder;
  for (const Call* call : {&first, &second}) {
    const LocalTime now = monotonic_now();  // what comes is written 1.5 s later, or at the end
    recorder.start(call->pictures.path, bytes(1'000'000), RecordingFormat::webm);
    CHECK(recorder.running());
    for (int i = 0; i < 30; ++i) {
      EncodedFrame out;
      REQUIRE(encoder->encode(picture, 33ms, flags_of(i == 0), out));
      ReceivedFrame frame;
      frame.data = out.data;
      frame.key_frame = out.key_frame;
      frame.rtp_timestamp = static_cast<std::uint32_t>(i * 3000);
      frame.completed = now + i * 33ms;
      recorder.on_frame(frame);
      recorder.on_received_sound(packet_of(), static_cast<std::uint32_t>(i * 960), now + i * 20ms);
    }
    recorder.stop();
    CHECK_FALSE(recorder.running());
    CHECK((recorder.error().empty() && recorder.end().empty()));
    CHECK(read_blocks(call->pictures.path, "video_0").size() == 30);
    CHECK(read_blocks(call->pictures.path, "audio_0").size() > 40);
    CHECK_FALSE(std::filesystem::exists(call->sound.received));
  }
}

TEST_CASE("Of a call that only sends its own pictures are recorded where they were captured", "[gstreamer]") {
  const Call call, received;
  const auto encoder = VpxEncoderContext::open({.width = 64, .height = 48}, kilobits_per_second(100));
  Picture picture;
  picture.resize(64, 48);
  CallRecorder recorder;
  const auto record = [&](const std::string& path, RecordedPictures whose) {
    const LocalTime now = monotonic_now();
    recorder.start(path, bytes(1'000'000), RecordingFormat::webm, whose);
    for (int i = 0; i < 30; ++i) {
      EncodedFrame frame;
      REQUIRE(encoder->encode(picture, 33ms, flags_of(i == 0), frame));
      frame.capture_time = now + i * 33ms;
      recorder.on_sent_frame(frame);
      recorder.on_sent_sound(sent_at(i * 960, now + i * 20ms));
    }
    recorder.stop();
    CHECK((recorder.error().empty() && recorder.end().empty()));
  };
  record(call.pictures.path, RecordedPictures::sent);
  const auto pictures = read_blocks(call.pictures.path, "video_0");
  REQUIRE(pictures.size() == 30);
  CHECK(pictures.front().key_frame);
  CHECK(to_seconds(pictures.back().time - pictures.front().time) == Approx(29 * 0.033).margin(0.002));
  CHECK(read_blocks(call.pictures.path, "audio_0").size() > 20);
  record(received.pictures.path, RecordedPictures::received);
  CHECK(recorder.size() == bytes(0));  // no received one came within two seconds, for which a file waits
}

TEST_CASE("The first pair of a recording is in its file, however soon it is encoded", "[gstreamer]") {
  const Call call;
  auto picture = std::make_shared<Picture>();
  picture->resize(64, 48);
  CallRecorder recorder;
  const auto show = [&](std::uint32_t number, LocalTime now) {
    recorder.on_own_picture(picture);
    recorder.on_shown(picture, number * 3000, now);
    std::this_thread::sleep_for(50ms);  // until it is encoded
  };
  recorder.set_call({nullptr, nullptr, default_largest_picture, [&] { show(0, monotonic_now()); }});
  recorder.start(call.pictures.path, bytes(1'000'000), RecordingFormat::webm, RecordedPictures::both);
  for (std::uint32_t i = 1; i < 10; ++i) show(i, monotonic_now());
  recorder.stop();
  CHECK((recorder.error().empty() && recorder.end().empty()));
  const auto pairs = read_blocks(call.pictures.path, "video_0");
  CHECK(pairs.size() >= 8);
  CHECK((!pairs.empty() && pairs.front().key_frame));
}

TEST_CASE("A recording of sent pictures asks the encoder of the call for a key frame") {
  const Call call;
  std::atomic<int> asked = 0;
  CallRecorder recorder;
  recorder.set_call({nullptr, [&] { ++asked; }});
  recorder.start(call.pictures.path, bytes(1'000'000), RecordingFormat::webm, RecordedPictures::sent);
  recorder.stop();
  CHECK(asked >= 1);
}

#include "app/record/call/webm_recorder.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "far_side.h"
#include "webm_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::vector<Duration> flashes(const std::vector<WebmFile::Shown>& shown) {
  std::vector<Duration> found;
  bool white = true;
  for (const auto& picture : shown) {
    if (picture.luma > 130 && !white) found.push_back(picture.time);
    white = picture.luma > 130;
  }
  return found;
}

std::vector<Duration> beeps(const std::vector<std::int16_t>& samples) {
  std::vector<Duration> found;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::abs(samples[i]) < 2000) continue;
    if (!last || i - *last > 9600) found.push_back(to_duration(static_cast<std::int64_t>(i)));
    last = i;
  }
  return found;
}

/// Beep after flash of the same second.
std::vector<double> skews(const std::string& path) {
  const auto seen = flashes(read_shown(path));
  const auto heard = beeps(read_sound(path));
  std::vector<double> found;
  for (const Duration flash : seen) {
    const auto nearest =
        std::ranges::min_element(heard, {}, [&](Duration beep) { return std::chrono::abs(beep - flash); });
    if (nearest != heard.end() && std::chrono::abs(*nearest - flash) < 500ms)
      found.push_back(to_milliseconds(*nearest - flash));
  }
  return found;
}

bool rises(const std::vector<WebmFile::Block>& blocks) {
  return std::ranges::adjacent_find(blocks, [](auto& a, auto& b) { return a.time >= b.time; }) == blocks.end();
}

}  // namespace

TEST_CASE("A call in a WebM file has its pictures as they came, its length, and sound in step", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 10s);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  CHECK(recording.recorder.end() == "");
  const auto pictures = read_blocks(recording.file.path, "video_0");
  CHECK(pictures.size() == 300);
  CHECK(rises(pictures));
  CHECK(pictures.front().key_frame);
  const auto sound = read_blocks(recording.file.path, "audio_0");
  CHECK(rises(sound));
  CHECK(sound.size() > 490);
  CHECK(sound.front().time <= 10ms);
  const auto length = duration_of(recording.file.path);
  REQUIRE(length);
  CHECK(to_seconds(*length) == Approx(10).margin(0.1));
  const auto found = skews(recording.file.path);
  CHECK(found.size() >= 8);
  for (const double skew : found) CHECK(std::abs(skew) < 20);
  struct stat status {};
  REQUIRE(stat(recording.file.path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("A WebM file says that its colors are BT.601, as VP8 has them at any size", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 1s);
  recording.recorder.finish();
  const auto pipeline = open_webm(recording.file.path, "demuxer.video_0");
  const SampleHandle sample = pipeline->pull(5s);
  REQUIRE(sample);
  const GstStructure* const caps = gst_caps_get_structure(gst_sample_get_caps(sample.get()), 0);
  const char* const colors = gst_structure_get_string(caps, "colorimetry");
  REQUIRE(colors != nullptr);
  CHECK(std::string(colors) == "bt601");
}

TEST_CASE("A sound card whose clock is off does not take the sound away from the pictures", "[gstreamer]") {
  const double off = GENERATE(0.999, 1.001);
  Recording recording;
  FarSide far(off);
  recording.run(far, 0s, 60s);
  recording.recorder.finish();
  const auto found = skews(recording.file.path);
  CHECK(found.size() >= 57);  // 60 ms would have come together
  for (const double skew : found) CHECK(std::abs(skew) < 20);
}

TEST_CASE("Before there are reports each stream is placed by itself", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 5s, true, true, false);
  recording.recorder.finish();
  const auto found = skews(recording.file.path);
  CHECK(found.size() >= 4);
  for (const double skew : found) CHECK(std::abs(skew) < 40);
}

TEST_CASE("Key frames of sizes that are refused are left out, with what refers to them", "[gstreamer]") {
  const auto [width, height] = GENERATE(std::pair(16383, 16383), std::pair(0, 120), std::pair(1920, 1201));
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 2s);
  const auto low = [](int value) { return static_cast<std::uint8_t>(value & 0xff); };
  recording.recorder.on_picture(
      {{0x10, 0, 0, 0x9d, 0x01, 0x2a, low(width), low(width >> 8), low(height), low(height >> 8)},
       true,
       picture_zero + 180'000,
       call_begin + 2s});
  recording.run(far, 2s, 3s);
  far.set_size({320, 240});
  recording.run(far, 3s, 4s);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  const auto blocks = read_blocks(recording.file.path, "video_0");
  CHECK(std::ranges::none_of(blocks, [](const auto& block) { return block.data.size() == 10; }));
  CHECK(std::ranges::none_of(blocks, [](const auto& block) { return block.time > 2100ms && block.time < 2900ms; }));
  const auto shown = read_shown(recording.file.path);
  CHECK(std::ranges::count(shown, PictureSize{160, 120}, &WebmFile::Shown::size) >= 60);
  CHECK(std::ranges::count(shown, PictureSize{320, 240}, &WebmFile::Shown::size) == 30);
}

TEST_CASE("What refers to pictures that never came is not put on the black that a file begins with", "[gstreamer]") {
  Recording recording;
  FarSide far;
  (void)far.picture(0s);  // the key frame, which is lost
  recording.run(far, 0s, 4s);
  far.set_size({160, 120});
  recording.run(far, 4s, 6s);
  recording.recorder.finish();
  const auto shown = read_shown(recording.file.path);
  for (const auto& picture : shown) {
    if (picture.time < 3900ms) CHECK(picture.luma < 30);
  }
  CHECK(std::ranges::count(shown, PictureSize{160, 120}, &WebmFile::Shown::size) == 60);
}

TEST_CASE("Pictures may change their size, pause, and come late", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 1s, false, true);
  recording.run(far, 1s, 3s);
  far.set_size({320, 240});
  recording.run(far, 3s, 5s);
  recording.run(far, 5s, 9s, false, true);
  recording.run(far, 9s, 11s);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  const auto shown = read_shown(recording.file.path);
  CHECK(shown.front().time == 0ms);
  CHECK(shown.front().luma < 30);  // black until the first one comes
  CHECK(std::ranges::count(shown, PictureSize{160, 120}, &WebmFile::Shown::size) > 55);
  CHECK(std::ranges::count(shown, PictureSize{320, 240}, &WebmFile::Shown::size) > 115);
  Duration last{};
  for (const auto& picture : shown) {
    CHECK(picture.time - last <= WebmRecorder::longest_still + 40ms);
    last = picture.time;
  }
  // The pause shows the last picture again.
  for (const auto& picture : shown) {
    if (picture.time > 5200ms && picture.time < 8900ms) CHECK(picture.luma == Approx(40).margin(6));
  }
  const auto found = skews(recording.file.path);
  CHECK(found.size() >= 5);
  for (const double skew : found) CHECK(std::abs(skew) < 40);
}

TEST_CASE("A call that begins with pictures of a few pixels has a recording", "[gstreamer]") {
  const PictureSize size = GENERATE(PictureSize{8, 8}, PictureSize{1, 1}, PictureSize{640, 3}, PictureSize{3, 640},
                                    PictureSize{17, 13}, PictureSize{16, 17});
  Recording recording;
  FarSide far;
  far.set_size(size);
  recording.run(far, 0s, 2s);
  far.set_size({160, 120});
  recording.run(far, 2s, 4s);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  const auto shown = read_shown(recording.file.path);
  CHECK(std::ranges::count(shown, size, &WebmFile::Shown::size) > 55);
  CHECK(std::ranges::count(shown, PictureSize{160, 120}, &WebmFile::Shown::size) > 55);
  CHECK(rises(read_blocks(recording.file.path, "video_0")));
}

TEST_CASE("Without pictures, or without sound, the file plays all the same", "[gstreamer]") {
  const bool has_sound = GENERATE(false, true);
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 5s, !has_sound, has_sound);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  CHECK(read_shown(recording.file.path).size() >= (has_sound ? 5u : 149u));
  const auto sound = read_sound(recording.file.path);
  CHECK(to_seconds(to_duration(static_cast<std::int64_t>(sound.size()))) == Approx(5).margin(0.1));
  CHECK(beeps(sound).size() == (has_sound ? 5 : 0));
  CHECK(to_seconds(duration_of(recording.file.path).value()) == Approx(5).margin(0.15));
}

TEST_CASE("A call of a moment is a file as well", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 200ms);
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  CHECK(read_shown(recording.file.path).size() >= 6);
}

TEST_CASE("Both voices are in the one track, each in its place", "[gstreamer]") {
  Recording recording;
  FarSide far, near;
  for (Duration at{}; at < 4s; at += 20ms) {
    recording.recorder.set_reports(far.reports(at));
    recording.recorder.on_received_sound(far.sound(at));
    auto own = near.sound(at);
    own.time = call_begin + at + 400ms;  // captured then
    recording.recorder.on_sent_sound(own);
    recording.recorder.step(call_begin + at);
  }
  recording.recorder.finish();
  const auto heard = beeps(read_sound(recording.file.path));
  REQUIRE(heard.size() == 8);
  for (std::size_t i = 0; i + 1 < heard.size(); i += 2) {
    // What came counts from its arrival, 50 ms after its capture.
    CHECK(to_milliseconds(heard[i + 1] - heard[i]) == Approx(350).margin(10));
  }
}

TEST_CASE("A file that is not closed plays as far as it got", "[gstreamer]") {
  Recording recording;
  FarSide far;
  recording.run(far, 0s, 6s);
  recording.run(far, 6s, 10s, false, true);  // a pause
  const TemporaryFile cut;
  // The muxer's threads may not have had all of it yet.
  for (int i = 0; i < 1000 && read_blocks(recording.file.path, "audio_0").size() < 390; ++i) {
  }
  std::filesystem::copy_file(recording.file.path, cut.path, std::filesystem::copy_options::overwrite_existing);
  CHECK(read_shown(cut.path).size() >= 180);
  CHECK(beeps(read_sound(cut.path)).size() >= 7);
}

TEST_CASE("A WebM file stays within its limit", "[gstreamer]") {
  Recording recording(bytes(60'000));
  FarSide far;
  recording.run(far, 0s, 20s);
  CHECK(recording.recorder.end() ==
        "The recording '" + recording.file.path +
            "' has reached its limit of 60kB (--record-limit) and ends here; the call goes on.");
  recording.recorder.finish();
  CHECK(recording.recorder.error() == "");
  CHECK(std::filesystem::file_size(recording.file.path) <= 60'000);
  CHECK(std::filesystem::file_size(recording.file.path) > 50'000);
  CHECK(read_shown(recording.file.path).size() > 30);
  CHECK(duration_of(recording.file.path).value() > 1s);
}

TEST_CASE("A disk that is full, and a file that is deleted, end a WebM recording with a sentence", "[gstreamer]") {
  WebmRecorder recorder;
  FarSide far;
  Recording deleted;
  const bool full = GENERATE(true, false);
  if (full) {
    recorder.start("/dev/full", ample, std::make_shared<RecordingZero>());
  } else {
    recorder.start(deleted.file.path, ample, std::make_shared<RecordingZero>());
  }
  for (Duration at{}; at < 5s; at += 40ms) {
    recorder.on_picture(far.picture(at));
    if (!full && at == 3s) std::filesystem::remove(deleted.file.path);
    recorder.step(call_begin + at);
  }
  recorder.finish();
  CHECK(recorder.error().find(full ? "No space left on device" : "deleted") != std::string::npos);
  CHECK(recorder.end() == "");
}

TEST_CASE("A frame that repeats the last picture shows that picture, and nothing changes behind it", "[gstreamer]") {
  const TemporaryFile file;
  FarSide far;
  const StillPicture still = still_picture({160, 120});
  CHECK(still.repeat.size() < 200);
  WebmWriter writer;
  REQUIRE_FALSE(writer.open(file.path, {160, 120}));
  std::vector<Duration> repeated;
  Duration at{};
  for (int i = 0; i < 60; ++i, at += 33ms) {
    const auto frame = far.picture(at);
    writer.write_picture(frame.data, at, frame.key_frame);
    writer.write_sound(std::array<std::uint8_t, 3>{0xF8, 0xFF, 0xFE}, at, 20ms);
    if (i % 7 != 3) continue;
    at += 10ms;
    writer.write_picture(still.repeat, at, false);
    repeated.push_back(at);
  }
  REQUIRE_FALSE(writer.close());
  const auto shown = read_shown(file.path);
  REQUIRE(shown.size() == 60 + repeated.size());
  for (std::size_t i = 1; i < shown.size(); ++i) {
    const bool repeats =
        std::ranges::any_of(repeated, [&](Duration time) { return std::chrono::abs(time - shown[i].time) < 2ms; });
    if (repeats) CHECK(shown[i].luma == Approx(shown[i - 1].luma).margin(3));
    if (!repeats) CHECK(shown[i].luma == Approx(shown[i].time % 1s < 100ms ? 220 : 40).margin(20));
  }
}

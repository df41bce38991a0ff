#include "app/record/received_recorder.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "temporary_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The header of a key frame of 320x180 (RFC 6386, section 9.1), and so many bytes in all.
ReceivedFrame frame_of(std::size_t size, std::uint32_t rtp_timestamp) {
  ReceivedFrame frame;
  frame.data = {0x10, 0, 0, 0x9d, 0x01, 0x2a, 320 & 0xff, 320 >> 8, 180, 0};
  frame.data.resize(size);
  frame.rtp_timestamp = rtp_timestamp;
  return frame;
}

std::size_t frames_in(const std::string& path) {
  const auto file = parse_ivf(read_all(path));
  REQUIRE(file);
  CHECK_FALSE(file->truncated);
  if (!file->frames.empty()) CHECK(file->length > file->frames.back().timestamp);  // closed as it should be
  return file->frames.size();
}

}  // namespace

TEST_CASE("A recording ends within its limit, with a sentence, and stays whole") {
  const TemporaryFile file;
  ReceivedRecorder recorder;
  recorder.start(file.path, bytes(32 + 3 * (12 + 1000)), std::make_shared<RecordingZero>());
  for (std::uint32_t i = 0; i < 3; ++i) recorder.on_frame(frame_of(1000, i * 3000));
  CHECK(recorder.end().empty());
  recorder.on_frame(frame_of(1000, 9000));
  const std::string end = recorder.end();
  CHECK(end == "The recording '" + file.path + "' has reached its limit of 3.068kB (--record-limit) and ends here; " +
                   "the call goes on.");
  recorder.on_frame(frame_of(10, 12'000));  // it would fit, but what it refers to is not there
  CHECK(recorder.end() == end);
  CHECK(recorder.error().empty());  // no failure
  CHECK(frames_in(file.path) == 3);
  CHECK(std::filesystem::file_size(file.path) == 32 + 3 * (12 + 1000));
  recorder.stop();
  CHECK(recorder.error().empty());
}

TEST_CASE("A recorder that reached its limit can be started again") {
  const TemporaryFile file;
  ReceivedRecorder recorder;
  recorder.start(file.path, bytes(100), std::make_shared<RecordingZero>());
  recorder.on_frame(frame_of(1000, 0));
  CHECK_FALSE(recorder.end().empty());
  CHECK(frames_in(file.path) == 0);
  recorder.start(file.path, bytes(10'000), std::make_shared<RecordingZero>());
  CHECK(recorder.end().empty());
  recorder.on_frame(frame_of(1000, 0));
  recorder.stop();
  CHECK(frames_in(file.path) == 1);
}

TEST_CASE("Who calls next has another clock, and goes on where the recording is") {
  const TemporaryFile file;
  const auto zero = std::make_shared<RecordingZero>();
  zero->since(LocalTime(5s));
  ReceivedRecorder recorder;
  recorder.start(file.path, bytes(10'000), zero);
  const auto come = [&](std::uint32_t rtp_timestamp, Duration at) {
    auto frame = frame_of(100, rtp_timestamp);
    frame.completed = LocalTime(5s + at);
    recorder.on_frame(frame);
  };
  come(900'000, 0s);
  come(990'000, 1s);
  come(899'999, 60s);  // one tick before the first one
  come(989'999, 61s);
  CHECK(to_seconds(recorder.length()) == Approx(61).margin(0.001));
  recorder.stop();
  const auto read = parse_ivf(read_all(file.path));
  REQUIRE((read && read->frames.size() == 4));
  CHECK(read->frames[1].timestamp == 90'000);
  CHECK(read->frames[2].timestamp == 60 * 90'000);
  CHECK(read->frames[3].timestamp == 61 * 90'000);
}

TEST_CASE("The first picture stands from the zero of all files on, and the others where they belong") {
  const TemporaryFile file;
  const auto zero = std::make_shared<RecordingZero>();
  zero->since(LocalTime(5s));
  ReceivedRecorder recorder;
  recorder.start(file.path, bytes(10'000), zero);
  auto frame = frame_of(100, 9000);
  frame.completed = LocalTime(5500ms);
  recorder.on_frame(frame);
  recorder.on_frame(frame_of(100, 12'000));
  recorder.stop();
  const auto read = parse_ivf(read_all(file.path));
  REQUIRE((read && read->frames.size() == 2));
  CHECK(read->frames[0].timestamp == 0);
  CHECK(read->frames[1].timestamp == 45'000 + 3000);
}

#include "app/record/ogg_opus.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <filesystem>

#include "codecs/opus_decoder.h"
#include "codecs/opus_encoder.h"
#include "core/frames/sound.h"
#include "ogg_file.h"
#include "temporary_file.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Packet = std::vector<std::uint8_t>;

constexpr std::size_t header_packets = 2;

/// Hybrid, full band, 20 ms, one frame.
Packet packet_of(std::size_t size) {
  Packet packet(size, 0x55);
  packet[0] = 15 << 3;
  return packet;
}

/// All that a decoder makes of it, without what is to be skipped.
std::vector<std::int16_t> decode(const OggFile& file) {
  OpusDecoder decoder;
  std::vector<std::int16_t> sound;
  for (std::size_t i = header_packets; i < file.packets.size(); ++i) {
    const auto samples = decoder.samples_of(file.packets[i]);
    REQUIRE(samples);
    std::vector<std::int16_t> block(*samples);
    REQUIRE(decoder.decode(file.packets[i], block));
    sound.insert(sound.end(), block.begin(), block.end());
  }
  sound.erase(sound.begin(), sound.begin() + 312);
  return sound;
}

/// 20 ms of 1 kHz from sample `begin` of the recording on, silence before it.
std::vector<std::int16_t> sound_at(std::int64_t start, std::int64_t begin) {
  std::vector<std::int16_t> block(960);
  for (std::int64_t i = 0; i < 960; ++i) {
    if (start + i < begin) continue;
    const double phase = 2 * M_PI * 1000 * static_cast<double>(start + i) / samples_per_second;
    block[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(std::lround(10'000 * std::sin(phase)));
  }
  return block;
}

}  // namespace

TEST_CASE("Opus is recognized by its length") {
  CHECK(samples_of_opus(packet_of(100)) == 960);
  CHECK(samples_of_opus(Packet{3 << 3}) == 2880);            // SILK, 60 ms, to be concealed
  CHECK(samples_of_opus(Packet{(31 << 3) | 3, 6}) == 5760);  // CELT, six frames of 20 ms
  CHECK_FALSE(samples_of_opus({}));
  CHECK_FALSE(samples_of_opus(Packet{(31 << 3) | 3, 7}));  // 140 ms
  CHECK_FALSE(samples_of_opus(Packet{(31 << 3) | 1, 1}));  // two frames of the same size
}

TEST_CASE("The headers are those of RFC 7845, each on a page of its own, and name no machine") {
  const TemporaryFile path;
  OggOpusWriter writer;
  REQUIRE_FALSE(writer.open(path.path));
  REQUIRE_FALSE(writer.write(packet_of(80), 0));
  REQUIRE_FALSE(writer.close());
  const OggFile file = read_ogg(read_all(path.path));
  REQUIRE(file.packets.size() == 3);
  CHECK(file.packets[0] == Packet{'O', 'p', 'u', 's', 'H', 'e', 'a', 'd', 1, 1, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0});
  CHECK(file.packets[1] ==
        Packet{'O', 'p', 'u', 's', 'T', 'a', 'g', 's', 8, 0, 0, 0, 'E', 'v', 'e', 'n', 'k', 'e', 'e', 'l', 0, 0, 0, 0});
  CHECK(file.packets[2] == packet_of(80));
  REQUIRE(file.pages.size() == 3);
  CHECK(file.pages[0].first);
  CHECK((file.pages[0].granule == 0 && file.pages[1].granule == 0 && file.pages[2].granule == 960));
  CHECK((file.pages[2].last && !file.pages[1].last));
  CHECK(file.strange == 0);
  struct stat found {};
  REQUIRE(stat(path.path.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
}

TEST_CASE("A page for each second, more where packets are large, with the samples that were counted") {
  const std::size_t size = GENERATE(60u, 254u, 255u, 1275u);
  const TemporaryFile path;
  OggOpusWriter writer;
  REQUIRE_FALSE(writer.open(path.path));
  for (int i = 0; i < 150; ++i) {
    const DataSize before = writer.size(), most = before + writer.growth(packet_of(size), i * 960);
    REQUIRE_FALSE(writer.write(packet_of(size), i * 960));
    CHECK(writer.size() > before);
    CHECK(writer.size() <= most);
  }
  const DataSize told = writer.size();
  REQUIRE_FALSE(writer.close());
  const OggFile file = read_ogg(read_all(path.path));
  CHECK(std::filesystem::file_size(path.path) == static_cast<std::uintmax_t>(told.bytes()));
  CHECK(file.packets.size() == header_packets + 150);
  CHECK(file.pages.size() == 2 + (size == 1275 ? 6 : 3));
  CHECK(file.pages.back().last);
  std::int64_t samples = 0;
  for (std::size_t i = 2; i < file.pages.size(); ++i) {
    samples += file.pages[i].packets * 960;
    CHECK(file.pages[i].granule == samples);
  }
  CHECK(samples == 150 * 960);
}

TEST_CASE("Sound that is being recorded can be read up to a second ago") {
  const TemporaryFile path;
  OggOpusWriter writer;
  REQUIRE_FALSE(writer.open(path.path));
  for (int i = 0; i < 60; ++i) REQUIRE_FALSE(writer.write(packet_of(60), i * 960));
  CHECK(read_ogg(read_all(path.path)).packets.size() == header_packets + 50);
}

TEST_CASE("What is missing is there as packets to conceal, so that time goes on") {
  const TemporaryFile path;
  OggOpusWriter writer;
  REQUIRE_FALSE(writer.open(path.path));
  REQUIRE_FALSE(writer.write(packet_of(80), 0));
  REQUIRE_FALSE(writer.write(packet_of(90), 4 * 960));
  CHECK(writer.end() == 5 * 960);
  REQUIRE_FALSE(writer.write(packet_of(70), 960));                 // too late
  REQUIRE_FALSE(writer.write(packet_of(91), 5 * 960 + 100));       // a gap too short for a packet
  REQUIRE_FALSE(writer.write(Packet{(31 << 3) | 3, 0}, 6 * 960));  // no Opus
  REQUIRE_FALSE(writer.close());
  const OggFile file = read_ogg(read_all(path.path));
  const Packet concealed{15 << 3};
  const std::vector<Packet> expected{packet_of(80), concealed, concealed, concealed, packet_of(90), packet_of(91)};
  CHECK(std::vector<Packet>(file.packets.begin() + header_packets, file.packets.end()) == expected);
  CHECK(file.pages.back().granule == 6 * 960);
}

TEST_CASE("An hour without sound is filled with the longest packets to conceal, of any kind of frame") {
  const auto toc = GENERATE(as<std::uint8_t>{}, 0, 3 << 3, 15 << 3, 28 << 3, 31 << 3, (31 << 3) | 4);
  const std::int64_t start = 3600LL * samples_per_second + 480;
  Packet packet = packet_of(80);
  packet[0] = toc;
  const auto samples = static_cast<std::int64_t>(samples_of_opus(packet).value());
  const TemporaryFile path;
  OggOpusWriter writer;
  REQUIRE_FALSE(writer.open(path.path));
  REQUIRE_FALSE(writer.write(packet, 0));
  const DataSize most = writer.size() + writer.growth(packet, start);
  REQUIRE_FALSE(writer.write(packet, start));
  CHECK(writer.size() <= most);
  CHECK(writer.size() < bytes(200'000));
  REQUIRE_FALSE(writer.close());
  const OggFile file = read_ogg(read_all(path.path));
  CHECK(file.packets.size() < header_packets + 2 + 30'000 + 48);
  std::int64_t end = 0;
  std::size_t next = header_packets, too_long = 0, wrong = 0;
  for (std::size_t page = 2; page < file.pages.size(); ++page) {
    const std::int64_t before = end;
    for (int i = 0; i < file.pages[page].packets; ++i) {
      end += static_cast<std::int64_t>(samples_of_opus(file.packets[next++]).value());
    }
    wrong += file.pages[page].granule != end;
    too_long += end - before > samples_per_second + 5760;
  }
  CHECK((wrong == 0 && too_long == 0 && next == file.packets.size()));
  CHECK(end - samples <= start);
  CHECK(end > start);
}

TEST_CASE("What is concealed for long is as long for a decoder") {
  const TemporaryFile path;
  OggOpusWriter writer;
  OpusEncoder encoder;
  REQUIRE_FALSE(writer.open(path.path));
  for (const std::int64_t start : {0, 960, 500 * 960}) {
    REQUIRE_FALSE(writer.write(encoder.encode(sound_at(start, 0)), start));
  }
  REQUIRE_FALSE(writer.close());
  CHECK(decode(read_ogg(read_all(path.path))).size() == 501 * 960 - 312);
}

TEST_CASE("What was captured at a time is played at that time, lost packets or not") {
  const bool loses = GENERATE(false, true);
  const TemporaryFile path;
  OggOpusWriter writer;
  OpusEncoder encoder;
  REQUIRE_FALSE(writer.open(path.path));
  constexpr std::int64_t begin = 96'000;
  for (std::int64_t i = 0; i < 150; ++i) {
    const auto packet = encoder.encode(sound_at(i * 960, begin));
    REQUIRE_FALSE(packet.empty());
    if (loses && (i < 5 || i % 7 == 3) && i != begin / 960) continue;
    REQUIRE_FALSE(writer.write(packet, i * 960));
  }
  REQUIRE_FALSE(writer.close());
  const auto sound = decode(read_ogg(read_all(path.path)));
  const auto loud = std::ranges::find_if(sound, [](std::int16_t sample) { return std::abs(sample) > 2000; });
  CHECK(std::abs((loud - sound.begin()) - begin) < 96);  // 2 ms
}

TEST_CASE("A disk that is full ends a recording of sound with a sentence") {
  const TemporaryFile path;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  OggOpusWriter writer;
  std::optional<std::string> failed = writer.open(path.path);
  for (int i = 0; i < 200 && !failed; ++i) failed = writer.write(packet_of(200), i * 960);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  REQUIRE(failed);
  CHECK_THAT(*failed, Catch::StartsWith("Cannot write the recording '" + path.path + "': File too large."));
  CHECK_FALSE(writer.is_open());
  CHECK_FALSE(writer.write(packet_of(200), 0));
  CHECK_FALSE(writer.close());
}

TEST_CASE("A place that cannot be written is reported") {
  OggOpusWriter writer;
  const auto failed = writer.open("/nowhere/sound.opus");
  REQUIRE(failed);
  CHECK_THAT(*failed, Catch::Contains("No such file or directory"));
}

#include "core/rtp/frame_assembler.h"

#include <catch2/catch.hpp>
#include <string>

#include "core/rtp/extensions.h"
#include "core/rtp/packetizer.h"
#include "tests/unit/rtp/stream_maker.h"
#include "tracked.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{50s};

/// A script's frames, one letter each: K key frame, d other frame, n other frame that none refers to, p padding. Upper
/// and lower case of D and N: two packets and one.
std::vector<TestPacket> stream_of(const std::string& script, StreamMaker& maker) {
  std::vector<TestPacket> packets;
  for (const char c : script) {
    if (c == 'p') {
      packets.push_back(maker.padding());
      continue;
    }
    TestFrame frame{c == 'K' || c == 'k', c == 'N' || c == 'n', c < 'a' ? 3 : 1};
    for (auto& packet : maker.packets_of(frame)) packets.push_back(std::move(packet));
  }
  return packets;
}

std::vector<int> drain(test::Tracked<FrameAssembler>& assembler, LocalTime now) {
  std::vector<int> frames;
  while (const auto frame = assembler.poll(now)) frames.push_back(static_cast<int>(frame->rtp_timestamp / 3000));
  return frames;
}

void give(test::Tracked<FrameAssembler>& assembler, const TestPacket& packet, LocalTime now) {
  const auto parsed = parse_rtp(packet.bytes);
  REQUIRE(parsed);
  assembler.on_packet(*parsed, now);
}

}  // namespace

TEST_CASE("What comes is put together, what cannot be decoded is not given out") {
  struct Row {
    const char* what;
    const char* script;
    PictureIds ids;
    std::vector<int> order;       // of packets, 1 ms apart
    std::vector<int> at_once;     // frames given out by then
    std::vector<int> in_the_end;  // frames given out after the wait
    bool needs_key;
    std::uint64_t lost, undecodable;
  };
  constexpr auto none = PictureIds::none;
  constexpr auto ids = PictureIds::of_15_bit;
  const auto row = GENERATE_COPY(values<Row>({
      {"in order", "Kdd", ids, {0, 1, 2, 3, 4}, {0, 1, 2}, {}, false, 0, 0},
      {"in order without ids", "Kdd", none, {0, 1, 2, 3, 4}, {0, 1, 2}, {}, false, 0, 0},
      {"the other way round", "Kdd", none, {4, 3, 2, 1, 0}, {0, 1, 2}, {}, false, 0, 0},
      {"duplicates", "Kd", ids, {0, 0, 1, 2, 1, 3, 3, 0}, {0, 1}, {}, false, 0, 0},
      {"no key frame yet", "dDk", ids, {0, 1, 2, 3}, {}, {}, true, 0, 2},
      {"the end is missing", "K", ids, {0, 1}, {}, {}, true, 0, 0},
      {"a hole in a frame", "KDd", ids, {0, 1, 2, 3, 5, 6}, {0}, {}, true, 1, 1},
      {"a whole frame missing", "kddd", ids, {0, 2, 3}, {0}, {}, true, 1, 2},
      {"a whole frame missing, no ids", "kddd", none, {0, 2, 3}, {0}, {}, true, 1, 2},
      {"a key frame ends the wait", "kdkd", ids, {0, 2, 3}, {0, 2, 3}, {}, false, 1, 0},
      {"so it does within a frame", "kDdkd", ids, {0, 1, 3, 4, 5, 6}, {0, 3, 4}, {}, false, 2, 0},
      {"a key frame not complete does not", "kdKd", ids, {0, 2, 3, 5}, {0}, {}, true, 2, 1},
      {"an unfinished frame nobody needs", "kNd", ids, {0, 1, 3, 4}, {0}, {2}, false, 1, 0},
      {"its end missing", "kNd", ids, {0, 1, 2, 4}, {0}, {2}, false, 1, 0},
      {"its beginning missing", "kNd", ids, {0, 2, 3, 4}, {0}, {2}, false, 1, 0},
      {"its end and its beginning missing", "kNd", ids, {0, 2, 4}, {0}, {2}, false, 1, 0},
      {"its middle, without ids", "kNd", none, {0, 1, 3, 4}, {0}, {2}, false, 1, 0},
      {"its end, without ids: who knows", "kNd", none, {0, 1, 2, 4}, {0}, {}, true, 1, 1},
      {"its beginning, without ids: who knows", "kNd", none, {0, 2, 3, 4}, {0}, {}, true, 1, 1},
      {"nobody knows that a whole one was not needed", "knd", ids, {0, 2}, {0}, {}, true, 1, 1},
      {"it and another", "kNdd", ids, {0, 1, 2, 5}, {0}, {}, true, 2, 1},
      {"padding is no frame", "kpdpdp", none, {0, 1, 2, 3, 4, 5}, {0, 1, 2}, {}, false, 0, 0},
      {"padding lost is no loss", "kpdpd", ids, {0, 2, 4}, {0, 1, 2}, {}, false, 0, 0},
      {"padding lost before more of it", "kppd", ids, {0, 2, 3}, {0, 1}, {}, false, 0, 0},
      {"padding lost here and there", "kpppppd", ids, {0, 2, 4, 6}, {0, 1}, {}, false, 0, 0},
      {"padding lost before a frame of more", "kpDd", ids, {0, 2, 3, 4, 5}, {0, 1, 2}, {}, false, 0, 0},
      {"padding that overtook", "kpD", ids, {0, 2, 1, 3, 4}, {0, 1}, {}, false, 0, 0},
      {"padding behind the frame that follows", "kpdpd", ids, {0, 4, 3, 2, 1}, {0, 1, 2}, {}, false, 0, 0},
      {"a frame lost between padding is lost", "kpdpd", ids, {0, 1, 3, 4}, {0}, {}, true, 1, 1},
      {"a frame's end lost before padding", "kDpd", ids, {0, 1, 2, 4, 5}, {0}, {}, true, 1, 1},
      {"padding lost without ids is", "kpd", none, {0, 2}, {0}, {}, true, 1, 1},
      {"padding within the order", "kpd", none, {2, 1, 0}, {0, 1}, {}, false, 0, 0},
      {"holes of one frame are waited for once", "kDDd", ids, {0, 1, 3, 5, 7}, {0}, {}, true, 2, 1},
  }));
  INFO(row.what);
  StreamMaker maker(row.ids, 65533, 0x7FFF);
  const auto packets = stream_of(row.script, maker);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  CHECK(assembler.needs_key_frame());
  LocalTime now = t0;
  std::vector<int> at_once;
  for (const int i : row.order) {
    give(assembler, packets.at(static_cast<std::size_t>(i)), now += 1ms);
    for (const int frame : drain(assembler, now)) at_once.push_back(frame);
  }
  CHECK(at_once == row.at_once);
  CHECK(drain(assembler, now + 60ms) == row.in_the_end);
  CHECK_FALSE(assembler.next_wake());
  CHECK(assembler.needs_key_frame() == row.needs_key);
  CHECK(assembler.stats().frames_completed == row.at_once.size() + row.in_the_end.size());
  CHECK(assembler.stats().frames_lost == row.lost);
  CHECK(assembler.stats().frames_undecodable == row.undecodable);
}

TEST_CASE("A hole is given up when its time has come and not before") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = stream_of("kdnd", maker);
  FrameAssemblerConfig config;
  config.reordering_wait = 40ms;
  test::Tracked<FrameAssembler> assembler(config);
  CHECK_FALSE(assembler.next_wake());
  give(assembler, packets[0], t0);
  CHECK(drain(assembler, t0).size() == 1);
  CHECK_FALSE(assembler.next_wake());
  give(assembler, packets[3], t0 + 10ms);
  give(assembler, packets[2], t0 + 20ms);
  CHECK(drain(assembler, t0 + 50ms - 1ns).empty());
  CHECK(assembler.next_wake() == t0 + 50ms);
  CHECK_FALSE(assembler.needs_key_frame());

  SECTION("it is filled at the last moment") {
    give(assembler, packets[1], t0 + 50ms - 1ns);
    CHECK(drain(assembler, t0 + 50ms - 1ns) == std::vector{1, 2, 3});
  }
  SECTION("it is filled too late") {
    CHECK(drain(assembler, t0 + 50ms).empty());
    CHECK(assembler.needs_key_frame());
    CHECK_FALSE(assembler.next_wake());
    give(assembler, packets[1], t0 + 51ms);
    give(assembler, packets[1], t0 + 52ms);
    give(assembler, packets[0], t0 + 52ms);
    CHECK(assembler.stats().late == 1);
    CHECK(assembler.stats().duplicates == 2);
    CHECK(drain(assembler, t0 + 1s).empty());
  }
}

TEST_CASE("At the start a key frame may come in any order") {
  StreamMaker maker(PictureIds::of_15_bit, 10);
  const auto packets = stream_of("dKd", maker);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[2], t0);
  give(assembler, packets[4], t0);
  CHECK(drain(assembler, t0 + 59ms).empty());
  CHECK(assembler.next_wake() == t0 + 60ms);
  give(assembler, packets[3], t0 + 59ms);
  CHECK(drain(assembler, t0 + 59ms).empty());
  give(assembler, packets[1], t0 + 59ms);
  CHECK(drain(assembler, t0 + 59ms) == std::vector{1, 2});
}

TEST_CASE("A frame carries its times and the capture time of its first packet") {
  Packetizer packetizer({1, 96, 0, 100});
  EncodedFrame encoded;
  encoded.data.assign(300, 0);
  const auto capture = encode_capture_time(0x123456789ABCDEF0);
  const RtpExtension extension{abs_capture_time_id, capture};
  packetizer.begin(encoded, 7000, {&extension, 1});
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  LocalTime now = t0;
  Bytes out(100);
  std::uint8_t number = 0;
  while (const std::size_t size = packetizer.next(out)) {
    out[3] = number++;
    assembler.on_packet(*parse_rtp(std::span(out).first(size)), now);
    now += 1ms;
  }
  const auto frame = assembler.poll(now);
  REQUIRE(frame);
  CHECK(frame->key_frame);
  CHECK(frame->data == encoded.data);
  CHECK(frame->rtp_timestamp == 7000);
  CHECK(frame->first_arrival == t0);
  CHECK(frame->completed == now - 1ms);
  CHECK(frame->capture_ntp == 0x123456789ABCDEF0u);
}

TEST_CASE("A frame that its sender broke off is lost at once") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  auto packets = stream_of("kDdk", maker);
  packets[3].bytes[1] &= 0x7F;  // the marker
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  for (const auto& packet : packets) give(assembler, packet, t0);
  CHECK(drain(assembler, t0) == std::vector{0, 3});
  CHECK(assembler.stats().frames_lost == 1);
  CHECK(assembler.stats().frames_undecodable == 1);
}

TEST_CASE("A sender that leaves out a frame but no packet breaks the chain") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  StreamMaker later(PictureIds::of_15_bit, 1, 2);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, stream_of("k", maker)[0], t0);
  give(assembler, stream_of("d", later)[0], t0);
  CHECK(drain(assembler, t0) == std::vector{0});
  CHECK(assembler.needs_key_frame());
  CHECK(assembler.stats().frames_lost == 1);
}

TEST_CASE("A whole turn of short picture ids is not taken for none") {
  StreamMaker maker(PictureIds::of_7_bit, 0);
  const auto packets = stream_of("k" + std::string(200, 'd'), maker);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[0], t0);
  give(assembler, packets[129], t0);
  CHECK(drain(assembler, t0 + 60ms) == std::vector{0});
  CHECK(assembler.needs_key_frame());
}

TEST_CASE("Picture ids may grow from 7 to 15 bits") {
  StreamMaker maker(PictureIds::of_7_bit, 0, 127);
  StreamMaker later(PictureIds::of_15_bit, 2, 128);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, stream_of("k", maker)[0], t0);
  give(assembler, stream_of("d", later)[0], t0);  // the packet between was padding
  CHECK(drain(assembler, t0) == std::vector{0, 0});
}

TEST_CASE("A stream that begins anew elsewhere needs a key frame") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  StreamMaker later(PictureIds::of_15_bit, 40000, 1);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, stream_of("k", maker)[0], t0);
  const auto packets = stream_of("ddkd", later);
  for (const auto& packet : packets) give(assembler, packet, t0);
  CHECK(drain(assembler, t0) == std::vector{2, 3});
  CHECK(assembler.stats().malformed == 1);
}

TEST_CASE("Packets without a VP8 payload count as malformed") {
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  RtpPacketView packet;
  const Bytes payload = hex("90 80 92");
  packet.payload = payload;
  assembler.on_packet(packet, t0);
  CHECK(assembler.stats().malformed == 1);
}

TEST_CASE("Too many packets push out the oldest") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = stream_of("kDDDk", maker);
  FrameAssemblerConfig config;
  SECTION("by number") { config.max_packets = 4; }
  SECTION("by size") { config.max_bytes = 18; }
  test::Tracked<FrameAssembler> assembler(config);
  for (const auto& packet : packets) give(assembler, packet, t0);
  CHECK(drain(assembler, t0) == std::vector{4});
  CHECK(assembler.stats().frames_lost == 3);
  CHECK(assembler.stats().frames_undecodable == 1);
}

TEST_CASE("A frame larger than the room is lost and does no harm") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  FrameAssemblerConfig config;
  config.max_packets = 2;
  test::Tracked<FrameAssembler> assembler(config);
  for (const auto& packet : stream_of("Kkd", maker)) {
    give(assembler, packet, t0);
    drain(assembler, t0);
  }
  CHECK(assembler.stats().frames_completed == 2);
}

TEST_CASE("Duplicates of a packet that is held take no room") {
  StreamMaker maker(PictureIds::of_15_bit, 5000);
  const auto packets = stream_of("kDdKdd", maker);
  FrameAssemblerConfig config;
  config.max_bytes = 200;
  test::Tracked<FrameAssembler> assembler(config);
  give(assembler, packets[0], t0);
  CHECK(drain(assembler, t0) == std::vector{0});
  give(assembler, packets[1], t0);
  TestPacket older = packets[0];  // as old as the record of what has come reaches back
  older.bytes[2] = (5001 - 4096) >> 8;
  older.bytes[3] = (5001 - 4096) & 0xFF;
  for (int i = 0; i < 100; ++i) {
    give(assembler, older, t0);
    give(assembler, packets[1], t0);
  }
  for (std::size_t i = 2; i < packets.size(); ++i) give(assembler, packets[i], t0);
  CHECK(drain(assembler, t0) == std::vector{1, 2, 3, 4, 5});
}

TEST_CASE("An assembler that was reset is as new, and counts on") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = stream_of("kd", maker);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[0], t0);
  drain(assembler, t0);
  assembler.reset();
  CHECK(assembler.needs_key_frame());
  CHECK(assembler.stats().frames_completed == 1);
  give(assembler, packets[0], t0);
  give(assembler, packets[1], t0);
  CHECK(drain(assembler, t0).size() == 2);
}

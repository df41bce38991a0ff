#include "core/rtp/packetizer.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <numeric>

#include "core/rtp/extensions.h"
#include "core/rtp/frame_descriptor.h"
#include "core/rtp/rtp_packet.h"
#include "core/rtp/vp8_payload.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

EncodedFrame frame_of(std::size_t size) {
  EncodedFrame frame;
  frame.data.resize(size);
  std::iota(frame.data.begin(), frame.data.end(), std::uint8_t{0});
  return frame;
}

std::vector<Bytes> packets_of(Packetizer& packetizer, const EncodedFrame& frame, std::uint32_t timestamp,
                              std::span<const RtpExtension> extensions = {}) {
  packetizer.begin(frame, timestamp, extensions);
  std::vector<Bytes> packets;
  for (;;) {
    Bytes out(2000);
    out.resize(packetizer.next(out));
    if (out.empty()) return packets;
    packets.push_back(out);
  }
}

}  // namespace

TEST_CASE("A frame is cut into packets of nearly equal size") {
  const auto size =
      GENERATE(as<std::size_t>{}, 1, 2, 500, 1163, 1164, 1165, 1183, 1184, 1185, 2368, 2369, 30000, 70001);
  const auto extension_size = GENERATE(as<std::size_t>{}, 0, 8, 200);
  const auto largest = GENERATE(as<std::size_t>{}, 1200, 500, 64, 0);
  const std::size_t limit = std::max<std::size_t>(largest, 64);
  Packetizer packetizer({7, 96, 0x7FFF, largest});
  const Bytes data(extension_size, 0xAB);
  const RtpExtension extension{abs_capture_time_id, data};
  const auto frame = frame_of(size);
  const auto packets = packets_of(packetizer, frame, 1234, {&extension, extension_size > 0 ? 1u : 0u});

  Bytes joined;
  std::size_t smallest = limit;
  std::size_t greatest = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto packet = parse_rtp(packets[i]);
    REQUIRE(packet);
    REQUIRE(packet->header.sequence_number == 0);  // written when it leaves
    REQUIRE(packet->header.timestamp == 1234);
    REQUIRE(packet->header.ssrc == 7);
    REQUIRE(packet->header.payload_type == 96);
    REQUIRE(packet->header.marker == (i + 1 == packets.size()));
    REQUIRE(packet->extension_count == (i == 0 && extension_size > 0 && extension_size + 32 < limit ? 1 : 0));
    const auto payload = parse_vp8_payload(packet->payload);
    REQUIRE(payload);
    REQUIRE(payload->descriptor.starts_frame() == (i == 0));
    REQUIRE(payload->descriptor.picture_id == 0x7FFF);
    joined = joined + to_bytes(payload->data);
    smallest = std::min(smallest, packets[i].size());
    greatest = std::max(greatest, packets[i].size());
  }
  CHECK(joined == frame.data);
  CHECK(greatest <= limit);
  if (extension_size <= 8 && size > 100) CHECK(greatest - smallest <= 1);
}

TEST_CASE("As few packets as the size allows") {
  struct Row {
    std::size_t size, packets;
  };
  const auto row = GENERATE(values<Row>({{0, 0}, {1, 1}, {1184, 1}, {1185, 2}, {2368, 2}, {2369, 3}}));
  Packetizer packetizer({});
  CHECK(packets_of(packetizer, frame_of(row.size), 0).size() == row.packets);
}

TEST_CASE("Picture ids count the frames with 15 bits") {
  Packetizer packetizer({1, 96, 0x7FFE, 1200});
  for (const int id : {0x7FFE, 0x7FFF, 0, 1}) {
    CHECK(packets_of(packetizer, frame_of(0), 0).empty());  // takes no picture id
    for (const auto& bytes : packets_of(packetizer, frame_of(2000), 0)) {
      const auto packet = parse_rtp(bytes);
      const auto descriptor = parse_vp8_payload(packet->payload)->descriptor;
      CHECK(descriptor.picture_id == id);
      CHECK(descriptor.picture_id_is_15_bit);
      CHECK_FALSE(descriptor.non_reference);
    }
  }
}

TEST_CASE("A frame with an id of its own has its low 15 bits as picture id, and others count on") {
  Packetizer packetizer({1, 96, 5, 1200});
  const auto picture_id_of = [&](std::optional<FrameDependency> dependency) {
    EncodedFrame frame = frame_of(10);
    frame.dependency = dependency;
    return parse_vp8_payload(parse_rtp(packets_of(packetizer, frame, 0).at(0))->payload)->descriptor.picture_id;
  };
  CHECK(picture_id_of(std::nullopt) == 5);
  CHECK(picture_id_of(FrameDependency{0x7FFF, {}, 0}) == 0x7FFF);
  CHECK(picture_id_of(FrameDependency{0x8000, {1}, 1}) == 0);
  CHECK(picture_id_of(FrameDependency{0xFFFE, {2}, 1}) == 0x7FFE);
  CHECK(picture_id_of(std::nullopt) == 0x7FFF);
  CHECK(picture_id_of(std::nullopt) == 0);
}

TEST_CASE("The first packet, and no other, carries the capture time and the frame descriptor") {
  const FrameDependency dependency{0x1234, {1, 100, 12'000}, 3};
  const auto capture = encode_capture_time(0x123456789ABCDEF0);
  const auto descriptor = encode_frame_descriptor(dependency);
  REQUIRE(descriptor);
  const std::array<RtpExtension, 2> extensions{
      {{abs_capture_time_id, capture}, {frame_descriptor_id, descriptor->used()}}};
  Packetizer packetizer({1, 96, 0, 300});
  EncodedFrame frame = frame_of(2000);
  frame.dependency = dependency;
  const auto packets = packets_of(packetizer, frame, 0, extensions);
  REQUIRE(packets.size() == 8);  // 2000 + 28 of extensions in packets with room for 284
  Bytes joined;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto packet = parse_rtp(packets[i]);
    REQUIRE(packet);
    CHECK(packets[i].size() <= 300);
    CHECK(packet->extension_count == (i == 0 ? 2 : 0));
    joined = joined + to_bytes(parse_vp8_payload(packet->payload)->data);
    if (i > 0) continue;
    CHECK(decode_capture_time(packet->extension(abs_capture_time_id).value()) == 0x123456789ABCDEF0);
    CHECK(decode_frame_descriptor(packet->extension(frame_descriptor_id).value()) == dependency);
  }
  CHECK(joined == frame.data);
}

TEST_CASE("Too little room ends the frame") {
  Packetizer packetizer({});
  const auto frame = frame_of(100);
  packetizer.begin(frame, 0);
  Bytes out(115);
  CHECK(packetizer.next(out) == 0);
  CHECK(packetizer.next(out) == 0);
}

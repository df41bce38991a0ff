#include "core/rtp/retransmission_packet.h"

#include <catch2/catch.hpp>

#include "core/rtp/extensions.h"
#include "core/rtp/packetizer.h"
#include "core/rtp/rtp_packet.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr std::uint32_t media_ssrc = 0x0A0B0C0D;
constexpr std::uint32_t retransmission_ssrc = 0x01020304;
constexpr std::uint8_t media_payload_type = 96;

Bytes retransmission_of(const Bytes& original) {
  Bytes out(original.size() + original_number_size);
  out.resize(write_retransmission(original, retransmission_ssrc, retransmission_payload_type, out));
  return out;
}

Bytes original_of(const Bytes& retransmission) {
  Bytes out(retransmission.size());
  out.resize(restore_original(retransmission, media_ssrc, media_payload_type, out));
  return out;
}

// As the packets of a frame leave: numbered.
std::vector<Bytes> sent_frame(std::size_t size, std::uint16_t first_number, bool with_extension) {
  EncodedFrame frame;
  std::mt19937 random(static_cast<unsigned>(size));
  frame.data = random_bytes(random, size);
  const auto capture_time = encode_capture_time(0x0102030405060708);
  const RtpExtension extension{abs_capture_time_id, capture_time};
  Packetizer packetizer({media_ssrc, media_payload_type, 0x1234, 1200});
  packetizer.begin(frame, 0xCAFEBABE, {&extension, with_extension ? 1u : 0u});
  std::vector<Bytes> packets;
  for (;;) {
    Bytes out(1200);
    out.resize(packetizer.next(out));
    if (out.empty()) return packets;
    out[2] = static_cast<std::uint8_t>(first_number >> 8);
    out[3] = static_cast<std::uint8_t>(first_number);
    ++first_number;
    packets.push_back(out);
  }
}

}  // namespace

TEST_CASE("A retransmission has the bytes of RFC 4588") {
  const Bytes original = hex("90E0FFFE 11121314 0A0B0C0D BEDE0001 10AB0000 C0FFEE");
  const Bytes retransmission = hex("90E10000 11121314 01020304 BEDE0001 10AB0000 FFFE C0FFEE");
  CHECK(retransmission_of(original) == retransmission);
  CHECK(original_of(retransmission) == original);
}

TEST_CASE("Each packet that leaves is restored to the byte, with its marker, extensions and number") {
  const auto size = GENERATE(as<std::size_t>{}, 1, 1164, 1184, 1185, 30'000);
  const bool with_extension = GENERATE(false, true);
  for (const Bytes& original : sent_frame(size, 65'530, with_extension)) {
    Bytes again = retransmission_of(original);
    REQUIRE(again.size() == original.size() + original_number_size);
    again[2] = 0x55;  // its own number, when it leaves
    const auto packet = parse_rtp(again);
    REQUIRE(packet);
    CHECK(packet->header.ssrc == retransmission_ssrc);
    CHECK(packet->header.payload_type == retransmission_payload_type);
    CHECK(packet->header.marker == parse_rtp(original)->header.marker);
    CHECK(packet->header.timestamp == 0xCAFEBABE);
    CHECK(original_of(again) == original);
  }
}

TEST_CASE("What others may send is restored as far as it goes") {
  struct Row {
    const char* what;
    const char* original;
    const char* restored;
  };
  const auto row = GENERATE(values<Row>({
      {"CSRCs", "82600001 00000002 0A0B0C0D 00000005 00000006 FF", "82600001 00000002 0A0B0C0D 00000005 00000006 FF"},
      {"an extension of an unknown profile", "90600001 00000002 0A0B0C0D 12340001 DEADBEEF FF",
       "90600001 00000002 0A0B0C0D 12340001 DEADBEEF FF"},
      {"an empty payload", "80600001 00000002 0A0B0C0D", "80600001 00000002 0A0B0C0D"},
      {"padding, which goes", "A0600001 00000002 0A0B0C0D FF0002", "80600001 00000002 0A0B0C0D FF"},
  }));
  INFO(row.what);
  CHECK(original_of(retransmission_of(hex(row.original))) == hex(row.restored));
}

TEST_CASE("What holds no original is refused, and so is too little room") {
  CHECK(original_of(hex("80610001 00000002 01020304")).empty());
  CHECK(original_of(hex("80610001 00000002 01020304 FF")).empty());
  CHECK_FALSE(original_of(hex("A0610001 00000002 01020304 FFFF01")).empty());
  CHECK(original_of(hex("A0610001 00000002 01020304 FF000003")).empty());  // all but one byte is padding
  CHECK(original_of(hex("40610001 00000002 01020304 FFFF")).empty());
  CHECK(original_of({}).empty());
  CHECK(retransmission_of(hex("80600001 00000002")).empty());

  const Bytes original = hex("80600001 00000002 0A0B0C0D C0FFEE");
  Bytes out(original.size() + original_number_size - 1);
  CHECK(write_retransmission(original, retransmission_ssrc, retransmission_payload_type, out) == 0);
  const Bytes retransmission = retransmission_of(original);
  out.resize(original.size() - 1);
  CHECK(restore_original(retransmission, media_ssrc, media_payload_type, out) == 0);
}

TEST_CASE("Every prefix of a retransmission and every value of its bytes does no harm") {
  Bytes whole = retransmission_of(sent_frame(100, 7, true).front());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes restored = original_of(prefix(whole, size));
    CHECK(restored.empty() == (size < 12 + 4 + 12 + original_number_size));
  }
  for (auto& byte : whole) {
    const std::uint8_t kept = byte;
    for (int value = 0; value < 256; ++value) {
      byte = static_cast<std::uint8_t>(value);
      const Bytes restored = original_of(whole);
      if (!restored.empty()) REQUIRE(parse_rtp(restored));
    }
    byte = kept;
  }
}

#include "core/ice/stun_message.h"

#include <catch2/catch.hpp>

#include "tests/unit/ice/stun_bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr std::string_view password = "VOkJxbRl1RmTxUk/WvJxBt";

// RFC 5769, sections 2.1 to 2.3.
const Bytes sample_request =
    hex("00010058 2112a442 b7e7a701 bc34d686 fa87dfae 80220010 5354554e 20746573 7420636c 69656e74 00240004 6e0001ff"
        "80290008 932ff9b1 51263b36 00060009 6576746a 3a683676 59202020 00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249"
        "c1b571a2 80280004 e57a3bcf");
const Bytes sample_ipv4_response =
    hex("0101003c 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220 00200008 0001a147 e112a643"
        "00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7 80280004 c07d4c96");
const Bytes sample_ipv6_response =
    hex("01010048 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220 00200014 0002a147 0113a9fa"
        "a5d3f179 bc25f4b5 bed2b9d9 00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41 80280004 c8fb0b4c");

bool is_authentic(const Bytes& datagram, std::string_view with = password) {
  const auto message = parse_stun(datagram);
  return message && has_integrity(*message, with, openssl_cryptography());
}

const Bytes unknown_attribute = attribute(0x7777, "what");

}  // namespace

TEST_CASE("the request of RFC 5769 is read") {
  const auto message = parse_stun(sample_request);
  REQUIRE(message);
  CHECK(message->message_class == StunClass::request);
  CHECK(message->method == stun_binding_method);
  CHECK(message->username == "evtj:h6vY");
  CHECK(message->priority == 0x6e00'01ffu);
  CHECK(message->controlled == 0x932f'f9b1'5126'3b36u);
  CHECK_FALSE(message->controlling);
  CHECK_FALSE(message->use_candidate);
  CHECK(message->unknown_count == 0);
  CHECK(message->has_fingerprint);
  CHECK(is_authentic(sample_request));
  CHECK_FALSE(is_authentic(sample_request, "VOkJxbRl1RmTxUk/WvJxBu"));
  CHECK(username_of_request(sample_request) == "evtj:h6vY");
}

TEST_CASE("the responses of RFC 5769 are read") {
  const auto ipv4_message = parse_stun(sample_ipv4_response);
  REQUIRE(ipv4_message);
  CHECK(ipv4_message->message_class == StunClass::success);
  CHECK(ipv4_message->mapped_address == Endpoint{ipv4(192, 0, 2, 1), 32853});
  CHECK(is_authentic(sample_ipv4_response));

  const auto ipv6_message = parse_stun(sample_ipv6_response);
  REQUIRE(ipv6_message);
  const IpAddress address{0x20, 1, 0x0d, 0xb8, 0x12, 0x34, 0x56, 0x78, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77};
  CHECK(ipv6_message->mapped_address == Endpoint{address, 32853});
  CHECK(is_authentic(sample_ipv6_response));
  CHECK_FALSE(username_of_request(sample_ipv6_response));
}

TEST_CASE("a message with one bit flipped, cut off or made longer is none") {
  for (const Bytes& whole : {sample_request, sample_ipv4_response, sample_ipv6_response}) {
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
      Bytes flipped = whole;
      flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ 1 << bit % 8);
      // A change that turns FINGERPRINT into another attribute leaves a message without one.
      const auto message = parse_stun(flipped);
      REQUIRE_FALSE((message && message->has_fingerprint));
    }
    for (std::size_t size = 0; size < whole.size(); ++size)
      REQUIRE_FALSE(parse_stun(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))));
    Bytes longer = whole;
    longer.insert(longer.end(), 4, 0);
    CHECK_FALSE(parse_stun(longer));
  }
}

TEST_CASE("without a fingerprint a flipped bit is seen by the integrity") {
  const Bytes whole = RawStun(1, 7).add(attribute(0x0006, "evtj:h6vY")).integrity(password).bytes();
  REQUIRE(is_authentic(whole));
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes flipped = whole;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ 1 << bit % 8);
    REQUIRE_FALSE(is_authentic(flipped));
  }
}

TEST_CASE("what follows the integrity is passed over but for the fingerprint, which is the end") {
  RawStun late = RawStun(1, 1).add(attribute(0x0006, "a:b")).integrity(password);
  late.add(attribute(0x0025, "")).add(unknown_attribute).fingerprint();
  const auto message = parse_stun(late.bytes());
  REQUIRE(message);
  CHECK_FALSE(message->use_candidate);
  CHECK(message->unknown_count == 0);
  CHECK(is_authentic(late.bytes()));

  CHECK_FALSE(parse_stun(RawStun(1, 1).fingerprint().add(attribute(0x0025, "")).bytes()));
}

TEST_CASE("attributes with impossible sizes are refused") {
  for (const auto& [type, size] : std::vector<std::pair<unsigned, std::size_t>>{{0x0024, 3},
                                                                                {0x0024, 8},
                                                                                {0x8029, 4},
                                                                                {0x802A, 12},
                                                                                {0x0025, 4},
                                                                                {0x0020, 0},
                                                                                {0x0020, 4},
                                                                                {0x0020, 8},
                                                                                {0x0020, 20},
                                                                                {0x0009, 3},
                                                                                {0x0009, 4},
                                                                                {0x0008, 16},
                                                                                {0x8028, 8},
                                                                                {0x0006, 513}}) {
    INFO(type << " of " << size);
    CHECK_FALSE(parse_stun(RawStun(0x0101, 1).add(attribute(type, Bytes(size))).bytes()));
  }
  Bytes lying = RawStun(1, 1).add(attribute(0x8022, "name")).bytes();
  lying[23] = 8;
  CHECK_FALSE(parse_stun(lying));
}

TEST_CASE("sizes are bounded") {
  const std::string longest(512, 'u');
  const Bytes bytes = RawStun(1, 1).add(attribute(0x0006, longest)).bytes();
  const auto message = parse_stun(bytes);
  REQUIRE(message);
  CHECK(message->username == longest);
  CHECK(parse_stun(RawStun(1, 1).add(attribute(0x8022, Bytes(1476))).bytes()));
  CHECK_FALSE(parse_stun(RawStun(1, 1).add(attribute(0x8022, Bytes(1480))).bytes()));

  RawStun many(1, 1);
  for (unsigned type = 0x7000; type < 0x7040; ++type) many.add(attribute(type, "")).add(attribute(type, ""));
  const auto unknown = parse_stun(many.bytes());
  REQUIRE(unknown);
  CHECK(unknown->unknown_count == StunMessage::max_unknown);
  CHECK(unknown->unknown.front() == 0x7000);
  CHECK(unknown->unknown.back() == 0x7007);
}

TEST_CASE("of attributes that come twice the first counts") {
  const Bytes bytes =
      RawStun(1, 1).add(attribute(0x0006, "first:one")).add(attribute(0x0006, "second")).fingerprint().bytes();
  const auto message = parse_stun(bytes);
  REQUIRE(message);
  CHECK(message->username == "first:one");
}

TEST_CASE("a datagram is distinguished from DTLS and RTP") {
  CHECK(is_stun(sample_request));
  Bytes other = sample_request;
  other[0] = 20;
  CHECK_FALSE(is_stun(other));
  other[0] = 128;
  CHECK_FALSE(is_stun(other));
  other = sample_request;
  other[4] = 0;
  CHECK_FALSE(is_stun(other));
  CHECK_FALSE(is_stun({}));
  CHECK_FALSE(is_stun(std::span(sample_request).first(7)));
}

TEST_CASE("a username is read only from a binding request with a fingerprint") {
  const Bytes name = attribute(0x0006, "a:b");
  CHECK(username_of_request(RawStun(0x0001, 1).add(name).fingerprint().bytes()) == "a:b");
  CHECK_FALSE(username_of_request(RawStun(0x0001, 1).add(name).bytes()));
  CHECK_FALSE(username_of_request(RawStun(0x0011, 1).add(name).fingerprint().bytes()));
  CHECK_FALSE(username_of_request(RawStun(0x0003, 1).add(name).fingerprint().bytes()));
  CHECK_FALSE(username_of_request(RawStun(0x0001, 1).fingerprint().bytes()));
}

TEST_CASE("what is written is read again") {
  const StunTransactionId id{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Endpoint ipv6{{0x20, 1, 0xd, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 5004};
  StunWriter writer(StunClass::request, id);
  writer.username("mine", "theirs").priority(77).controlling(0x1122'3344'5566'7788).use_candidate();
  const Bytes request = writer.finish(password, openssl_cryptography());
  const auto message = parse_stun(request);
  REQUIRE(message);
  CHECK(message->message_class == StunClass::request);
  CHECK(message->id == id);
  CHECK(message->username == "theirs:mine");
  CHECK(message->priority == 77u);
  CHECK(message->controlling == 0x1122'3344'5566'7788u);
  CHECK(message->use_candidate);
  CHECK(is_authentic(request));

  const auto answered =
      StunWriter(StunClass::success, id).mapped_address(ipv6).finish(password, openssl_cryptography());
  CHECK(parse_stun(answered)->mapped_address == ipv6);
  const auto refused = StunWriter(StunClass::error, id).error(487).finish(password, openssl_cryptography());
  CHECK(parse_stun(refused)->message_class == StunClass::error);
  CHECK(parse_stun(refused)->error_code == 487);
}

TEST_CASE("an IPv4 address is written as one") {
  const Bytes written = StunWriter(StunClass::success, {})
                            .mapped_address({ipv4(192, 0, 2, 1), 32853})
                            .finish(password, openssl_cryptography());
  CHECK(Bytes(written.begin() + 20, written.begin() + 32) == hex("0020 0008 0001 a147 e112a643"));
}

TEST_CASE("what does not fit is not written") {
  const std::string name(1500, 'u');
  CHECK(StunWriter(StunClass::request, {}).username(name, name).finish(password, openssl_cryptography()).empty());
}

#include "core/signal/link.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/signal/base64.h"
#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::string page = "https://example.org/call";
const std::string link_text = page + "#e1." + one_address_data;

std::string error_of(std::string_view text) {
  const auto link = read_link(text, crypto());
  CHECK_FALSE(link);
  return link.error;
}

bool is_damaged(std::string_view text) { return error_of(text).starts_with("This link is damaged: "); }
bool is_newer(std::string_view text) { return error_of(text).starts_with("This link needs a newer Evenkeel: "); }
bool is_none(std::string_view text) { return error_of(text).starts_with("This is no link of Evenkeel: "); }

bool reads(std::string_view text) {
  const auto link = read_link(text, crypto());
  return link && link.error.empty() && link.value->secret == secret && link.value->fingerprint == listener &&
         link.value->addresses == std::vector{address_4};
}

// With the bytes at hand and the checksum that belongs to them.
std::string with_checksum(std::vector<std::uint8_t> bytes) {
  const std::string_view purpose = "evenkeel e1 checksum";
  std::vector<std::uint8_t> summed(purpose.begin(), purpose.end());
  summed.insert(summed.end(), bytes.begin(), bytes.end());
  const Sha256Digest digest = crypto().sha256(summed);
  bytes.insert(bytes.end(), digest.begin(), digest.begin() + 4);
  return "#e1." + encode_base64(bytes, Base64::url);
}

// Version, flags, secret and fingerprint of the example, with other bytes behind them.
std::string with_addresses(const std::vector<std::uint8_t>& behind) {
  std::vector<std::uint8_t> bytes{1, 0};
  bytes.insert(bytes.end(), secret.begin(), secret.end());
  bytes.insert(bytes.end(), listener.begin(), listener.end());
  bytes.insert(bytes.end(), behind.begin(), behind.end());
  return with_checksum(bytes);
}

std::vector<std::uint8_t> ipv6_entry(std::vector<std::uint8_t> begin, std::uint8_t last) {
  std::vector<std::uint8_t> entry{1, 6};
  begin.resize(15);
  entry.insert(entry.end(), begin.begin(), begin.end());
  entry.insert(entry.end(), {last, 0x13, 0x8c});
  return entry;
}

CallLink random_link(std::mt19937& random) {
  CallLink link;
  link.flags = static_cast<std::uint8_t>(random());
  for (auto& byte : link.secret) byte = static_cast<std::uint8_t>(random());
  for (auto& byte : link.fingerprint) byte = static_cast<std::uint8_t>(random());
  for (auto count = 1 + random() % CallLink::max_addresses; count > 0; --count) {
    Endpoint endpoint = random() % 2 == 0 ? address_4 : address_6;
    endpoint.address.back() = static_cast<std::uint8_t>(random());
    endpoint.port = static_cast<std::uint16_t>(1 + random() % 65535);
    link.addresses.push_back(endpoint);
  }
  return link;
}

}  // namespace

TEST_CASE("A link has the text of the documents") {
  CHECK(write_link(link_to({address_4}), page, crypto()) == link_text);
  CHECK(write_link(link_to({address_4, address_6}), "", crypto()) == "#e1." + two_addresses_data);
  CHECK(one_address_data.size() == 83);
}

TEST_CASE("A link is read in each form in which people paste it") {
  for (const std::string& text :
       {link_text, "#e1." + one_address_data, "e1." + one_address_data, "  \t" + link_text + "\r\n",
        "<" + link_text + ">", "\"" + link_text + "\"", "'<" + link_text + ">'.", "“" + link_text + "”",
        link_text.substr(0, 40) + "\r\n" + link_text.substr(40, 30) + "\n  " + link_text.substr(70),
        "http://localhost:8443/#e1." + one_address_data, "file:///home/me/c#a#e1." + one_address_data}) {
    CAPTURE(text);
    CHECK(reads(text));
    CHECK(looks_like_link(text));
  }
}

TEST_CASE("Any link is the same after it was written and read") {
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    const CallLink link = random_link(random);
    const auto again = read_link(write_link(link, page, crypto()), crypto());
    REQUIRE(again);
    REQUIRE(again.value->flags == link.flags);
    REQUIRE(again.value->secret == link.secret);
    REQUIRE(again.value->fingerprint == link.fingerprint);
    REQUIRE(again.value->addresses == link.addresses);
  }
}

TEST_CASE("A link that is cut off anywhere is not read") {
  for (std::size_t size = 0; size < link_text.size(); ++size) {
    const std::string cut = link_text.substr(0, size);
    REQUIRE((size <= link_text.size() - one_address_data.size() ? is_none(cut) : is_damaged(cut)));
  }
  for (std::size_t begin = 1; begin < one_address_data.size(); ++begin) {
    REQUIRE(is_damaged("#e1." + one_address_data.substr(begin)));
  }
}

TEST_CASE("Any one character of a link that is another, lacks, or stands twice is found") {
  for (std::size_t at = 0; at < one_address_data.size(); ++at) {
    for (int c = 0; c < 256; ++c) {
      std::string text = "#e1." + one_address_data;
      if (text[at + 4] == static_cast<char>(c)) continue;
      text[at + 4] = static_cast<char>(c);
      REQUIRE_FALSE(read_link(text, crypto()));
    }
    std::string lacking = one_address_data, twice = one_address_data;
    REQUIRE(is_damaged("#e1." + lacking.erase(at, 1)));
    twice.insert(at, 1, twice[at]);  // behind the last one it is no part of it
    if (at + 1 < one_address_data.size()) REQUIRE(is_damaged("#e1." + twice));
  }
}

TEST_CASE("Neighbouring characters of a link that changed places are found") {
  for (std::size_t at = 0; at + 1 < one_address_data.size(); ++at) {
    std::string text = one_address_data;
    std::swap(text[at], text[at + 1]);
    if (text != one_address_data) REQUIRE(is_damaged("#e1." + text));
  }
}

TEST_CASE("A damaged link is said to be so in one sentence") {
  CHECK(error_of("#e1.AQAAAQID\u00e9BAUGBwgJ") ==
        "This link is damaged: it holds a character that does not belong there; copy all of it again, or ask for a new "
        "one.");
  CHECK(error_of("#e1.AQAAA") ==
        "This link is damaged: a part of it is missing; copy all of it again, or ask for a new one.");
  CHECK(error_of("#e1." + one_address_data.substr(8)) ==
        "This link is damaged: a part of it is missing or mistyped; copy all of it again, or ask for a new one.");
}

TEST_CASE("A link of a newer version asks for a newer Evenkeel") {
  CHECK(is_newer(page + "#e2." + one_address_data));
  CHECK(is_newer("e17.whatever it holds"));
  CHECK(is_newer(with_checksum({2})));
  CHECK(is_newer(with_checksum(std::vector<std::uint8_t>(300, 0xff))));
  CHECK(is_damaged(with_checksum({0, 1, 2})));
}

TEST_CASE("What is no link is said to be none") {
  for (const std::string& text :
       {std::string(), std::string("192.0.2.7:5004"), page, page + "#", page + "#e", page + "#e1", page + "#e0.AAAA",
        page + "#e01.AAAA", page + "#e1x.AAAA", page + "#f1.AAAA", page + "e1.AAAA", "#e1000." + one_address_data,
        "#e." + one_address_data, "#e-1." + one_address_data, reply_text, link_text + std::string(70'000, ' ')}) {
    CAPTURE(text);
    CHECK(is_none(text));
  }
}

TEST_CASE("A link is distinguished from an address") {
  for (const char* text : {"https://example.org/#e1.A", "#e1", "#e7.", " <e1.AAAA>"}) CHECK(looks_like_link(text));
  for (const char* text : {"", "#", "#e", "192.0.2.7:5004", "[2001:db8::7]:5004", "e2.example.org", "example.org#end",
                           "fe1.example.org", "e10"}) {
    CAPTURE(text);
    CHECK_FALSE(looks_like_link(text));
  }
}

TEST_CASE("A link that names no address, too many, or surplus bytes is refused though its checksum is right") {
  const std::vector<std::uint8_t> entry{4, 192, 0, 2, 7, 0x13, 0x8c};
  std::vector<std::uint8_t> seven{7};
  for (int i = 0; i < 7; ++i) seven.insert(seven.end(), entry.begin(), entry.end());
  CHECK(is_damaged(with_addresses(seven)));
  CHECK(is_damaged(with_addresses({})));
  CHECK(is_damaged(with_addresses({0})));
  CHECK(is_damaged(with_addresses({0, 4, 192, 0, 2, 7, 0x13, 0x8c})));
  CHECK(is_damaged(with_addresses({2, 4, 192, 0, 2, 7, 0x13, 0x8c})));
  CHECK(is_damaged(with_addresses({1, 4, 192, 0, 2, 7, 0x13})));
  CHECK(is_damaged(with_addresses({1, 4, 192, 0, 2, 7, 0x13, 0x8c, 0})));
  CHECK(is_damaged(with_addresses({1, 5, 192, 0, 2, 7, 0x13, 0x8c})));
  CHECK(reads(with_addresses({1, 4, 192, 0, 2, 7, 0x13, 0x8c})));
}

TEST_CASE("Addresses that are not those of one host are neither read nor written") {
  CHECK(is_damaged(with_addresses({1, 4, 192, 0, 2, 7, 0, 0})));              // port 0
  CHECK(is_damaged(with_addresses({1, 4, 0, 0, 0, 0, 0x13, 0x8c})));          // unspecified
  CHECK(is_damaged(with_addresses({1, 4, 224, 0, 0, 1, 0x13, 0x8c})));        // multicast
  CHECK(is_damaged(with_addresses({1, 4, 255, 255, 255, 255, 0x13, 0x8c})));  // broadcast
  CHECK(is_damaged(with_addresses(ipv6_entry({}, 0))));                       // unspecified
  CHECK(is_damaged(with_addresses(ipv6_entry({0xff, 2}, 1))));                // multicast
  CHECK(is_damaged(with_addresses(ipv6_entry({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2}, 7))));  // IPv4
  CHECK(read_link(with_addresses(ipv6_entry({}, 1)), crypto()));                                            // loopback
  const auto all = {ipv4(0, 0, 0, 0, 1), ipv4(239, 0, 0, 1, 1), ipv4(192, 0, 2, 7, 0), Endpoint{{}, 1}, address_4};
  CHECK(write_link(link_to(all), page, crypto()) == link_text);
}

TEST_CASE("Of more addresses than a link may have the first are written") {
  const auto link = read_link(write_link(link_to(std::vector(9, address_6)), page, crypto()), crypto());
  REQUIRE(link);
  CHECK(link.value->addresses == std::vector(CallLink::max_addresses, address_6));
}

TEST_CASE("The keys of a secret are those of the documents, and all differ") {
  const LinkKeys derived = keys();
  CHECK(derived.ice_password == "AAcvrBpW3rav7Eft9mg6cmfJI7kzto/E");
  CHECK(derived.knock_key ==
        AesKey{0x15, 0x53, 0x1e, 0x96, 0x0d, 0x9b, 0x23, 0x6f, 0xad, 0x4c, 0x5d, 0x7f, 0x58, 0x38, 0x9a, 0x39});
  CHECK(derived.reply_key ==
        AesKey{0x70, 0xb0, 0x9e, 0x06, 0x6c, 0xb0, 0xf6, 0xb3, 0xe8, 0xb6, 0x44, 0xba, 0x34, 0x77, 0x27, 0x2b});
  LinkSecret other = secret;
  other.back() ^= 1;
  CHECK(derive_keys(other, crypto()).ice_password != derived.ice_password);
}

TEST_CASE("The secret of a link is overwritten where it ends, and so are its keys") {
  alignas(LinkSecret) std::array<std::uint8_t, sizeof(LinkSecret)> place{};
  auto* held = new (place.data()) LinkSecret(secret);
  REQUIRE(std::equal(place.begin(), place.end(), secret.begin()));
  held->~LinkSecret();
  const volatile std::uint8_t* left = place.data();
  for (std::size_t i = 0; i < place.size(); ++i) CHECK(left[i] == 0);
  LinkKeys derived = keys();
  derived.forget();
  CHECK(derived.ice_password.empty());
  CHECK(derived.knock_key == AesKey{});
  CHECK(derived.reply_key == AesKey{});
}

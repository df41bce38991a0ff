#include "core/signal/knock.h"

#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "core/signal/base64.h"
#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;
using namespace std::literals;

namespace {

using Plain = std::array<std::uint8_t, 72>;

// Places of the bytes in the plain text.
constexpr std::size_t version_at = 0, password_at = 33, vp8_at = 65, retransmission_at = 66, opus_at = 67,
                      extensions_at = 68, features_at = 69, directions_at = 70, sound_extensions_at = 71;

std::string sealed(const Plain& plain) {
  std::array<std::uint8_t, 100> all{};
  std::copy(knock_nonce.begin(), knock_nonce.end(), all.begin());
  crypto().seal(keys().knock_key, knock_nonce, plain, std::span(all).subspan(12));
  return encode_base64(all, Base64::ice);
}

Plain plain_of(const std::string& text) {
  std::array<std::uint8_t, 100> all{};
  REQUIRE(decode_base64(text, Base64::ice, all));
  Plain plain{};
  REQUIRE(crypto().open(keys().knock_key, knock_nonce, std::span(all).subspan(12), plain));
  return plain;
}

std::optional<Knock> opened(const std::string& text) {
  auto all = open_knock(text, keys().knock_key, crypto());
  return all ? std::optional(all->knock) : std::nullopt;
}

// The example with one byte replaced, sealed as it should be.
std::optional<Knock> with_byte(std::size_t at, int value) {
  Plain plain = plain_of(knock_text);
  plain.at(at) = static_cast<std::uint8_t>(value);
  return opened(sealed(plain));
}

std::string seal(const Knock& knock) { return seal_knock(knock, keys().knock_key, knock_nonce, crypto()); }

std::string random_ice_text(std::mt19937& random, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return encode_base64(bytes, Base64::ice).substr(0, size);
}

Knock random_knock(std::mt19937& random) {
  const auto flag = [&] { return random() % 2 == 0; };
  Knock knock;
  for (auto& byte : knock.fingerprint) byte = static_cast<std::uint8_t>(random());
  knock.ice_password = random_ice_text(random, 22 + random() % 11);
  knock.vp8 = static_cast<std::uint8_t>(96 + random() % 10);
  knock.vp8_retransmission = flag() ? static_cast<std::uint8_t>(106 + random() % 10) : 0;
  knock.opus = flag() ? static_cast<std::uint8_t>(35 + random() % 29) : 0;
  knock.transport_wide_number_id = static_cast<std::uint8_t>(random() % 8);
  knock.capture_time_id = flag() ? static_cast<std::uint8_t>(8 + random() % 4) : 0;
  knock.audio_level_id = flag() ? static_cast<std::uint8_t>(12 + random() % 3) : 0;
  for (bool* field : {&knock.congestion_feedback, &knock.transport_wide_feedback, &knock.remb, &knock.native,
                      &knock.sends_video, &knock.receives_video, &knock.sends_audio, &knock.receives_audio}) {
    *field = flag();
  }
  return knock;
}

}  // namespace

TEST_CASE("A knock has the text of the documents, and is opened again with its nonce") {
  CHECK(seal(example_knock()) == knock_text);
  CHECK(knock_text.size() == knock_text_size);
  const auto knock = open_knock(knock_text, keys().knock_key, crypto());
  REQUIRE(knock);
  CHECK(knock->knock == example_knock());
  CHECK(knock->nonce == knock_nonce);
}

TEST_CASE("Each field of a knock comes back, alone and with all others") {
  Knock bare;
  bare.ice_password = std::string(22, '+');
  const std::vector<std::function<void(Knock&)>> changes{
      [](Knock& k) { k.fingerprint.back() = 7; },
      [](Knock& k) { k.ice_password = std::string(32, '/'); },
      [](Knock& k) { k.vp8 = 35; },
      [](Knock& k) { k.vp8 = 127, k.vp8_retransmission = 63; },
      [](Knock& k) { k.opus = 96; },
      [](Knock& k) { k.transport_wide_number_id = 14; },
      [](Knock& k) { k.capture_time_id = 14; },
      [](Knock& k) { k.congestion_feedback = true; },
      [](Knock& k) { k.transport_wide_feedback = true; },
      [](Knock& k) { k.remb = true; },
      [](Knock& k) { k.native = true; },
      [](Knock& k) { k.sends_video = true; },
      [](Knock& k) { k.receives_video = true; },
      [](Knock& k) { k.sends_audio = true; },
      [](Knock& k) { k.receives_audio = true; },
  };
  CHECK(opened(seal(bare)) == bare);
  for (const auto& change : changes) {
    Knock knock = bare;
    change(knock);
    CHECK(knock != bare);
    CHECK(opened(seal(knock)) == knock);
  }
}

TEST_CASE("Any knock is the same after it was sealed and opened") {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    const Knock knock = random_knock(random);
    const std::string text = seal(knock);
    REQUIRE(is_base64(text, Base64::ice));
    REQUIRE(opened(text) == knock);
  }
}

TEST_CASE("A knock with any bit flipped is not opened") {
  std::array<std::uint8_t, 100> all{};
  REQUIRE(decode_base64(knock_text, Base64::ice, all));
  for (std::size_t bit = 0; bit < all.size() * 8; ++bit) {
    auto forged = all;
    forged.at(bit / 8) ^= static_cast<std::uint8_t>(1 << bit % 8);
    REQUIRE_FALSE(opened(encode_base64(forged, Base64::ice)));
  }
}

TEST_CASE("A knock of another link is not opened") {
  LinkSecret other = secret;
  other.front() ^= 1;
  CHECK_FALSE(open_knock(knock_text, derive_keys(other, crypto()).knock_key, crypto()));
  CHECK_FALSE(open_knock(knock_text, keys().reply_key, crypto()));
}

TEST_CASE("Texts that are no knock are not opened") {
  for (std::size_t size = 0; size < knock_text.size(); ++size) REQUIRE_FALSE(opened(knock_text.substr(0, size)));
  CHECK_FALSE(opened(knock_text + "A"));
  CHECK_FALSE(opened(knock_text + knock_text));
  CHECK_FALSE(opened(std::string(134, 'A')));
  CHECK_FALSE(opened(std::string(513, 'A')));
  std::string other_end = knock_text;
  other_end.back() = 'R';  // the same bytes, and a bit behind them
  CHECK_FALSE(opened(other_end));
  for (std::size_t at = 0; at < knock_text.size(); ++at) {
    std::string text = knock_text;
    text[at] = '-';
    REQUIRE_FALSE(opened(text));
  }
}

TEST_CASE("A knock of another version is not opened, and what later ones may add changes nothing") {
  for (const int version : {0, 2, 255}) CHECK_FALSE(with_byte(version_at, version));
  CHECK(with_byte(version_at, 1) == example_knock());
  CHECK(with_byte(sound_extensions_at, 0x70) == example_knock());
  CHECK(with_byte(features_at, 0xfb) == example_knock());
  CHECK(with_byte(directions_at, 0xf3) == example_knock());
}

TEST_CASE("An Evenkeel's knock tells its features where it says so, and another's tells none") {
  Knock knock = example_knock();
  REQUIRE(knock.native);
  CHECK_FALSE(knock.features);
  for (unsigned features = 0; features < 128; ++features) {
    knock.features = static_cast<std::uint8_t>(features);
    CHECK(opened(seal(knock)) == knock);
    const Plain plain = plain_of(seal(knock));
    CHECK(plain[features_at] == (0x0b | (features & 15) << 4));
    CHECK(plain[sound_extensions_at] == (0x80 | (features & 0x70)));
  }
  CHECK(with_byte(features_at, 0xf3)->features == std::nullopt);  // not an Evenkeel
}

TEST_CASE("The password of a knock is 22 to 32 ice-chars, and zeros behind") {
  Plain plain = plain_of(knock_text);
  for (std::size_t size = 0; size <= 32; ++size) {
    std::fill_n(plain.begin() + password_at, 32, std::uint8_t{0});
    std::fill_n(plain.begin() + password_at, size, std::uint8_t{'x'});
    REQUIRE(opened(sealed(plain)).has_value() == (size >= 22));
  }
  CHECK_FALSE(with_byte(password_at + 3, 0));
  CHECK_FALSE(with_byte(password_at + 31, 'x'));
  for (const char c : "-_ :=\x80\xff"s) CHECK_FALSE(with_byte(password_at + 3, c));
}

TEST_CASE("Payload types of a knock are dynamic ones, and differ") {
  for (int type = 0; type < 256; ++type) {
    const bool dynamic = type == 0 || (type >= 35 && type <= 63) || (type >= 96 && type <= 127);
    CAPTURE(type);
    REQUIRE(with_byte(opus_at, type).has_value() == (dynamic && type != 96 && type != 97));
    REQUIRE(with_byte(retransmission_at, type).has_value() == (dynamic && type != 96 && type != 111));
    REQUIRE(with_byte(vp8_at, type).has_value() == (dynamic && type != 0 && type != 97 && type != 111));
  }
}

TEST_CASE("Ids of extensions in a knock are below 15, and differ") {
  for (int ids = 0; ids < 256; ++ids) {
    const int high = ids >> 4, low = ids & 15;
    CAPTURE(ids);
    REQUIRE(with_byte(extensions_at, ids).has_value() == (high != 15 && low != 15 && (high != low || high == 0)));
    REQUIRE(with_byte(sound_extensions_at, ids).has_value() == (low != 15 && low != 3 && low != 5));
  }
  CHECK(with_byte(sound_extensions_at, 0x49)->audio_level_id == 9);
}

TEST_CASE("Random bytes that are sealed as a knock are opened only as what they were sealed from") {
  std::mt19937 random(4);
  const Plain good = plain_of(knock_text);
  int accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    Plain plain = good;
    for (int change = 0; change < 2; ++change) plain.at(random() % plain.size()) = static_cast<std::uint8_t>(random());
    const auto knock = opened(sealed(plain));
    if (!knock) continue;
    ++accepted;
    plain[directions_at] &= 15;
    if (!knock->features) {
      plain[features_at] &= 15;
      plain[sound_extensions_at] &= 15;
    }
    REQUIRE(plain_of(seal(*knock)) == plain);
  }
  CHECK(accepted > 500);
}

#include "core/signal/reply_code.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/signal/base64.h"
#include "core/signal/pasted_text.h"
#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::string write(const ReplyCode& code) { return write_reply_code(code, keys().reply_key, reply_nonce, crypto()); }
Parsed<ReplyCode> read(std::string_view text) { return read_reply_code(text, keys().reply_key, crypto()); }

bool reads_as(std::string_view text, const ReplyCode& expected) {
  const auto code = read(text);
  return code && code.error.empty() && code.value->knock == expected.knock && code.value->ufrag == expected.ufrag &&
         code.value->addresses == expected.addresses;
}

std::string error_of(std::string_view text) {
  const auto code = read(text);
  CHECK_FALSE(code);
  return code.error;
}
bool is_damaged(std::string_view text) { return error_of(text).starts_with("This reply code is damaged: "); }
bool is_newer(std::string_view text) { return error_of(text).starts_with("This reply code needs a newer Evenkeel: "); }
bool is_none(std::string_view text) { return error_of(text).starts_with("This is no reply code of Evenkeel: "); }

// Sealed and summed as it should be, of any plain text.
std::string sealed(const std::vector<std::uint8_t>& plain) {
  std::vector<std::uint8_t> all(12 + plain.size() + 16);
  std::copy(reply_nonce.begin(), reply_nonce.end(), all.begin());
  crypto().seal(keys().reply_key, reply_nonce, plain, std::span(all).subspan(12));
  return "r1." + pack(all, "evenkeel r1 checksum", crypto());
}

// The knock's 100 bytes, and others behind them.
std::string with_rest(std::string_view ufrag, const std::vector<std::uint8_t>& addresses) {
  std::vector<std::uint8_t> plain(100);
  REQUIRE(decode_base64(knock_text, Base64::ice, plain));
  plain.insert(plain.end(), ufrag.begin(), ufrag.end());
  plain.insert(plain.end(), addresses.begin(), addresses.end());
  return sealed(plain);
}

using namespace std::literals;
const std::vector<std::uint8_t> one_address{1, 4, 198, 51, 100, 9, 0x17, 0x70};

}  // namespace

TEST_CASE("A reply code has the text of the documents") {
  CHECK(write(example_reply()) == reply_text);
  CHECK(reads_as(reply_text, example_reply()));
  CHECK(with_rest("uvWX\0\0\0\0"sv, one_address) == reply_text);
}

TEST_CASE("The knock in a reply code can be opened") {
  const auto code = read(reply_text);
  REQUIRE(code);
  const auto knock = open_knock(code.value->knock, keys().knock_key, crypto());
  REQUIRE(knock);
  CHECK(knock->knock == example_knock());
}

TEST_CASE("A reply code is read in each form in which people paste it") {
  for (const std::string& text : {" " + reply_text + "\n", "<" + reply_text + ">", "\"" + reply_text + "\".",
                                  reply_text.substr(0, 76) + "\r\n" + reply_text.substr(76)}) {
    CHECK(reads_as(text, example_reply()));
    CHECK(looks_like_reply_code(text));
  }
}

TEST_CASE("A reply code with four IPv6 addresses stays below 300 characters, and more are not written") {
  ReplyCode code{knock_text, "uvWXyz+/", std::vector(6, address_6)};
  const std::string text = write(code);
  CHECK(text.size() == 293);
  code.addresses.resize(ReplyCode::max_addresses);
  CHECK(reads_as(text, code));
}

TEST_CASE("Any reply code is the same after it was written and read") {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::uint8_t> bytes(100);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    ReplyCode code{encode_base64(bytes, Base64::ice), {}, {}};
    code.ufrag = code.knock.substr(random() % 100, 4 + random() % 5);
    for (auto count = 1 + random() % 4; count > 0; --count) {
      code.addresses.push_back(random() % 2 == 0 ? address_4 : address_6);
      code.addresses.back().port = static_cast<std::uint16_t>(1 + random() % 65535);
    }
    REQUIRE(reads_as(write(code), code));
  }
}

TEST_CASE("A reply code that is cut off or mistyped anywhere is damaged") {
  for (std::size_t size = 4; size < reply_text.size(); ++size) REQUIRE(is_damaged(reply_text.substr(0, size)));
  for (std::size_t at = 3; at < reply_text.size(); ++at) {
    for (int c = 0; c < 256; ++c) {
      std::string text = reply_text;
      if (text[at] == static_cast<char>(c)) continue;
      text[at] = static_cast<char>(c);
      REQUIRE(is_damaged(text));
    }
  }
}

TEST_CASE("A reply code of another link is said to be so") {
  LinkSecret other = secret;
  other.front() ^= 1;
  const auto code = read_reply_code(reply_text, derive_keys(other, crypto()).reply_key, crypto());
  CHECK_FALSE(code);
  CHECK(code.error == "This reply code belongs to another link: send the caller the link that is shown here.");
}

TEST_CASE("A reply code of a newer version, and what is none, are distinguished") {
  CHECK(is_newer("r2.whatever"));
  CHECK_FALSE(looks_like_reply_code(""));
  for (const std::string& text : {std::string(), "192.0.2.7:5004"s, "#e1." + one_address_data, "r0.AAAA"s,
                                  reply_text.substr(1), reply_text.substr(3), reply_text + std::string(70'000, ' ')}) {
    CAPTURE(text);
    CHECK(is_none(text));
    CHECK_FALSE(looks_like_reply_code(text));
  }
}

TEST_CASE("A reply code of which the contents make no sense is refused though it is sealed with the right key") {
  CHECK(is_damaged(sealed({})));
  CHECK(is_damaged(sealed(std::vector<std::uint8_t>(50))));
  CHECK(is_damaged(sealed(std::vector<std::uint8_t>(116))));
  CHECK(is_damaged(sealed(std::vector<std::uint8_t>(1000))));
  CHECK(is_damaged(with_rest("uvW\0\0\0\0\0"sv, one_address)));
  CHECK(is_damaged(with_rest("uvWX\0\0\0x"sv, one_address)));
  CHECK(is_damaged(with_rest("uv:X\0\0\0\0"sv, one_address)));
  CHECK(is_damaged(with_rest("uvWX\0\0\0\0"sv, {0, 4, 198, 51, 100, 9, 0x17, 0x70})));
  CHECK(is_damaged(with_rest("uvWX\0\0\0\0"sv, {1, 4, 224, 51, 100, 9, 0x17, 0x70})));
  CHECK(is_damaged(with_rest("uvWX\0\0\0\0"sv, {2, 4, 198, 51, 100, 9, 0x17, 0x70})));
  CHECK(is_damaged(with_rest("uvWX\0\0\0\0"sv, {1, 4, 198, 51, 100, 9, 0x17, 0x70, 0})));
}

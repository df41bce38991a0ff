#include "core/signal/base64.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace evenkeel;

namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::string encoded(std::string_view text) { return encode_base64(bytes_of(text), Base64::ice); }

bool decodes(std::string_view text, std::size_t bytes, Base64 alphabet = Base64::ice) {
  std::vector<std::uint8_t> out(bytes);
  return decode_base64(text, alphabet, out);
}

}  // namespace

TEST_CASE("Base64 has the texts of RFC 4648, section 10, without padding") {
  CHECK(encoded("").empty());
  CHECK(encoded("f") == "Zg");
  CHECK(encoded("fo") == "Zm8");
  CHECK(encoded("foo") == "Zm9v");
  CHECK(encoded("foobar") == "Zm9vYmFy");
  const std::vector<std::uint8_t> last_two{0xfb, 0xff};
  CHECK(encode_base64(last_two, Base64::ice) == "+/8");
  CHECK(encode_base64(last_two, Base64::url) == "-_8");
}

TEST_CASE("Base64 of any bytes can be decoded again, and has the size that is said") {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<std::uint8_t> bytes(size), again(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const Base64 alphabet = size % 2 == 0 ? Base64::url : Base64::ice;
    const std::string text = encode_base64(bytes, alphabet);
    REQUIRE(text.size() == base64_text_size(size));
    REQUIRE(base64_byte_count(text.size()) == size);
    REQUIRE(decode_base64(text, alphabet, again));
    REQUIRE(again == bytes);
  }
}

TEST_CASE("Base64 with other characters, of another length or with bits behind its end is refused") {
  CHECK(decodes("Zm8", 2));
  CHECK_FALSE(decodes("Zm9", 2));  // the same bytes, and a bit behind them
  CHECK_FALSE(decodes("Zh", 1));
  CHECK_FALSE(decodes("Zm8=", 2));
  CHECK_FALSE(decodes("Zm8", 1));
  CHECK_FALSE(decodes("Zm8", 3));
  CHECK_FALSE(decodes("Z", 0));
  CHECK_FALSE(decodes("Z\0g", 2));
  CHECK_FALSE(decodes("+/8", 2, Base64::url));
  CHECK_FALSE(decodes("-_8", 2, Base64::ice));
  for (int c = 0; c < 256; ++c) {
    const std::string text{'A', static_cast<char>(c), 'A', 'A'};
    const bool expected = std::isalnum(c) != 0 || c == '+' || c == '/';
    REQUIRE(decodes(text, 3) == expected);
    REQUIRE(is_base64(text, Base64::ice) == expected);
  }
}

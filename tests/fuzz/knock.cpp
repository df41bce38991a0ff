#include "core/signal/knock.h"

#include <algorithm>
#include <vector>

#include "core/signal/base64.h"
#include "core/signal/call_address.h"
#include "core/signal/pasted_text.h"
#include "core/signal/reply_code.h"
#include "tests/fuzz/fake_cryptography.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

const FakeCryptography cryptography;
using Bytes = std::span<const std::uint8_t>;

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// A nonce of zeros, the bytes, and the tag that opens them.
std::vector<std::uint8_t> sealed(Bytes plain) {
  std::vector<std::uint8_t> all(GcmNonce{}.size() + plain.size() + gcm_tag_size);
  cryptography.seal({}, {}, plain, std::span(all).subspan(GcmNonce{}.size()));
  return all;
}

void fuzz_knock(std::string_view text) {
  const auto opened = open_knock(text, {}, cryptography);
  if (!opened) return;
  const Knock& knock = opened->knock;
  require(text.size() == knock_text_size && knock.ice_password.size() >= 22 && knock.ice_password.size() <= 32);
  require(is_base64(knock.ice_password, Base64::ice));
  require(knock.transport_wide_number_id < 15 && knock.capture_time_id < 15 && knock.audio_level_id < 15);
  const auto again = open_knock(seal_knock(knock, {}, opened->nonce, cryptography), {}, cryptography);
  require(again && again->knock == knock && again->nonce == opened->nonce);
}

void fuzz_reply_code(std::string_view text) {
  const auto code = read_reply_code(text, {}, cryptography);
  require(code.value.has_value() == code.error.empty());
  if (!code) return require(code.error.starts_with("This ") && code.error.ends_with('.'));
  require((*code).knock.size() == knock_text_size);
  require(!(*code).addresses.empty() && std::ranges::all_of((*code).addresses, is_callable));
  const std::string written = write_reply_code(*code, {}, {}, cryptography);
  require(written.size() < 300);
  const auto again = read_reply_code(written, {}, cryptography);
  require(again && (*again).knock == (*code).knock && (*again).ufrag == (*code).ufrag &&
          (*again).addresses == (*code).addresses);
  fuzz_knock((*code).knock);
}

}  // namespace

// The first byte: what the rest is, a knock or a reply code, as a text or as the bytes that are sealed in it.
void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const Bytes rest = input.subspan(1);
  switch (input.front() % 4) {
    case 0:
      return fuzz_knock(text_of(rest));
    case 1:
      return fuzz_knock(encode_base64(sealed(rest), Base64::ice));
    case 2:
      return fuzz_reply_code(text_of(rest));
    default:
      return fuzz_reply_code("r1." + pack(sealed(rest), "", cryptography));
  }
}

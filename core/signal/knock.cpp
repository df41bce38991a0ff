#include "core/signal/knock.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/signal/base64.h"
#include "core/signal/ice_text.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t knock_version = 1;
constexpr std::size_t password_field = 32;
constexpr std::size_t min_password = 22;  // RFC 8839, section 5.4
constexpr std::size_t plain_size = 1 + 32 + password_field + 7;
constexpr std::size_t nonce_size = GcmNonce{}.size();
constexpr std::size_t knock_size = nonce_size + plain_size + gcm_tag_size;
static_assert(base64_text_size(knock_size) == knock_text_size);

using Plain = std::array<std::uint8_t, plain_size>;

// The first is the lowest bit.
std::uint8_t bits(std::initializer_list<bool> flags) {
  unsigned value = 0, bit = 1;
  for (const bool flag : flags) {
    value |= flag ? bit : 0;
    bit <<= 1;
  }
  return static_cast<std::uint8_t>(value);
}

// Those that RFC 3551 (section 3) and RFC 5761 (section 4) leave to be negotiated.
bool is_payload_type(std::uint8_t type) {
  return type == 0 || (type >= 35 && type <= 63) || (type >= 96 && type <= 127);
}

bool differ(std::uint8_t a, std::uint8_t b) { return a == 0 || a != b; }

bool has_good_types(const Knock& knock) {
  const auto [video, again, sound] = std::array{knock.vp8, knock.vp8_retransmission, knock.opus};
  return is_payload_type(video) && is_payload_type(again) && is_payload_type(sound) && differ(video, again) &&
         differ(video, sound) && differ(again, sound) && (video != 0 || again == 0);
}

bool has_good_extensions(const Knock& knock) {
  const auto [number, time, level] =
      std::array{knock.transport_wide_number_id, knock.capture_time_id, knock.audio_level_id};
  return number != 15 && time != 15 && level != 15 && differ(number, time) && differ(number, level) &&
         differ(time, level);
}

// Of the features the lower half is in the upper half of the byte before the directions, the upper half with a mark
// that they are told at all in that of the last byte.
constexpr std::uint8_t features_told = 0x80;

Plain write_plain(const Knock& knock) {
  const unsigned features = knock.features.value_or(0) | (knock.features ? features_told : 0u);
  Plain plain{};
  ByteWriter writer(plain);
  writer.u8(knock_version);
  writer.bytes(knock.fingerprint);
  write_ice_text(writer, knock.ice_password, password_field);
  writer.u8(knock.vp8);
  writer.u8(knock.vp8_retransmission);
  writer.u8(knock.opus);
  writer.u8(static_cast<std::uint8_t>(knock.transport_wide_number_id << 4 | (knock.capture_time_id & 15)));
  const unsigned able = bits({knock.congestion_feedback, knock.transport_wide_feedback, knock.remb, knock.native});
  writer.u8(static_cast<std::uint8_t>(able | (features & 15) << 4));
  writer.u8(bits({knock.sends_video, knock.receives_video, knock.sends_audio, knock.receives_audio}));
  writer.u8(static_cast<std::uint8_t>((knock.audio_level_id & 15) | (features & 0xF0)));
  return plain;
}

void read_flags(Knock& knock, std::uint8_t features, std::uint8_t directions) {
  knock.congestion_feedback = features & 1;
  knock.transport_wide_feedback = features & 2;
  knock.remb = features & 4;
  knock.native = features & 8;
  knock.sends_video = directions & 1;
  knock.receives_video = directions & 2;
  knock.sends_audio = directions & 4;
  knock.receives_audio = directions & 8;
}

// Bits of the flags without a name mean nothing here, and neither do those of the features where they are not told.
void read_media(Knock& knock, ByteReader& reader) {
  knock.vp8 = reader.u8();
  knock.vp8_retransmission = reader.u8();
  knock.opus = reader.u8();
  const std::uint8_t ids = reader.u8();
  knock.transport_wide_number_id = ids >> 4;
  knock.capture_time_id = ids & 15;
  const std::uint8_t features = reader.u8();
  read_flags(knock, features, reader.u8());
  const std::uint8_t last = reader.u8();
  knock.audio_level_id = last & 15;
  if ((last & features_told) != 0 && knock.native)
    knock.features = static_cast<std::uint8_t>((features >> 4) | (last & 0x70));
}

std::optional<Knock> read_plain(const Plain& plain) {
  ByteReader reader(plain);
  if (reader.u8() != knock_version) return std::nullopt;
  Knock knock;
  std::ranges::copy(reader.bytes(knock.fingerprint.size()), knock.fingerprint.begin());
  auto password = read_ice_text(reader, password_field, min_password);
  if (!password) return std::nullopt;
  knock.ice_password = std::move(*password);
  read_media(knock, reader);
  if (!has_good_types(knock) || !has_good_extensions(knock)) return std::nullopt;
  return knock;
}

}  // namespace

std::string seal_knock(const Knock& knock, const AesKey& key, const GcmNonce& nonce, const Cryptography& cryptography) {
  std::array<std::uint8_t, knock_size> all{};
  std::ranges::copy(nonce, all.begin());
  cryptography.seal(key, nonce, write_plain(knock), std::span(all).subspan(nonce_size));
  return encode_base64(all, Base64::ice);
}

std::optional<OpenedKnock> open_knock(std::string_view text, const AesKey& key, const Cryptography& cryptography) {
  std::array<std::uint8_t, knock_size> all{};
  if (!decode_base64(text, Base64::ice, all)) return std::nullopt;
  OpenedKnock opened;
  std::copy_n(all.begin(), nonce_size, opened.nonce.begin());
  Plain plain{};
  if (!cryptography.open(key, opened.nonce, std::span(all).subspan(nonce_size), plain)) return std::nullopt;
  auto knock = read_plain(plain);
  if (!knock) return std::nullopt;
  opened.knock = std::move(*knock);
  return opened;
}

}  // namespace evenkeel

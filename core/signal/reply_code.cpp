#include "core/signal/reply_code.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/signal/base64.h"
#include "core/signal/call_address.h"
#include "core/signal/ice_text.h"
#include "core/signal/knock.h"
#include "core/signal/pasted_text.h"

namespace evenkeel {
namespace {

constexpr std::string_view reply_checksum = "evenkeel r1 checksum";
constexpr std::size_t min_ufrag_size = 4;  // RFC 8839, section 5.4
constexpr std::size_t gcm_nonce_size = GcmNonce{}.size();
constexpr std::size_t knock_bytes = base64_byte_count(knock_text_size);
constexpr std::size_t before_addresses = knock_bytes + ReplyCode::max_ufrag_size;
constexpr std::size_t min_plain_size = before_addresses + 1 + 7;  // one IPv4 address
constexpr std::size_t max_plain_size = before_addresses + max_call_address_bytes(ReplyCode::max_addresses);

using Bytes = std::vector<std::uint8_t>;

Parsed<ReplyCode> refused_code(const std::string& why) { return {std::nullopt, why}; }

Parsed<ReplyCode> damaged_code(std::string_view how) {
  return refused_code("This reply code is damaged: " + std::string(how) + "; copy all of it again.");
}

Parsed<ReplyCode> of_another_link() {
  return refused_code("This reply code belongs to another link: send the caller the link that is shown here.");
}

Parsed<ReplyCode> newer_code(int version) {
  return refused_code("This reply code needs a newer Evenkeel: it is of version " + std::to_string(version) +
                      ", and this one reads those of version 1.");
}

Parsed<ReplyCode> no_reply_code() {
  return refused_code("This is no reply code of Evenkeel: one reads r1. and then some 200 to 290 letters and digits.");
}

Bytes write_plain(const ReplyCode& code) {
  Bytes plain(max_plain_size);
  std::array<std::uint8_t, knock_bytes> knock{};
  decode_base64(code.knock, Base64::ice, knock);
  ByteWriter writer(plain);
  writer.bytes(knock);
  write_ice_text(writer, code.ufrag, ReplyCode::max_ufrag_size);
  write_call_addresses(writer, code.addresses, ReplyCode::max_addresses);
  plain.resize(writer.size());
  return plain;
}

Parsed<ReplyCode> read_plain(const Bytes& plain) {
  ByteReader reader(plain);
  ReplyCode code;
  code.knock = encode_base64(reader.bytes(knock_bytes), Base64::ice);
  auto ufrag = read_ice_text(reader, ReplyCode::max_ufrag_size, min_ufrag_size);
  auto addresses = read_call_addresses(reader, ReplyCode::max_addresses);
  if (!ufrag || !addresses || !reader.ok() || reader.left() > 0) return damaged_code("what it says makes no sense");
  code.ufrag = std::move(*ufrag);
  code.addresses = std::move(*addresses);
  return {std::move(code), {}};
}

// The nonce, and what it sealed.
Parsed<ReplyCode> open_sealed(std::span<const std::uint8_t> all, const AesKey& key, const Cryptography& cryptography) {
  GcmNonce nonce{};
  std::copy_n(all.begin(), gcm_nonce_size, nonce.begin());
  Bytes plain(all.size() - gcm_nonce_size - gcm_tag_size);
  if (!cryptography.open(key, nonce, all.subspan(gcm_nonce_size), plain)) return of_another_link();
  return read_plain(plain);
}

}  // namespace

std::string write_reply_code(const ReplyCode& code, const AesKey& key, const GcmNonce& nonce,
                             const Cryptography& cryptography) {
  const Bytes plain = write_plain(code);
  Bytes all(gcm_nonce_size + plain.size() + gcm_tag_size);
  std::ranges::copy(nonce, all.begin());
  cryptography.seal(key, nonce, plain, std::span(all).subspan(gcm_nonce_size));
  return "r1." + pack(all, reply_checksum, cryptography);
}

Parsed<ReplyCode> read_reply_code(std::string_view text, const AesKey& key, const Cryptography& cryptography) {
  const Pasted pasted = find_pasted(text, 'r', reply_checksum, cryptography);
  if (pasted.kind == Pasted::Kind::none) return no_reply_code();
  if (pasted.kind == Pasted::Kind::newer) return newer_code(pasted.version);
  if (pasted.kind == Pasted::Kind::damaged) return damaged_code(pasted.damage);
  if (pasted.bytes.size() < gcm_nonce_size + min_plain_size + gcm_tag_size)
    return damaged_code("a part of it is missing");
  return open_sealed(pasted.bytes, key, cryptography);
}

bool looks_like_reply_code(std::string_view text) { return looks_pasted(text, 'r'); }

}  // namespace evenkeel

#include "core/signal/link.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/signal/base64.h"
#include "core/signal/call_address.h"
#include "core/signal/pasted_text.h"
#include "core/signal/plain_text.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t link_version = 1;
constexpr std::string_view checksum_purpose = "evenkeel e1 checksum";

Parsed<CallLink> damaged(std::string_view how) {
  return {std::nullopt, "This link is damaged: " + std::string(how) + "; copy all of it again, or ask for a new one."};
}

Parsed<CallLink> of_newer_version(int version) {
  return {std::nullopt, "This link needs a newer Evenkeel: it is of version " + std::to_string(version) +
                            ", and this one reads those of version 1."};
}

Parsed<CallLink> no_link() {
  return {std::nullopt,
          "This is no link of Evenkeel: one reads https://PAGE#e1. and then some 80 to 200 letters and digits."};
}

// Without the version.
Parsed<CallLink> read_contents(ByteReader& reader) {
  CallLink link;
  link.flags = reader.u8();
  std::ranges::copy(reader.bytes(link.secret.size()), link.secret.begin());
  std::ranges::copy(reader.bytes(link.fingerprint.size()), link.fingerprint.begin());
  auto addresses = read_call_addresses(reader, CallLink::max_addresses);
  if (!addresses || !reader.ok() || reader.left() > 0) return damaged("what it says makes no sense");
  link.addresses = std::move(*addresses);
  return {link, {}};
}

// Its data is missing: "https://example.org/#e1".
bool ends_as_link_begins(std::string_view text) {
  std::string plain = plain_text(text.substr(0, max_pasted_size));
  std::erase_if(plain, [](char c) { return c == ' ' || c == '\n'; });
  const std::string_view behind = std::string_view(plain).substr(plain.rfind('#') + 1);
  return behind.size() < plain.size() && behind.size() >= 2 && behind[0] == 'e' && behind[1] >= '0' && behind[1] <= '9';
}

}  // namespace

std::string write_link(const CallLink& link, std::string_view page, const Cryptography& cryptography) {
  std::array<std::uint8_t, 2 + 16 + 32 + max_call_address_bytes(CallLink::max_addresses)> bytes{};
  ByteWriter writer(bytes);
  writer.u8(link_version);
  writer.u8(link.flags);
  writer.bytes(link.secret);
  writer.bytes(link.fingerprint);
  write_call_addresses(writer, link.addresses, CallLink::max_addresses);
  return std::string(page) + "#e1." + pack(std::span(bytes).first(writer.size()), checksum_purpose, cryptography);
}

Parsed<CallLink> read_link(std::string_view text, const Cryptography& cryptography) {
  const Pasted pasted = find_pasted(text, 'e', checksum_purpose, cryptography);
  if (pasted.kind == Pasted::Kind::none) return no_link();
  if (pasted.kind == Pasted::Kind::newer) return of_newer_version(pasted.version);
  if (pasted.kind == Pasted::Kind::damaged) return damaged(pasted.damage);
  ByteReader reader(pasted.bytes);
  const std::uint8_t version = reader.u8();
  if (version > link_version) return of_newer_version(version);
  if (version < link_version) return damaged("its version does not exist");
  return read_contents(reader);
}

bool looks_like_link(std::string_view text) { return looks_pasted(text, 'e') || ends_as_link_begins(text); }

void LinkKeys::forget() {
  wipe(ice_password);
  wipe(knock_key);
  wipe(reply_key);
}

LinkKeys derive_keys(const LinkSecret& secret, const Cryptography& cryptography) {
  LinkKeys keys;
  std::array<std::uint8_t, 24> password{};
  cryptography.hkdf_sha256(secret, "evenkeel e1 ice-pwd", password);
  keys.ice_password = encode_base64(password, Base64::ice);
  cryptography.hkdf_sha256(secret, "evenkeel e1 knock", keys.knock_key);
  cryptography.hkdf_sha256(secret, "evenkeel e1 reply", keys.reply_key);
  return keys;
}

}  // namespace evenkeel

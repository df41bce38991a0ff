#include "core/ice/stun_message.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/ice/crc32.h"
#include "core/ice/stun_attributes.h"

namespace evenkeel {
namespace {

using Bytes = std::span<const std::uint8_t>;

// The value of an address attribute is XORed with the magic cookie and, for IPv6, the transaction id behind it (RFC
// 8489, section 14.2).
std::array<std::uint8_t, 16> address_mask(const StunTransactionId& id) {
  std::array<std::uint8_t, 16> mask;
  ByteWriter writer(mask);
  writer.u32(stun_magic_cookie);
  writer.bytes(id);
  return mask;
}

// `mask`: zeros where the address is written as it is, in MAPPED-ADDRESS and ALTERNATE-SERVER.
std::optional<Endpoint> read_address(Bytes value, const std::array<std::uint8_t, 16>& mask) {
  ByteReader reader(value);
  reader.u8();
  const std::uint8_t family = reader.u8();
  Endpoint endpoint;
  endpoint.port = static_cast<std::uint16_t>(reader.u16() ^ (mask[0] << 8 | mask[1]));
  const std::size_t size = family == 1 ? 4 : 16;
  if ((family != 1 && family != 2) || reader.left() != size) return std::nullopt;
  if (family == 1) endpoint.address[10] = endpoint.address[11] = 0xFF;
  for (std::size_t i = 0; i < size; ++i)
    endpoint.address[16 - size + i] = static_cast<std::uint8_t>(reader.u8() ^ mask[i]);
  return endpoint;
}

int read_error_code(Bytes value) {
  ByteReader reader(value);
  reader.u16();
  const int hundreds = reader.u8() & 7;
  const int rest = reader.u8();
  return reader.ok() && hundreds >= 3 && hundreds <= 6 && rest < 100 ? hundreds * 100 + rest : 0;
}

template <typename Number>
bool read_number(Bytes value, std::optional<Number>& out) {
  if (value.size() != sizeof(Number)) return false;
  ByteReader reader(value);
  if (!out) out = sizeof(Number) == 4 ? static_cast<Number>(reader.u32()) : static_cast<Number>(reader.u64());
  return true;
}

bool read_username(Bytes value, StunMessage& message) {
  if (value.size() > max_stun_username_size) return false;
  if (!message.username) message.username.emplace(reinterpret_cast<const char*>(value.data()), value.size());
  return true;
}

void note_unknown(std::uint16_t type, StunMessage& message) {
  const auto end = message.unknown.begin() + static_cast<std::ptrdiff_t>(message.unknown_count);
  if (message.unknown_count < StunMessage::max_unknown && std::find(message.unknown.begin(), end, type) == end)
    message.unknown[message.unknown_count++] = type;
}

bool read_text(Bytes value, std::optional<std::string_view>& out) {
  if (value.size() > max_stun_text_size) return false;
  if (!out) out.emplace(reinterpret_cast<const char*>(value.data()), value.size());
  return true;
}

bool read_relayed(Bytes value, StunMessage& message) {
  const auto address = read_address(value, address_mask(message.id));
  if (!address) return false;
  const auto first = message.relayed.begin();
  const bool known = std::any_of(first, first + static_cast<std::ptrdiff_t>(message.relayed_count),
                                 [&](const Endpoint& other) { return is_ipv4(other) == is_ipv4(*address); });
  if (!known && message.relayed_count < message.relayed.size()) message.relayed[message.relayed_count++] = *address;
  return true;
}

bool read_turn_attribute(std::uint16_t type, Bytes value, StunMessage& message) {
  switch (type) {
    case turn_attribute::xor_relayed_address:
      return read_relayed(value, message);
    case turn_attribute::lifetime:
      return read_number(value, message.lifetime);
    case turn_attribute::xor_peer_address:
      if (!message.peer_address) message.peer_address = read_address(value, address_mask(message.id));
      return message.peer_address.has_value();
    case turn_attribute::data:
      if (!message.data) message.data = value;
      return true;
    default:
      if (type < 0x8000) note_unknown(type, message);
      return true;
  }
}

// False where the attribute is malformed.
bool read_attribute(std::uint16_t type, Bytes value, StunMessage& message) {
  switch (type) {
    case stun_attribute::username:
      return read_username(value, message);
    case stun_attribute::priority:
      return read_number(value, message.priority);
    case stun_attribute::ice_controlling:
      return read_number(value, message.controlling);
    case stun_attribute::ice_controlled:
      return read_number(value, message.controlled);
    case stun_attribute::evenkeel_features:
      return read_number(value, message.evenkeel_features);
    case stun_attribute::use_candidate:
      message.use_candidate = true;
      return value.empty();
    case stun_attribute::xor_mapped_address:
      if (!message.mapped_address) message.mapped_address = read_address(value, address_mask(message.id));
      return message.mapped_address.has_value();
    case stun_attribute::error_code:
      if (message.error_code == 0) message.error_code = read_error_code(value);
      return message.error_code != 0;
    case stun_attribute::realm:
      return read_text(value, message.realm);
    case stun_attribute::nonce:
      return read_text(value, message.nonce);
    case stun_attribute::alternate_server:
      message.alternate_server = read_address(value, {});
      return message.alternate_server.has_value();
    case stun_attribute::mapped_address:
    case stun_attribute::unknown_attributes:
      return true;  // understood, and of no use here
    default:
      if (message.method != stun_binding_method) return read_turn_attribute(type, value, message);
      if (type < 0x8000) note_unknown(type, message);
      return true;
  }
}

bool has_right_fingerprint(Bytes datagram, std::size_t at, Bytes value) {
  if (value.size() != 4 || at + stun_fingerprint_size != datagram.size()) return false;
  return (ByteReader(value).u32() ^ stun_fingerprint_mask) == crc32(datagram.first(at));
}

bool read_integrity(Bytes datagram, std::size_t at, Bytes value, StunMessage& message) {
  if (value.size() != stun_integrity_size) return false;
  message.before_integrity = datagram.first(at);
  message.integrity = value;
  return true;
}

bool read_attributes(Bytes datagram, ByteReader reader, StunMessage& message) {
  while (reader.left() > 0) {
    const std::size_t at = datagram.size() - reader.left();
    const std::uint16_t type = reader.u16();
    const std::size_t size = reader.u16();
    const Bytes value = reader.bytes(size);
    reader.bytes((4 - size % 4) % 4);
    if (!reader.ok()) return false;
    if (type == stun_attribute::fingerprint) {
      message.has_fingerprint = has_right_fingerprint(datagram, at, value);
      return message.has_fingerprint;
    }
    if (!message.integrity.empty()) continue;
    const bool good = type == stun_attribute::message_integrity ? read_integrity(datagram, at, value, message)
                                                                : read_attribute(type, value, message);
    if (!good) return false;
  }
  return true;
}

// Class and method lie interleaved in the first two bytes (RFC 8489, section 5).
StunClass class_of(std::uint16_t type) { return static_cast<StunClass>((type >> 7 & 2) | (type >> 4 & 1)); }
std::uint16_t method_of(std::uint16_t type) {
  return static_cast<std::uint16_t>((type & 0x000F) | (type >> 1 & 0x0070) | (type >> 2 & 0x0F80));
}
std::uint16_t type_of(StunClass message_class, std::uint16_t method) {
  const auto bits = static_cast<unsigned>(message_class);
  return static_cast<std::uint16_t>((method & 0x000Fu) | (method & 0x0070u) << 1 | (method & 0x0F80u) << 2 |
                                    (bits & 2) << 7 | (bits & 1) << 4);
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

bool is_stun(Bytes datagram) {
  ByteReader reader(datagram);
  const std::uint32_t start = reader.u32();
  return reader.u32() == stun_magic_cookie && start >> 24 <= 3;
}

std::optional<StunMessage> parse_stun(Bytes datagram) {
  if (!is_stun(datagram) || datagram.size() < stun_header_size || datagram.size() > max_stun_size) return std::nullopt;
  ByteReader reader(datagram);
  const std::uint16_t type = reader.u16();
  if (reader.u16() != datagram.size() - stun_header_size || datagram.size() % 4 != 0) return std::nullopt;
  reader.u32();
  StunMessage message;
  message.message_class = class_of(type);
  message.method = method_of(type);
  const Bytes id = reader.bytes(message.id.size());
  std::copy(id.begin(), id.end(), message.id.begin());
  if (!read_attributes(datagram, reader, message)) return std::nullopt;
  return message;
}

std::optional<std::string_view> username_of_request(Bytes datagram) {
  const auto message = parse_stun(datagram);
  if (!message || message->message_class != StunClass::request || message->method != stun_binding_method ||
      !message->has_fingerprint)
    return std::nullopt;
  return message->username;
}

bool has_integrity(const StunMessage& message, std::string_view password, const Cryptography& cryptography) {
  const std::size_t size = message.before_integrity.size();
  if (message.integrity.empty() || size < stun_header_size || size > max_stun_size) return false;
  std::array<std::uint8_t, max_stun_size> covered;
  std::copy(message.before_integrity.begin(), message.before_integrity.end(), covered.begin());
  // The length that is covered ends with MESSAGE-INTEGRITY, whatever follows (RFC 8489, section 14.5).
  const std::size_t length = size - stun_header_size + 4 + stun_integrity_size;
  covered[2] = static_cast<std::uint8_t>(length >> 8);
  covered[3] = static_cast<std::uint8_t>(length);
  const Sha1Digest expected = cryptography.hmac_sha1(bytes_of(password), Bytes(covered).first(size));
  return equal_in_constant_time(expected, message.integrity);
}

StunWriter::StunWriter(StunClass message_class, const StunTransactionId& id, std::uint16_t method) : id_(id) {
  writer_.u16(type_of(message_class, method));
  writer_.u16(0);
  writer_.u32(stun_magic_cookie);
  writer_.bytes(id);
}

void StunWriter::attribute(std::uint16_t type, std::size_t size) {
  writer_.u16(type);
  writer_.u16(static_cast<std::uint16_t>(size));
}

StunWriter& StunWriter::username(std::string_view local, std::string_view remote) {
  attribute(stun_attribute::username, local.size() + remote.size() + 1);
  writer_.bytes(bytes_of(remote));
  writer_.u8(':');
  writer_.bytes(bytes_of(local));
  writer_.pad();
  return *this;
}

StunWriter& StunWriter::text(std::uint16_t type, std::string_view value) {
  attribute(type, value.size());
  writer_.bytes(bytes_of(value));
  writer_.pad();
  return *this;
}

StunWriter& StunWriter::number(std::uint16_t type, std::uint32_t value) {
  attribute(type, 4);
  writer_.u32(value);
  return *this;
}

StunWriter& StunWriter::priority(std::uint32_t value) { return number(stun_attribute::priority, value); }

StunWriter& StunWriter::controlling(std::uint64_t tie_breaker) {
  attribute(stun_attribute::ice_controlling, 8);
  writer_.u64(tie_breaker);
  return *this;
}

StunWriter& StunWriter::controlled(std::uint64_t tie_breaker) {
  attribute(stun_attribute::ice_controlled, 8);
  writer_.u64(tie_breaker);
  return *this;
}

StunWriter& StunWriter::use_candidate() {
  attribute(stun_attribute::use_candidate, 0);
  return *this;
}

StunWriter& StunWriter::mapped_address(const Endpoint& endpoint) {
  return xor_address(stun_attribute::xor_mapped_address, endpoint);
}

StunWriter& StunWriter::xor_address(std::uint16_t type, const Endpoint& endpoint) {
  const std::size_t size = is_ipv4(endpoint) ? 4 : 16;
  attribute(type, 4 + size);
  writer_.u16(size == 4 ? 1 : 2);
  writer_.u16(static_cast<std::uint16_t>(endpoint.port ^ stun_magic_cookie >> 16));
  const auto mask = address_mask(id_);
  for (std::size_t i = 0; i < size; ++i)
    writer_.u8(static_cast<std::uint8_t>(endpoint.address[16 - size + i] ^ mask[i]));
  return *this;
}

StunWriter& StunWriter::error(int code) {
  attribute(stun_attribute::error_code, 4);
  writer_.u16(0);
  writer_.u8(static_cast<std::uint8_t>(code / 100));
  writer_.u8(static_cast<std::uint8_t>(code % 100));
  return *this;
}

StunWriter& StunWriter::unknown_attributes(std::span<const std::uint16_t> types) {
  attribute(stun_attribute::unknown_attributes, 2 * types.size());
  for (const std::uint16_t type : types) writer_.u16(type);
  writer_.pad();
  return *this;
}

// Counts what the attributes hold, those included that are written next.
void StunWriter::set_length(std::size_t attributes) {
  buffer_[2] = static_cast<std::uint8_t>(attributes >> 8);
  buffer_[3] = static_cast<std::uint8_t>(attributes);
}

std::vector<std::uint8_t> StunWriter::finish() {
  set_length(writer_.size() - stun_header_size);
  if (!writer_.ok()) return {};
  return {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(writer_.size())};
}

std::vector<std::uint8_t> StunWriter::finish(std::string_view password, const Cryptography& cryptography) {
  const std::size_t covered = writer_.size();
  set_length(covered - stun_header_size + 4 + stun_integrity_size);
  attribute(stun_attribute::message_integrity, stun_integrity_size);
  writer_.bytes(cryptography.hmac_sha1(bytes_of(password), Bytes(buffer_).first(covered)));
  const std::size_t summed = writer_.size();
  set_length(summed - stun_header_size + stun_fingerprint_size);
  attribute(stun_attribute::fingerprint, 4);
  writer_.u32(crc32(Bytes(buffer_).first(summed)) ^ stun_fingerprint_mask);
  if (!writer_.ok()) return {};
  return {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(writer_.size())};
}

}  // namespace evenkeel

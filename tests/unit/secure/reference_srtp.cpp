#include "reference_srtp.h"

#include <openssl/evp.h>

#include <memory>

#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel::test {
namespace {

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;
Cipher cipher() { return {EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free}; }

Bytes part(const Bytes& bytes, std::size_t from, std::size_t size) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}
Bytes from(const Bytes& bytes, std::size_t start) { return part(bytes, start, bytes.size() - start); }
Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Bytes big_endian(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
          static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}
Bytes exclusive_or(Bytes a, const Bytes& b) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] ^= b[i];
  return a;
}

Bytes counter_mode(const Bytes& key, Bytes iv, const Bytes& plain) {
  iv.resize(16);
  Bytes out(plain.size());
  int written = 0;
  const Cipher context = cipher();
  EVP_EncryptInit_ex(context.get(), EVP_aes_128_ctr(), nullptr, key.data(), iv.data());
  EVP_EncryptUpdate(context.get(), out.data(), &written, plain.data(), static_cast<int>(plain.size()));
  return out;
}

Bytes tag(const Bytes& key, const Bytes& text) {
  const Sha1Digest digest = openssl_cryptography().hmac_sha1(key, text);
  return {digest.begin(), digest.begin() + 10};
}

// RFC 3711, section 4.1.1: 2^16 times salt, SSRC at bit 64, index at bit 16.
Bytes counter_iv(const Bytes& salt, const Bytes& ssrc, const Bytes& index) {
  return exclusive_or(salt, Bytes(4) + ssrc + index);
}

}  // namespace

Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

SrtpKey some_key(SrtpProfile profile, std::uint8_t number) {
  SrtpKey key;
  key.size = profile == SrtpProfile::aead_aes_128_gcm ? 28 : 30;
  for (std::size_t i = 0; i < key.size; ++i) key.bytes[i] = static_cast<std::uint8_t>(11 * i + number);
  return key;
}

Bytes derive(const SrtpKey& key, std::uint8_t label, std::size_t size) {
  const Bytes all(key.bytes.begin(), key.bytes.begin() + static_cast<std::ptrdiff_t>(key.size));
  Bytes salt = from(all, 16);
  salt.resize(14);
  salt[7] ^= label;
  return counter_mode(part(all, 0, 16), salt, Bytes(size));
}

Bytes gcm(const Bytes& key, const Bytes& nonce, const Bytes& associated, const Bytes& plain) {
  Bytes out(plain.size() + 16);
  int written = 0;
  const Cipher context = cipher();
  EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, key.data(), nonce.data());
  EVP_EncryptUpdate(context.get(), nullptr, &written, associated.data(), static_cast<int>(associated.size()));
  EVP_EncryptUpdate(context.get(), out.data(), &written, plain.data(), static_cast<int>(plain.size()));
  EVP_EncryptFinal_ex(context.get(), out.data() + plain.size(), &written);
  EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, 16, out.data() + plain.size());
  return out;
}

// RFC 7714, section 8.1; RFC 3711, sections 4.1.1 and 4.2.
Bytes reference_rtp(SrtpProfile profile, const SrtpKey& key, const Bytes& packet, std::uint32_t roll_over) {
  const Bytes header = part(packet, 0, 12), number = part(packet, 2, 2), ssrc = part(packet, 8, 4);
  const Bytes payload = from(packet, 12), session_key = derive(key, 0, 16);
  if (profile == SrtpProfile::aead_aes_128_gcm) {
    const Bytes nonce = exclusive_or(derive(key, 2, 12), Bytes(2) + ssrc + big_endian(roll_over) + number);
    return header + gcm(session_key, nonce, header, payload);
  }
  const Bytes iv = counter_iv(derive(key, 2, 14), ssrc, big_endian(roll_over) + number);
  const Bytes sealed = header + counter_mode(session_key, iv, payload);
  return sealed + tag(derive(key, 1, 20), sealed + big_endian(roll_over));
}

// RFC 7714, sections 9.1 and 9.2; RFC 3711, section 3.4.
Bytes reference_rtcp(SrtpProfile profile, const SrtpKey& key, const Bytes& packet, std::uint32_t index) {
  const Bytes header = part(packet, 0, 8), ssrc = part(packet, 4, 4), payload = from(packet, 8);
  const Bytes session_key = derive(key, 3, 16), trailer = big_endian(0x80000000u | index);
  if (profile == SrtpProfile::aead_aes_128_gcm) {
    const Bytes nonce = exclusive_or(derive(key, 5, 12), Bytes(2) + ssrc + Bytes(2) + big_endian(index));
    return header + gcm(session_key, nonce, header + trailer, payload) + trailer;
  }
  const Bytes iv = counter_iv(derive(key, 5, 14), ssrc, Bytes(2) + big_endian(index));
  const Bytes sealed = header + counter_mode(session_key, iv, payload) + trailer;
  return sealed + tag(derive(key, 4, 20), sealed);
}

}  // namespace evenkeel::test

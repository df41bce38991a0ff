#include "core/net/secure/openssl_cryptography.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <memory>

namespace evenkeel {
namespace {

void must(bool succeeded) {
  if (!succeeded) std::abort();
}

// Empty spans may point nowhere, which OpenSSL takes for "no key".
const std::uint8_t* data_of(Cryptography::Bytes bytes) {
  static constexpr std::uint8_t nothing = 0;
  return bytes.empty() ? &nothing : bytes.data();
}

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;
CipherContext cipher_context() {
  CipherContext context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  must(context != nullptr);
  return context;
}

}  // namespace

Sha256Digest OpensslCryptography::sha256(Bytes data) const {
  Sha256Digest digest{};
  must(EVP_Digest(data_of(data), data.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1);
  return digest;
}

Md5Digest OpensslCryptography::md5(Bytes data) const {
  Md5Digest digest{};
  must(EVP_Digest(data_of(data), data.size(), digest.data(), nullptr, EVP_md5(), nullptr) == 1);
  return digest;
}

Sha1Digest OpensslCryptography::hmac_sha1(Bytes key, Bytes data) const {
  Sha1Digest digest{};
  must(HMAC(EVP_sha1(), data_of(key), static_cast<int>(key.size()), data_of(data), data.size(), digest.data(),
            nullptr) != nullptr);
  return digest;
}

void OpensslCryptography::hkdf_sha256(Bytes secret, std::string_view info, std::span<std::uint8_t> out) const {
  const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr),
                                                                            EVP_PKEY_CTX_free);
  std::size_t length = out.size();
  must(context != nullptr && EVP_PKEY_derive_init(context.get()) > 0 &&
       EVP_PKEY_CTX_set_hkdf_md(context.get(), EVP_sha256()) > 0 &&
       EVP_PKEY_CTX_set1_hkdf_key(context.get(), data_of(secret), static_cast<int>(secret.size())) > 0 &&
       EVP_PKEY_CTX_add1_hkdf_info(context.get(), reinterpret_cast<const unsigned char*>(info.data()),
                                   static_cast<int>(info.size())) > 0 &&
       EVP_PKEY_derive(context.get(), out.data(), &length) > 0 && length == out.size());
}

void OpensslCryptography::pbkdf2_sha256(Bytes password, Bytes salt, int rounds, std::span<std::uint8_t> out) const {
  must(PKCS5_PBKDF2_HMAC(reinterpret_cast<const char*>(data_of(password)), static_cast<int>(password.size()),
                         data_of(salt), static_cast<int>(salt.size()), rounds, EVP_sha256(),
                         static_cast<int>(out.size()), out.data()) == 1);
}

void OpensslCryptography::seal(const AesKey& key, const GcmNonce& nonce, Bytes plain,
                               std::span<std::uint8_t> out) const {
  const CipherContext context = cipher_context();
  int written = 0;
  must(out.size() == plain.size() + gcm_tag_size &&
       EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, key.data(), nonce.data()) == 1 &&
       EVP_EncryptUpdate(context.get(), out.data(), &written, data_of(plain), static_cast<int>(plain.size())) == 1 &&
       EVP_EncryptFinal_ex(context.get(), out.data() + written, &written) == 1 &&
       EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, gcm_tag_size, out.data() + plain.size()) == 1);
}

bool OpensslCryptography::open(const AesKey& key, const GcmNonce& nonce, Bytes sealed,
                               std::span<std::uint8_t> out) const {
  if (sealed.size() < gcm_tag_size) return false;
  must(out.size() + gcm_tag_size == sealed.size());
  const CipherContext context = cipher_context();
  std::array<std::uint8_t, gcm_tag_size> tag{};
  std::copy(sealed.end() - gcm_tag_size, sealed.end(), tag.begin());
  int written = 0;
  must(EVP_DecryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, key.data(), nonce.data()) == 1 &&
       EVP_DecryptUpdate(context.get(), out.data(), &written, sealed.data(), static_cast<int>(out.size())) == 1 &&
       EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, gcm_tag_size, tag.data()) == 1);
  std::array<std::uint8_t, gcm_tag_size> rest{};
  return EVP_DecryptFinal_ex(context.get(), rest.data(), &written) == 1;
}

const Cryptography& openssl_cryptography() {
  static const OpensslCryptography cryptography;
  return cryptography;
}

RandomBytes system_random() {
  return [](std::span<std::uint8_t> out) { must(RAND_bytes(out.data(), static_cast<int>(out.size())) == 1); };
}

}  // namespace evenkeel

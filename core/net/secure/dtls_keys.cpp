#include "core/net/secure/dtls_keys.h"

#include <openssl/srtp.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

constexpr std::string_view label = "EXTRACTOR-dtls_srtp";
constexpr std::size_t key_size = 16;

struct Material {
  std::array<std::uint8_t, 2 * std::tuple_size_v<decltype(SrtpKey::bytes)>> bytes{};
  std::size_t salt_size = 0;

  Material() = default;
  Material(const Material&) = delete;
  Material& operator=(const Material&) = delete;
  ~Material() { wipe(bytes); }

  // Both keys come before both salts, the client's before the server's.
  void copy_key_of(DtlsRole role, SrtpKey& key) const {
    const auto index = static_cast<std::ptrdiff_t>(role == DtlsRole::client ? 0 : 1);
    const auto salt = static_cast<std::ptrdiff_t>(salt_size);
    key.size = key_size + salt_size;
    const auto behind =
        std::copy_n(bytes.begin() + index * static_cast<std::ptrdiff_t>(key_size), key_size, key.bytes.begin());
    std::copy_n(bytes.begin() + 2 * static_cast<std::ptrdiff_t>(key_size) + index * salt, salt_size, behind);
  }
};

std::optional<SrtpProfile> profile_of(SSL& ssl) {
  const SRTP_PROTECTION_PROFILE* chosen = SSL_get_selected_srtp_profile(&ssl);
  if (chosen == nullptr) return std::nullopt;
  if (chosen->id == SRTP_AEAD_AES_128_GCM) return SrtpProfile::aead_aes_128_gcm;
  if (chosen->id == SRTP_AES128_CM_SHA1_80) return SrtpProfile::aes128_cm_sha1_80;
  return std::nullopt;
}

}  // namespace

bool export_srtp_keys(SSL& ssl, DtlsRole role, SrtpKeys& out) {
  const auto profile = profile_of(ssl);
  if (!profile) return false;
  Material material;
  material.salt_size = *profile == SrtpProfile::aead_aes_128_gcm ? 12 : 14;
  if (SSL_export_keying_material(&ssl, material.bytes.data(), 2 * (key_size + material.salt_size), label.data(),
                                 label.size(), nullptr, 0, 0) != 1) {
    return false;
  }
  out.profile = *profile;
  material.copy_key_of(role, out.local);
  material.copy_key_of(role == DtlsRole::client ? DtlsRole::server : DtlsRole::client, out.remote);
  return true;
}

}  // namespace evenkeel

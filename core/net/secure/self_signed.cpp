#include "core/net/secure/self_signed.h"

#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdint>

namespace evenkeel {
namespace {

constexpr long day = 24 * 60 * 60;
constexpr int serial_bits = 127;  // positive, in at most 20 octets (RFC 5280, section 4.1.2.2)

std::string random_name() {
  std::array<std::uint8_t, 8> random{};
  must_succeed(RAND_bytes(random.data(), random.size()) == 1);
  std::string name;
  for (const std::uint8_t byte : random) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name;
}

void set_serial(X509& certificate) {
  const NumberPointer number(BN_new());
  must_succeed(number != nullptr && BN_rand(number.get(), serial_bits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
               BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr);
}

void set_name(X509& certificate) {
  const std::string text = random_name();
  X509_NAME* name = X509_get_subject_name(&certificate);
  must_succeed(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(text.data()),
                                          static_cast<int>(text.size()), -1, 0) == 1 &&
               X509_set_issuer_name(&certificate, name) == 1);
}

void add_extension(X509& certificate, int kind, const std::string& value) {
  const OpensslPointer<X509_EXTENSION, X509_EXTENSION_free> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()));
  must_succeed(extension != nullptr && X509_add_ext(&certificate, extension.get(), -1) == 1);
}

}  // namespace

X509Pointer self_signed(EVP_PKEY& key, const std::string& names) {
  X509Pointer certificate(X509_new());
  must_succeed(certificate != nullptr && X509_set_version(certificate.get(), 2) == 1);  // 2 is version 3
  set_serial(*certificate);
  set_name(*certificate);
  if (!names.empty()) {
    add_extension(*certificate, NID_subject_alt_name, names);
    add_extension(*certificate, NID_ext_key_usage, "serverAuth");
  }
  must_succeed(X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -day) != nullptr &&
               X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 364 * day) != nullptr &&
               X509_set_pubkey(certificate.get(), &key) == 1 && X509_sign(certificate.get(), &key, EVP_sha256()) > 0);
  return certificate;
}

}  // namespace evenkeel

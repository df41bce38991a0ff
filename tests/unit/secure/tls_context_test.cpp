#include "core/net/secure/tls_context.h"

#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <catch2/catch.hpp>

#include "core/net/secure/certificate_parts.h"
#include "core/net/secure/self_signed.h"
#include "core/net/secure/tls_parts.h"

using namespace evenkeel;

namespace {

std::string text_of(BIO& bio) {
  char* text = nullptr;
  const auto size = static_cast<std::size_t>(BIO_get_mem_data(&bio, &text));
  return {text, size};
}

std::string pem_of(EVP_PKEY& key) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
  return text_of(*bio);
}

std::string pem_of(X509& certificate) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), &certificate);
  return text_of(*bio);
}

std::string encrypted_pem_of(EVP_PKEY& key) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  const unsigned char password[] = "password";
  PEM_write_bio_PrivateKey(bio.get(), &key, EVP_aes_128_cbc(), password, 8, nullptr, nullptr);
  return text_of(*bio);
}

struct Pair {
  explicit Pair(EVP_PKEY* made = EVP_EC_gen("P-256")) : key(made), certificate(self_signed(*key)) {}
  KeyPointer key;
  X509Pointer certificate;
};

std::string error_of(const std::string& certificates, const std::string& key) {
  const auto read = TlsContext::from_pem({"cert.pem", certificates}, {"key.pem", key});
  CHECK_FALSE(read);
  return read.error;
}

std::size_t chain_of(const TlsContext& context) {
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get0_chain_certs(context.parts().context.get(), &chain);
  return static_cast<std::size_t>(sk_X509_num(chain));
}

}  // namespace

TEST_CASE("A self-signed certificate names the address that it is for, and no other") {
  IpAddress ipv4 = any_ipv4;
  ipv4[12] = 192;
  ipv4[14] = 2;
  ipv4[15] = 7;
  const IpAddress ipv6{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
  const bool is_ipv6 = GENERATE(false, true);
  const TlsContext context = TlsContext::self_signed(is_ipv6 ? ipv6 : ipv4);
  X509* certificate = SSL_CTX_get0_certificate(context.parts().context.get());
  CHECK(X509_check_ip_asc(certificate, "192.0.2.7", 0) == (is_ipv6 ? 0 : 1));
  CHECK(X509_check_ip_asc(certificate, "2001:db8::7", 0) == (is_ipv6 ? 1 : 0));
  CHECK(context.fingerprint() == fingerprint_of(*certificate));
  CHECK(X509_check_purpose(certificate, X509_PURPOSE_SSL_SERVER, 0) == 1);
  CHECK(TlsContext::self_signed(ipv4).fingerprint() != context.fingerprint());
}

TEST_CASE("A key and its certificates are read from PEM") {
  const Pair own, authority;
  const auto alone = TlsContext::from_pem({"c", pem_of(*own.certificate)}, {"k", pem_of(*own.key)});
  REQUIRE(alone);
  CHECK((*alone).fingerprint() == fingerprint_of(*own.certificate));
  const std::string chain = pem_of(*own.certificate) + pem_of(*authority.certificate);
  const auto signed_by_other = TlsContext::from_pem({"c", chain}, {"k", pem_of(*own.key)});
  REQUIRE(signed_by_other);
  CHECK(chain_of(*signed_by_other) == 1);
}

TEST_CASE("RSA keys are taken where they are strong") {
  const Pair strong(EVP_RSA_gen(2048)), weak(EVP_RSA_gen(1024));
  CHECK(TlsContext::from_pem({"c", pem_of(*strong.certificate)}, {"k", pem_of(*strong.key)}));
  CHECK(error_of(pem_of(*weak.certificate), pem_of(*weak.key)) ==
        "'cert.pem' is too weak for TLS: take a key of ECDSA P-256, or of RSA with 2048 bits.");
}

TEST_CASE("What is no key or certificate is reported with its file") {
  const Pair own, other;
  const std::string certificate = pem_of(*own.certificate), key = pem_of(*own.key);
  CHECK(error_of("", key) == "'cert.pem' holds no certificate in PEM.");
  CHECK(error_of(key, key) == "'cert.pem' holds no certificate in PEM.");
  CHECK(error_of(certificate.substr(0, 200), key) == "'cert.pem' holds no certificate in PEM.");
  const std::string no_key = "'key.pem' holds no private key in PEM that can be read without a password.";
  CHECK(error_of(certificate, "") == no_key);
  CHECK(error_of(certificate, certificate) == no_key);
  CHECK(error_of(certificate, key.substr(0, 100)) == no_key);
  CHECK(error_of(certificate, encrypted_pem_of(*own.key)) == no_key);
  CHECK(error_of(certificate, pem_of(*other.key)) ==
        "The key in 'key.pem' is not that of the certificate in 'cert.pem': give two that belong together.");
}

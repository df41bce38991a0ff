#include "core/net/secure/certificate.h"

#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <catch2/catch.hpp>
#include <set>

#include "core/net/secure/certificate_parts.h"

using namespace evenkeel;

namespace {

std::string text_of(BIO& bio) {
  char* text = nullptr;
  const auto size = static_cast<std::size_t>(BIO_get_mem_data(&bio, &text));
  return {text, size};
}

std::string pem_of(EVP_PKEY* key) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return text_of(*bio);
}

std::string encrypted_pem_of(EVP_PKEY* key) {
  const BioPointer bio(BIO_new(BIO_s_mem()));
  const std::string password = "password";
  PEM_write_bio_PrivateKey(bio.get(), key, EVP_aes_128_cbc(), reinterpret_cast<const unsigned char*>(password.data()),
                           static_cast<int>(password.size()), nullptr, nullptr);
  return text_of(*bio);
}

std::string certificate_part(const std::string& pem) { return pem.substr(0, pem.find("-----BEGIN PRIVATE")); }
std::string key_part(const std::string& pem) { return pem.substr(pem.find("-----BEGIN PRIVATE")); }

std::string name_of(const X509_NAME* name) {
  char text[256]{};
  X509_NAME_oneline(name, text, sizeof text);
  return text;
}

}  // namespace

TEST_CASE("Each new certificate has a key, a serial number and a name of its own, and says nothing else") {
  std::set<Sha256Digest> fingerprints;
  std::set<std::string> names, serials;
  for (int i = 0; i < 10; ++i) {
    const Certificate made = Certificate::make();
    const X509& x509 = *made.parts().certificate;
    fingerprints.insert(made.fingerprint());
    names.insert(name_of(X509_get_subject_name(&x509)));
    CHECK(name_of(X509_get_subject_name(&x509)) == name_of(X509_get_issuer_name(&x509)));
    CHECK(name_of(X509_get_subject_name(&x509)).size() == std::string_view("/CN=").size() + 16);
    const ASN1_INTEGER* serial = X509_get0_serialNumber(&x509);
    serials.emplace(reinterpret_cast<const char*>(ASN1_STRING_get0_data(serial)),
                    static_cast<std::size_t>(ASN1_STRING_length(serial)));
    CHECK(X509_get_ext_count(&x509) == 0);
    CHECK(X509_verify(made.parts().certificate.get(), made.parts().key.get()) == 1);
  }
  CHECK(fingerprints.size() == 10);
  CHECK(names.size() == 10);
  CHECK(serials.size() == 10);
}

TEST_CASE("A certificate is valid from yesterday for a year") {
  const Certificate made = Certificate::make();
  const X509* x509 = made.parts().certificate.get();
  int days = 0, seconds = 0;
  REQUIRE(ASN1_TIME_diff(&days, &seconds, X509_get0_notBefore(x509), X509_get0_notAfter(x509)) == 1);
  CHECK(days == 365);
  REQUIRE(ASN1_TIME_diff(&days, &seconds, X509_get0_notBefore(x509), nullptr) == 1);
  CHECK(days == 1);
}

TEST_CASE("A certificate that was written is read again as the same") {
  const Certificate made = Certificate::make();
  const auto read = Certificate::from_pem(made.to_pem());
  REQUIRE(read);
  CHECK((*read).fingerprint() == made.fingerprint());
  CHECK((*read).to_pem() == made.to_pem());
  CHECK(Certificate::from_pem(key_part(made.to_pem()) + certificate_part(made.to_pem())));
}

TEST_CASE("What is no P-256 key with its certificate is refused with its fault") {
  const std::string pem = Certificate::make().to_pem();
  const std::string other = Certificate::make().to_pem();
  const auto error_of = [](const std::string& text) { return Certificate::from_pem(text).error; };
  const std::string no_key = "it holds no private key that can be read without a password";
  CHECK(error_of("") == no_key);
  CHECK(error_of("rubbish") == no_key);
  CHECK(error_of(certificate_part(pem)) == no_key);
  CHECK(error_of(key_part(pem)) == "it holds no certificate");
  CHECK(error_of(certificate_part(pem) + key_part(other)) == "its certificate belongs to another key");
  const KeyPointer p384(EVP_EC_gen("P-384")), rsa(EVP_RSA_gen(2048)), p256(EVP_EC_gen("P-256"));
  CHECK(error_of(certificate_part(pem) + pem_of(p384.get())) == "its key is not one of ECDSA P-256");
  CHECK(error_of(certificate_part(pem) + pem_of(rsa.get())) == "its key is not one of ECDSA P-256");
  CHECK(error_of(certificate_part(pem) + encrypted_pem_of(p256.get())) == no_key);
  CHECK(error_of(pem + std::string(65536, ' ')) == "it is larger than 64 kB");
}

TEST_CASE("A text cut off or with a byte changed is refused, or is the same certificate still") {
  const Certificate made = Certificate::make();
  const std::string pem = made.to_pem();
  for (std::size_t size = 0; size < pem.size() - 30; size += 7) CHECK_FALSE(Certificate::from_pem(pem.substr(0, size)));
  int refused = 0;
  for (std::size_t i = 0; i < pem.size(); i += 3) {
    std::string changed = pem;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    const auto read = Certificate::from_pem(changed);
    CHECK(read.value.has_value() == read.error.empty());
    refused += read ? 0 : 1;
  }
  CHECK(refused > 100);
}

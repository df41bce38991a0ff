#include "core/net/secure/certificate.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <string_view>

#include "core/net/secure/certificate_parts.h"
#include "core/net/secure/self_signed.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_pem_size = 65536;

bool is_p256(const EVP_PKEY& key) {
  std::array<char, 64> group{};
  return EVP_PKEY_is_a(&key, "EC") == 1 && EVP_PKEY_get_group_name(&key, group.data(), group.size(), nullptr) == 1 &&
         std::string_view(group.data()) == "prime256v1";
}

// Without it OpenSSL would ask whoever sits at the terminal.
int no_password(char*, int, int, void*) { return -1; }

BioPointer reader_of(const std::string& text) {
  BioPointer reader(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  must_succeed(reader != nullptr);
  return reader;
}

// Empty where key and certificate are what they should be.
std::string fault_of(EVP_PKEY* key, X509* certificate) {
  if (key == nullptr) return "it holds no private key that can be read without a password";
  if (!is_p256(*key)) return "its key is not one of ECDSA P-256";
  if (certificate == nullptr) return "it holds no certificate";
  if (X509_check_private_key(certificate, key) != 1) return "its certificate belongs to another key";
  return {};
}

}  // namespace

Sha256Digest fingerprint_of(const X509& certificate) {
  Sha256Digest digest{};
  unsigned size = 0;
  must_succeed(X509_digest(&certificate, EVP_sha256(), digest.data(), &size) == 1 && size == digest.size());
  return digest;
}

Certificate Certificate::make() {
  auto parts = std::make_shared<Parts>();
  parts->key.reset(EVP_EC_gen("P-256"));
  must_succeed(parts->key != nullptr);
  parts->certificate = self_signed(*parts->key);
  parts->fingerprint = fingerprint_of(*parts->certificate);
  Certificate made;
  made.parts_ = std::move(parts);
  return made;
}

Parsed<Certificate> Certificate::from_pem(const std::string& text) {
  if (text.size() > max_pem_size) return {std::nullopt, "it is larger than 64 kB"};
  auto parts = std::make_shared<Parts>();
  parts->key.reset(PEM_read_bio_PrivateKey(reader_of(text).get(), nullptr, no_password, nullptr));
  parts->certificate.reset(PEM_read_bio_X509(reader_of(text).get(), nullptr, no_password, nullptr));
  std::string fault = fault_of(parts->key.get(), parts->certificate.get());
  ERR_clear_error();
  if (!fault.empty()) return {std::nullopt, std::move(fault)};
  parts->fingerprint = fingerprint_of(*parts->certificate);
  Certificate read;
  read.parts_ = std::move(parts);
  return {std::move(read), {}};
}

std::string Certificate::to_pem() const {
  const BioPointer writer(BIO_new(BIO_s_secmem()));  // wiped when it goes
  must_succeed(writer != nullptr && PEM_write_bio_X509(writer.get(), parts_->certificate.get()) == 1 &&
               PEM_write_bio_PrivateKey(writer.get(), parts_->key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(writer.get(), &text);
  must_succeed(size > 0);
  return {text, static_cast<std::size_t>(size)};
}

const Sha256Digest& Certificate::fingerprint() const { return parts_->fingerprint; }

}  // namespace evenkeel

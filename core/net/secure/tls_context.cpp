#include "core/net/secure/tls_context.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <openssl/x509v3.h>

#include <array>
#include <memory>

#include "core/net/secure/certificate_parts.h"
#include "core/net/secure/self_signed.h"
#include "core/net/secure/tls_parts.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_chain = 8;

// Of a host's name as it stands in a URL.
constexpr std::string_view host_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

using Parts = TlsContext::Parts;

std::shared_ptr<Parts> make_parts() {
  auto parts = std::make_shared<Parts>();
  parts->context.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* context = parts->context.get();
  must_succeed(context != nullptr && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
               SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1 &&
               SSL_CTX_set_cipher_list(context, tls12_ciphers) == 1 && SSL_CTX_set_num_tickets(context, 0) == 1);
  SSL_CTX_set_security_level(context, tls_security_level);
  SSL_CTX_set_options(
      context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  return parts;
}

std::string alternative_name(const IpAddress& address) {
  const bool ipv4 = is_ipv4(address);
  std::array<char, INET6_ADDRSTRLEN> text{};
  must_succeed(inet_ntop(ipv4 ? AF_INET : AF_INET6, address.data() + (ipv4 ? 12 : 0), text.data(), text.size()) !=
               nullptr);
  return "IP:" + std::string(text.data());
}

// Without it OpenSSL would ask whoever sits at the terminal.
int no_password(char*, int, int, void*) { return -1; }

BioPointer reader_of(const std::string& text) {
  BioPointer reader(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  must_succeed(reader != nullptr);
  return reader;
}

X509Pointer next_certificate(BIO& reader) {
  return X509Pointer(PEM_read_bio_X509(&reader, nullptr, no_password, nullptr));
}

bool take_chain(SSL_CTX& context, BIO& reader) {
  for (std::size_t i = 0; i < max_chain; ++i) {
    const X509Pointer link = next_certificate(reader);
    if (link == nullptr) return true;
    if (SSL_CTX_add1_chain_cert(&context, link.get()) != 1) return false;
  }
  return true;
}

std::string host_of(const X509& certificate) {
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)),
      GENERAL_NAMES_free);
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    const auto* text = reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName));
    std::string host(text, static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName)));
    if (!host.empty() && host.find_first_not_of(host_characters) == std::string::npos) return host;
  }
  return {};
}

// Empty where the two are what they should be.
std::string take(Parts& parts, const PemFile& certificates, const PemFile& key) {
  SSL_CTX& context = *parts.context;
  const BioPointer reader = reader_of(certificates.text);
  const X509Pointer own = next_certificate(*reader);
  if (own == nullptr) return "'" + certificates.name + "' holds no certificate in PEM.";
  const KeyPointer secret(PEM_read_bio_PrivateKey(reader_of(key.text).get(), nullptr, no_password, nullptr));
  if (secret == nullptr) {
    return "'" + key.name + "' holds no private key in PEM that can be read without a password.";
  }
  if (X509_check_private_key(own.get(), secret.get()) != 1) {
    return "The key in '" + key.name + "' is not that of the certificate in '" + certificates.name +
           "': give two that belong together.";
  }
  if (SSL_CTX_use_certificate(&context, own.get()) != 1 || SSL_CTX_use_PrivateKey(&context, secret.get()) != 1 ||
      !take_chain(context, *reader)) {
    return "'" + certificates.name + "' is too weak for TLS: take a key of ECDSA P-256, or of RSA with 2048 bits.";
  }
  parts.fingerprint = fingerprint_of(*own);
  parts.host = host_of(*own);
  parts.has_expired = X509_cmp_current_time(X509_get0_notAfter(own.get())) < 0;
  return {};
}

}  // namespace

PemFile TlsContext::self_signed_pem(const IpAddress& address) {
  const KeyPointer key(EVP_EC_gen("P-256"));
  must_succeed(key != nullptr);
  const X509Pointer certificate = evenkeel::self_signed(*key, alternative_name(address));
  const BioPointer writer(BIO_new(BIO_s_secmem()));  // wiped when it goes
  must_succeed(writer != nullptr && PEM_write_bio_X509(writer.get(), certificate.get()) == 1 &&
               PEM_write_bio_PrivateKey(writer.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(writer.get(), &text);
  must_succeed(size > 0);
  PemFile pem;
  pem.text.assign(text, static_cast<std::size_t>(size));
  return pem;
}

TlsContext TlsContext::self_signed(const IpAddress& address) {
  const PemFile pem = self_signed_pem(address);
  auto made = from_pem(pem, pem);
  must_succeed(made.value.has_value());
  return std::move(*made.value);
}

Parsed<TlsContext> TlsContext::from_pem(const PemFile& certificates, const PemFile& key) {
  auto parts = make_parts();
  std::string fault = take(*parts, certificates, key);
  ERR_clear_error();
  if (!fault.empty()) return {std::nullopt, std::move(fault)};
  TlsContext read;
  read.parts_ = std::move(parts);
  return {std::move(read), {}};
}

const Sha256Digest& TlsContext::fingerprint() const { return parts_->fingerprint; }
const std::string& TlsContext::host() const { return parts_->host; }
bool TlsContext::has_expired() const { return parts_->has_expired; }

}  // namespace evenkeel

#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <memory>

namespace evenkeel {

template <auto free>
struct FreedBy {
  template <class T>
  void operator()(T* object) const {
    free(object);
  }
};
template <class T, auto free>
using OpensslPointer = std::unique_ptr<T, FreedBy<free>>;

using BioPointer = OpensslPointer<BIO, BIO_free>;
using NumberPointer = OpensslPointer<BIGNUM, BN_free>;
using KeyPointer = OpensslPointer<EVP_PKEY, EVP_PKEY_free>;
using X509Pointer = OpensslPointer<X509, X509_free>;
using SslPointer = OpensslPointer<SSL, SSL_free>;
using SslContextPointer = OpensslPointer<SSL_CTX, SSL_CTX_free>;

/// For what fails only where the library itself does (no memory, no randomness): there is no safe way on.
inline void must_succeed(bool succeeded) {
  if (!succeeded) std::abort();
}

}  // namespace evenkeel

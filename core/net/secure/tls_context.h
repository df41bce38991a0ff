#pragma once

#include <memory>
#include <string>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// A file in PEM (RFC 7468): its name, for sentences about it, and what it holds, which may be a key: it is wiped
/// wherever it ends.
struct PemFile {
  ~PemFile() { wipe(text); }

  std::string name;
  std::string text;
};

/// What a server of TLS 1.2 and 1.3 needs: its key, its certificates, and the algorithms that it takes. Cheap to copy.
class TlsContext {
 public:
  /// A new key of ECDSA P-256, and a self-signed certificate for this address, valid for a year.
  static TlsContext self_signed(const IpAddress& address);
  /// The same as text, for from_pem(), which takes it for both.
  static PemFile self_signed_pem(const IpAddress& address);
  /// `certificates`: the server's, then those that lead to an authority. The error is one sentence.
  static Parsed<TlsContext> from_pem(const PemFile& certificates, const PemFile& key);

  /// SHA-256 of the certificate, as browsers show it.
  const Sha256Digest& fingerprint() const;

  /// The first host that the certificate names (RFC 6125), not by a wildcard; empty where it names none.
  const std::string& host() const;
  /// It was, when this was made.
  bool has_expired() const;

  struct Parts;  ///< OpenSSL's
  const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

}  // namespace evenkeel

#pragma once

#include <memory>
#include <string>

#include "core/base/cryptography.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// A key of ECDSA P-256 and a self-signed certificate with a random name that means nothing. Cheap to copy.
class Certificate {
 public:
  /// A new one, valid from yesterday for a year.
  static Certificate make();
  /// PEM, certificate and key in one text. The error is one clause.
  static Parsed<Certificate> from_pem(const std::string& text);
  std::string to_pem() const;

  const Sha256Digest& fingerprint() const;

  struct Parts;  ///< OpenSSL's
  const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

}  // namespace evenkeel

#include "core/net/secure/dtls_failure.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

namespace evenkeel {
namespace {

std::string text_of(unsigned long error) {
  const char* reason = ERR_reason_error_string(error);
  return "the handshake failed" + (reason == nullptr ? std::string() : " (" + std::string(reason) + ")");
}

// Reasons from here on are alerts that the peer sent.
std::string text_of_alert(int alert) {
  if (alert == SSL_AD_PROTOCOL_VERSION) return "the other side speaks no DTLS 1.2";
  return "the other side refused (alert: " + std::string(SSL_alert_desc_string_long(alert)) + ")";
}

std::string text_of_ssl(unsigned long error) {
  const int reason = ERR_GET_REASON(error);
  if (reason >= SSL_AD_REASON_OFFSET) return text_of_alert(reason - SSL_AD_REASON_OFFSET);
  switch (reason) {
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "the other side showed no certificate";
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_UNKNOWN_PROTOCOL:
    case SSL_R_VERSION_TOO_LOW:
    case SSL_R_WRONG_SSL_VERSION:
    case SSL_R_WRONG_VERSION_NUMBER:
      return "the other side speaks no DTLS 1.2";
    case SSL_R_NO_SHARED_CIPHER:
      return "the other side has no cipher in common with us";
    case SSL_R_READ_TIMEOUT_EXPIRED:
      return "the other side did not answer";
    default:
      return text_of(error);
  }
}

}  // namespace

std::string take_dtls_failure() {
  const unsigned long error = ERR_peek_error();  // the oldest is the cause
  std::string text = ERR_GET_LIB(error) == ERR_LIB_SSL ? text_of_ssl(error) : text_of(error);
  ERR_clear_error();
  return text;
}

}  // namespace evenkeel

#pragma once

#include <QString>
#include <vector>

#include "gui/backend/call_backend.h"

namespace evenkeel::test {

/// As long as one with an address is.
inline const std::string& sample_link() {
  static const std::string link =
      "https://192.0.2.7:8443/"
      "#e1.AQCq6vJ2k0Hn3cV5dQ1xYb7Lw9ZtR4sPfMuE8gKjN2oIaT6hWyXzBvClDr0eGmU5pSqFiOkA3JbVnHcQ7tYxLw";
  return link;
}

inline const std::string& sample_fingerprint() {
  static const std::string text =
      "DB:53:4C:6C:3D:DD:CF:BF:6D:37:CA:4C:63:51:C9:AC:03:3F:70:51:0D:93:77:B1:C5:DC:76:B7:DD:CB:A2:03";
  return text;
}

/// As long as one can be, with four addresses of IPv6.
inline const std::string& sample_reply_code() {
  static const std::string code = [] {
    std::string text = "r1.";
    while (text.size() < 293) text += "sLGys7S1tre4ubq7GJxQYllBMQG0WeC5x0Ms1Nydf7U";
    return text.substr(0, 293);
  }();
  return code;
}

inline CallStatus secure_status(CallKind kind, CallStatus::Phase phase) {
  CallStatus status;
  status.kind = kind;
  status.phase = phase;
  status.run = 1;
  if (kind == CallKind::listen) status.invitation = sample_link();
  if (kind == CallKind::call && phase == CallStatus::Phase::connecting) status.reply_code = sample_reply_code();
  if (kind == CallKind::listen) status.unknown_certificate = sample_fingerprint();
  if (phase == CallStatus::Phase::waiting || phase == CallStatus::Phase::connecting) return status;
  status.encrypted = true;
  status.cipher = "AEAD_AES_128_GCM";
  status.number = "0123 4567 8901 2345 6789";
  status.peer = "198.51.100.23:40123";
  return status;
}

struct SecureStage {
  QString name;
  CallStatus status;
};

/// What the window shows of a secure call, from the link to the call.
inline std::vector<SecureStage> secure_stages() {
  using Phase = CallStatus::Phase;
  std::vector<SecureStage> stages{{"link", secure_status(CallKind::listen, Phase::waiting)},
                                  {"reply-code", secure_status(CallKind::call, Phase::connecting)},
                                  {"rings-here", secure_status(CallKind::listen, Phase::ringing)},
                                  {"rings-there", secure_status(CallKind::call, Phase::ringing)},
                                  {"secure-call", secure_status(CallKind::listen, Phase::in_call)}};
  stages[1].status.text = "Calling the other side";
  stages[2].status.text = "198.51.100.23:40123 calls";
  stages[3].status.text = "Waiting to be accepted";
  stages[4].status.text = "In a call with 198.51.100.23:40123";
  return stages;
}

}  // namespace evenkeel::test

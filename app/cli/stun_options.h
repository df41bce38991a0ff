#pragma once

#include <string>
#include <utility>

#include "core/base/cryptography.h"

namespace evenkeel {

struct CallOptions;

/// Of --turn-password-file, read once, since a pipe gives it only once.
struct TurnPassword {
  std::string text;

  explicit TurnPassword(std::string password) : text(std::move(password)) {}
  TurnPassword(const TurnPassword&) = delete;
  TurnPassword& operator=(const TurnPassword&) = delete;
  ~TurnPassword() { wipe(text); }
};

/// Nothing, or one sentence about options of STUN and TURN servers that contradict each other or others.
std::string check_stun_and_turn(const CallOptions& options);
/// The same of a demo, whose two ends are on this machine.
std::string check_demo_servers(const CallOptions& options);

}  // namespace evenkeel

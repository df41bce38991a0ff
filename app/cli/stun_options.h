#pragma once

#include <string>
#include <utility>

#include "core/base/cryptography.h"
#include "core/base/parsed.h"

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

/// HOST or HOST:PORT of a server for --stun or --turn, which is typed so, or as a URI: "stun:HOST:PORT",
/// "turn:HOST?transport=udp". The error is one sentence, also for a server that is not reached by plain UDP.
Parsed<std::string> stun_server(const std::string& text);
Parsed<std::string> turn_server(const std::string& text);

/// Nothing, or one sentence about options of STUN and TURN servers that contradict each other or others.
std::string check_stun_and_turn(const CallOptions& options);
/// The same of a demo, whose two ends are on this machine.
std::string check_demo_servers(const CallOptions& options);

}  // namespace evenkeel

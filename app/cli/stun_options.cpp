#include "app/cli/stun_options.h"

#include "app/cli/call_options.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_user = 508;  // RFC 8489, section 14.3

std::string given(const CallOptions& o) { return o.turn ? "--turn" : o.stun ? "--stun" : ""; }

}  // namespace

std::string check_stun_and_turn(const CallOptions& o) {
  if (o.insecure_rtp && !given(o).empty()) {
    return given(o) + " means nothing: --insecure-rtp calls addresses as they are.";
  }
  const std::string credential = o.turn_user ? "--turn-user" : o.turn_password_file ? "--turn-password-file" : "";
  if (!o.turn && !credential.empty()) return credential + " needs --turn HOST:PORT, the server that it is for.";
  if (o.turn && !(o.turn_user && o.turn_password_file)) {
    return "--turn needs --turn-user NAME and --turn-password-file FILE: what the server knows you by.";
  }
  if (o.turn_user && (o.turn_user->empty() || o.turn_user->size() > max_user)) {
    return "--turn-user has 1 to 508 bytes.";
  }
  for (const auto& server : {o.stun, o.turn}) {
    if (server && server->ends_with(":0")) return "'" + *server + "' has port 0, at which no server can be.";
  }
  return {};
}

std::string check_demo_servers(const CallOptions& o) {
  return given(o).empty() ? "" : given(o) + " means nothing to a demo: both of its ends are on this machine.";
}

}  // namespace evenkeel

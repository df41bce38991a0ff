#include "app/cli/stun_options.h"

#include "app/cli/call_options.h"
#include "core/net/udp_socket.h"
#include "core/signal/ice_url.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_user = 508;  // RFC 8489, section 14.3

std::string given(const CallOptions& o) { return o.turn ? "--turn" : o.stun ? "--stun" : ""; }

Parsed<std::string> refused(const std::string& text, const std::string& why) {
  return {std::nullopt, "'" + text + "' " + why};
}

Parsed<std::string> server_address(const std::string& text, IceUrl::Kind kind) {
  const bool stun = kind == IceUrl::Kind::stun;
  const std::string scheme = stun ? "stun:" : "turn:";
  const bool is_url = has_ice_scheme(text);
  if (!is_url && text.find('?') == std::string::npos) {
    const std::string error = check_address(text);
    return error.empty() ? Parsed<std::string>{text, ""} : Parsed<std::string>{std::nullopt, error};
  }
  const auto url = parse_ice_url(is_url ? text : scheme + text);
  if (!url) return refused(text, "is no server: write HOST, HOST:PORT or " + scheme + "HOST:PORT.");
  if (url->kind != kind)
    return refused(text, stun ? "is a TURN server: give it to --turn." : "is a STUN server: give it to --stun.");
  if (!url->is_by_udp())
    return refused(text, "is reached by " + std::string(url->secure ? "TLS" : "TCP") +
                             ", and Evenkeel asks servers by UDP: give the address that this one has for UDP, as " +
                             scheme + url->host + ":3478.");
  return {address_text(*url), ""};
}

}  // namespace

Parsed<std::string> stun_server(const std::string& text) { return server_address(text, IceUrl::Kind::stun); }
Parsed<std::string> turn_server(const std::string& text) { return server_address(text, IceUrl::Kind::turn); }

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

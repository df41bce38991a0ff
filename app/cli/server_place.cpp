#include "app/cli/server_place.h"

#include "app/cli/call_options.h"

namespace evenkeel {
namespace {

constexpr std::string_view whip = "whip:", whep = "whep:";

}  // namespace

bool looks_like_server(const std::string& text) { return text.starts_with(whip) || text.starts_with(whep); }

Parsed<ServerPlace> read_server(const std::string& text) {
  auto url = parse_http_url(std::string_view(text).substr(whip.size()));
  if (!url) return {std::nullopt, url.error};
  return {ServerPlace{text.starts_with(whip) ? ServerCall::publish : ServerCall::view, std::move(*url.value)}, ""};
}

std::string told_server(const CallOptions& o) {
  if (o.whip) return std::string(whip) + *o.whip;
  return o.whep ? std::string(whep) + *o.whep : "";
}

CallOptions options_for(ServerCall call, const CallOptions& told) {
  CallOptions options = told;
  options.send_only = call == ServerCall::publish;
  options.receive_only = call == ServerCall::view;
  if (options.send_only) options.record.reset();
  return options;
}

std::string check_server_options(ServerCall call, const CallOptions& o) {
  if (o.insecure_rtp)
    return "A media server takes encrypted calls alone, and --insecure-rtp wants none: leave one out.";
  if (call == ServerCall::publish && o.receive_only) return "--whip sends video, and --receive-only wants none sent.";
  if (call == ServerCall::view && o.send_only) return "--whep receives video, and --send-only wants none received.";
  return {};
}

std::string token_for(const HttpUrl& url, const CallOptions& o) {
  return o.server_token && is_same_origin(o.server_token->server, url) ? o.server_token->token : "";
}

}  // namespace evenkeel

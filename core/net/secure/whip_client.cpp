#include "core/net/secure/whip_client.h"

#include <algorithm>
#include <new>

#include "core/net/clock.h"
#include "core/net/secure/http_request.h"
#include "core/net/secure/whip_failure.h"

namespace evenkeel {
namespace {

constexpr std::string_view sdp_type = "application/sdp";
constexpr std::string_view fragment_type = "application/trickle-ice-sdpfrag";

WhipAnswer failed(std::string sentence) {
  WhipAnswer answer;
  answer.error = std::move(sentence);
  return answer;
}

// A server elsewhere must not make us ask one on this machine, or without encryption.
bool may_lead_to(const HttpUrl& from, const HttpUrl& to) {
  return (to.secure || !from.secure) && (is_own_host(from.host) || !is_own_host(to.host));
}

// What ends TLS before a server may not tell it, so that the server takes itself for one of plain HTTP (RFC 9110,
// section 10.2.2, leaves that to it). The same host by the same connection is meant.
std::optional<HttpUrl> behind_proxy(std::string_view location, const HttpUrl& from) {
  constexpr std::string_view plain = "http://", encrypted = "https://";
  if (!from.secure || location.size() < plain.size()) return std::nullopt;
  const bool is_plain = std::ranges::equal(location.substr(0, plain.size()), plain,
                                           [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
  if (!is_plain) return std::nullopt;
  auto to = parse_http_url(std::string(encrypted) + std::string(location.substr(plain.size())));
  constexpr std::uint16_t http_port = 80, https_port = 443;
  if (!to || to.value->host != from.host) return std::nullopt;
  const std::uint16_t port = to.value->port;
  if (port != https_port && port != http_port && port != from.port) return std::nullopt;
  to.value->port = from.port;
  return to.value;
}

std::optional<HttpUrl> location_of(const HttpAnswer& answer, const HttpUrl& from) {
  if (answer.location.empty()) return std::nullopt;
  if (const auto meant = behind_proxy(answer.location, from)) return meant;
  const auto to = resolve_reference(from, answer.location);
  return to && may_lead_to(from, *to) ? to.value : std::nullopt;
}

bool is_redirect(unsigned status) { return status == 307 || status == 308; }

std::string_view token_for(const WhipServer& server, const HttpUrl& url) {
  return is_same_origin(server.url, url) ? std::string_view(server.token) : std::string_view();
}

TokenState token_state(const WhipServer& server, const HttpUrl& url) {
  if (server.token.empty()) return TokenState::none;
  return token_for(server, url).empty() ? TokenState::withheld : TokenState::sent;
}

bool is_of_type(std::string_view content_type, std::string_view wanted) {
  const std::string_view type = content_type.substr(0, content_type.find_first_of("; "));
  return std::ranges::equal(type, wanted, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

WhipAnswer created(const HttpAnswer& answer, const HttpUrl& url) {
  WhipAnswer made;
  made.resource = location_of(answer, url);
  const std::string server = "The server " + host_text(url);
  if (answer.failure) {
    made.error = whip_sentence(answer.failure, url);
  } else if (!made.resource && !answer.location.empty()) {
    made.error = server +
                 " took the call, but its Location, by which to end it, leads where no call is ended: it must "
                 "be an https URL, and not one of this machine.";
  } else if (!made.resource) {
    made.error = server + " took the call, but does not say by a Location how to end it: that is no WHIP or WHEP.";
  } else if (!is_of_type(answer.content_type, sdp_type)) {
    made.error = server + " took the call, but its answer is no application/sdp: that is no WHIP or WHEP.";
  }
  made.sdp = answer.body;
  made.takes_restarts = answer.has_tag;
  for (const std::string& link : answer.links) add_ice_servers(link, made.ice_servers);
  return made;
}

WhipAnswer unanswered(const HttpAnswer& answer, const HttpUrl& url) {
  WhipAnswer made = failed(whip_sentence(answer.failure, url));
  if (answer.pending) made.late = LateAnswer{answer.pending, url};
  return made;
}

WhipAnswer refused(unsigned status, const HttpUrl& url, const WhipServer& server) {
  return failed(whip_sentence(status, url, token_state(server, url), server.url));
}

WhipAnswer offer(const WhipServer& server, std::string_view sdp, const RequestLimit& limit) {
  HttpUrl url = server.url;
  for (int redirects = 0; redirects <= max_whip_redirects; ++redirects) {
    const std::string_view token = token_for(server, url);
    const HttpAnswer answer = exchange({"POST", url, token, sdp_type, sdp}, limit, server.held);
    if (answer.status == 201) return created(answer, url);
    if (answer.status == 0) return unanswered(answer, url);
    if (!is_redirect(answer.status)) return refused(answer.status, url, server);
    const auto next = location_of(answer, url);
    if (!next) return refused(answer.status, url, server);
    url = *next;
  }
  return failed("The server " + host_text(server.url) +
                " sends calls from one place to another without end: ask for its present URL.");
}

WhipRestart not_restarted(WhipRestart::Outcome outcome, std::string sentence) {
  WhipRestart restart;
  restart.outcome = outcome;
  restart.error = std::move(sentence);
  return restart;
}

WhipRestart agreed(HttpAnswer& answer, const HttpUrl& resource) {
  using Outcome = WhipRestart::Outcome;
  if (answer.failure) return not_restarted(Outcome::unreachable, whip_sentence(answer.failure, resource));
  if (!is_of_type(answer.content_type, fragment_type)) {
    return not_restarted(Outcome::refused, restart_sentence("its answer is no SDP fragment", resource));
  }
  WhipRestart restart;
  restart.outcome = Outcome::agreed;
  restart.fragment = std::move(answer.body);
  return restart;
}

// The condition is met whatever restarts there were before (RFC 9725, section 4.3.3, which quotes the asterisk).
WhipRestart restart(const WhipServer& server, const HttpUrl& resource, std::string_view fragment,
                    const RequestLimit& limit) {
  using Outcome = WhipRestart::Outcome;
  const HttpRequest request{"PATCH", resource, token_for(server, resource), fragment_type, fragment, "\"*\"", 200};
  HttpAnswer answer = exchange(request, limit, server.held);
  if (answer.status == 0) return not_restarted(Outcome::unreachable, whip_sentence(answer.failure, resource));
  if (answer.status == 200) return agreed(answer, resource);
  const bool gone = answer.status == 404 || answer.status == 410;
  return not_restarted(gone ? Outcome::gone : Outcome::refused, restart_sentence(answer.status, resource));
}

}  // namespace

WhipAnswer offer_call(const WhipServer& server, std::string_view sdp, const Cancellation* cancellation) {
  try {
    return offer(server, sdp, {monotonic_now() + whip_time_limit, cancellation});
  } catch (const std::exception&) {
    return failed(no_means_sentence(server.url));
  }
}

std::optional<HttpUrl> late_resource(const LateAnswer& late, Duration limit) {
  try {
    const HttpAnswer answer = await_header(*late.pending, {monotonic_now() + limit});
    return answer.status == 201 ? location_of(answer, late.from) : std::nullopt;
  } catch (const std::exception&) {  // the server ends the call by itself once it hears nothing
    return std::nullopt;
  }
}

WhipRestart restart_call(const WhipServer& server, const HttpUrl& resource, std::string_view fragment,
                         const Cancellation* cancellation) {
  try {
    return restart(server, resource, fragment, {monotonic_now() + whip_time_limit, cancellation});
  } catch (const std::exception&) {
    return not_restarted(WhipRestart::Outcome::unreachable, no_means_sentence(resource));
  }
}

void delete_call(const WhipServer& server, const HttpUrl& resource, Duration limit) {
  try {
    exchange({"DELETE", resource, token_for(server, resource), {}, {}}, {monotonic_now() + limit}, server.held);
  } catch (const std::exception&) {  // the server ends the call by itself once it hears nothing
  }
}

}  // namespace evenkeel

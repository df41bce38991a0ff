#include "app/call/server_restart.h"

#include "app/call/server_session.h"
#include "core/net/clock.h"
#include "core/net/network_thread.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/net/secure/whip_failure.h"
#include "core/signal/ice_text.h"

namespace evenkeel {

std::optional<ServerRestart::News> ServerRestart::step(NetworkThread& network, const ServerSession& session) {
  const auto security = network.security();
  if (!security) return std::nullopt;
  // A wish that does not wait for the last one's time is of changed addresses: what left before would only be waited
  // for.
  const bool is_early = monotonic_now() < began_ + whip_time_limit - 1s;
  if (asking_.wanted() && security->wanted_restarts != asked_ && is_early) give_up();
  if (asking_.wanted()) {
    auto answer = asking_.take();
    if (!answer) return std::nullopt;
    News news = take(*answer, network, session.server().url);
    wipe(answer->fragment);
    return news;
  }
  if (security->wanted_restarts == asked_) return std::nullopt;
  asked_ = security->wanted_restarts;
  return ask(session);
}

ServerRestart::News ServerRestart::ask(const ServerSession& session) {
  wanted_.ice_ufrag = random_ice_chars(offered::ice_ufrag_size, system_random());
  wanted_.ice_password = random_ice_chars(offered::ice_password_size, system_random());
  try {
    begin(session);
  } catch (const std::exception&) {  // what a call can do without must not end it
    return {"This machine gives Evenkeel no more threads, files or memory to ask the server for another way.", true};
  }
  return {"the way to the server is lost: asking it for another", false};
}

void ServerRestart::begin(const ServerSession& session) {
  began_ = monotonic_now();
  cancellation_ = std::make_shared<Cancellation>();
  asking_ = DetachedTask<WhipRestart>([server = session.server(), resource = session.resource(),
                                       fragment = write_sdp_fragment(wanted_.ice_ufrag, wanted_.ice_password),
                                       cancellation = cancellation_]() mutable {
    WhipRestart answer = restart_call(server, resource, fragment, cancellation.get());
    wipe(fragment);
    return answer;
  });
}

ServerRestart::News ServerRestart::take(const WhipRestart& answer, NetworkThread& network, const HttpUrl& server) {
  switch (answer.outcome) {
    case WhipRestart::Outcome::agreed:
      return follow(answer, network, server);
    case WhipRestart::Outcome::unreachable:
      break;
    case WhipRestart::Outcome::refused:
      network.refuse_restarts();
      break;
    case WhipRestart::Outcome::gone:
      network.end_by_server();
      break;
  }
  return {answer.error, true};
}

ServerRestart::News ServerRestart::follow(const WhipRestart& answer, NetworkThread& network, const HttpUrl& server) {
  auto read = read_sdp_fragment(answer.fragment);
  if (!read) {
    network.refuse_restarts();
    return {restart_sentence(read.error, server), true};
  }
  wanted_.server = std::move(*read.value);
  network.restart_ice(wanted_);
  return {"the server " + host_text(server) + " told another way to it", false};
}

void ServerRestart::give_up() {
  if (cancellation_) cancellation_->cancel();
  asking_.forget();
}

}  // namespace evenkeel

#include "app/call/no_answer.h"

#include <algorithm>
#include <cstring>

#include "app/call/call_setup.h"
#include "app/call/reply_offer.h"
#include "app/call/server_call.h"
#include "core/base/address_scope.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration answer_timeout = 10s;

std::string error_text(int error) {
  switch (error) {
    case ENETUNREACH:
    case EADDRNOTAVAIL:  // no address of that family
    case EAFNOSUPPORT:
      return "no route";
    case EHOSTUNREACH:
      return "no way to that machine";
    case EPERM:
      return "stopped by a firewall of this machine";
    case EACCES:
      return "prohibited on the way";
    default:
      return std::strerror(error);
  }
}

std::string fate_text(const std::optional<DestinationFate>& fate) {
  if (!fate) return "not tried yet";
  if (fate->is_refused()) return "refused: nothing listens there";
  const int error = fate->send_error != 0 ? fate->send_error : fate->reported;
  return error == 0 ? "no answer" : error_text(error);
}

bool is_refused(const std::optional<DestinationFate>& fate) { return fate && fate->is_refused(); }
bool is_silent(const std::optional<DestinationFate>& fate) {
  return fate && fate->send_error == 0 && fate->reported == 0;
}
bool is_unsendable(const std::optional<DestinationFate>& fate) {
  return fate && !fate->is_refused() && fate->send_error != 0;
}

bool all_are(std::span<const Endpoint> addresses, const DestinationLog& log,
             bool (*kind)(const std::optional<DestinationFate>&)) {
  return !addresses.empty() && std::ranges::all_of(addresses, [&](const Endpoint& a) { return kind(log.find(a)); });
}

const DestinationLog& log_of(CallRun& run) { return own_peer(run).socket().destinations(); }
const std::vector<Endpoint>& callees(CallRun& run) { return run.peers().back().callees; }

std::string waited_text(CallRun& run) { return std::to_string((monotonic_now() - run.start()) / 1s) + " s"; }

std::string advice(CallRun& run, bool offered) {
  if (callee_refuses(run) &&
      std::ranges::all_of(callees(run), [](const Endpoint& e) { return is_loopback(e.address); })) {
    return "; the link works only on the machine that made it: ask for one that was made while that had a network.";
  }
  if (callee_refuses(run)) {
    return "; nobody waits there any more, or at other addresses: ask the other side for its present link.";
  }
  if (none_can_be_sent_to(callees(run), log_of(run)))
    return "; check the network of this machine, or ask for a link with another address ('listen --address' chooses).";
  return "; check that the other side still waits with this link, that it is in no other call (for half a minute it "
         "waits for a caller that it lost), and that no firewall is between." +
         std::string(offered ? " No reply code came to its end either: the next call makes another." : "");
}

// Which step failed, what was tried, what to try.
std::string secure_no_answer(CallRun& run, const SecurityStatus& security) {
  if (security.step >= SecureSession::Step::handshake) {
    const std::string why = security.failure.empty() ? "it did not end in time" : security.failure;
    return "the other side answered, but the handshake for the keys failed (" + why + "); try again.";
  }
  const bool offered =
      run.peers().back().offered_reply_code && monotonic_now() > run.start() + SecureSession::reply_patience;
  return tried_text(callees(run), log_of(run)) + advice(run, offered);
}

std::string plain_no_answer(UdpSocket& socket) {
  if (socket.refusals() > 0) {
    return "its machine says that nothing listens there; start 'evenkeel listen' on it, or check the port.";
  }
  if (const int error = socket.last_send_error(); error != 0) {
    return std::string("nothing can be sent there (") + std::strerror(error) + "); check the address and the network.";
  }
  return "check the address, that 'evenkeel listen' runs there, and that no firewall is between.";
}

bool waits_too_long(CallRun& run) {
  return own_peer(run).network().state() == CallState::connecting && monotonic_now() > run.start() + answer_timeout;
}

bool goes_on(CallRun& run) {
  return !reply_code(run).empty() && goes_on_for_reply_code(run.options(), callee_refuses(run));
}

}  // namespace

std::string tried_text(std::span<const Endpoint> addresses, const DestinationLog& log) {
  const bool all_silent = all_are(addresses, log, is_silent);
  std::string text;
  for (const Endpoint& address : addresses) {
    text += (text.empty() ? "tried " : ", ") + to_string(address);
    if (!all_silent) text += " (" + fate_text(log.find(address)) + ")";
  }
  return all_silent ? text + ", and nothing came back" : text;
}

std::string silent_in_words(Duration silence) {
  const auto seconds = silence / 1s;
  const std::string start = "The other side has been silent for ";
  if (silence < SecureSession::patience) return start + std::to_string(seconds) + " s: waiting for it to return";
  const std::string rest = std::to_string(seconds % 60);
  return start + std::to_string(seconds / 60) + (rest.size() < 2 ? ":0" : ":") + rest +
         " and has probably gone: hang up, and call again";
}

bool none_can_be_sent_to(std::span<const Endpoint> addresses, const DestinationLog& log) {
  return all_are(addresses, log, is_unsendable);
}

bool callee_refuses(CallRun& run) { return all_are(callees(run), log_of(run), is_refused); }

bool unanswered(CallRun& run) { return waits_too_long(run) && !goes_on(run); }

std::string no_answer_text(CallRun& run, const std::string& callee) {
  if (run.server() != nullptr) return no_media_text(run);
  if (own_peer(run).network().state() == CallState::ringing) {
    return "It rang, and nobody accepted within " + waited_text(run) + ".";
  }
  if (const auto security = own_peer(run).network().security()) {
    return "No answer within " + waited_text(run) + ": " + secure_no_answer(run, *security);
  }
  return "No answer from " + callee + " within " + waited_text(run) + ": " + plain_no_answer(own_peer(run).socket());
}

std::string still_unanswered_text(CallRun& run) {
  if (!waits_too_long(run) || !goes_on(run)) return {};
  return "Nothing has answered within " + waited_text(run) + ": " + tried_text(callees(run), log_of(run)) +
         "; the call goes on, for the reply code.";
}

}  // namespace evenkeel

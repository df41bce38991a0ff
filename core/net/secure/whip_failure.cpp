#include "core/net/secure/whip_failure.h"

namespace evenkeel {
namespace {

using Kind = HttpFailure::Kind;

std::string in_brackets(const std::string& detail) { return detail.empty() ? "" : " (" + detail + ")"; }

std::string token_advice(TokenState token, const HttpUrl& url, const HttpUrl& called) {
  if (token == TokenState::withheld) {
    return host_text(called) + " sends calls there, and your token is for " + host_text(called) +
           " alone: call the URL at " + host_text(url) + " itself, with a token for it.";
  }
  return token == TokenState::sent ? "the token is not good for it, or no longer: ask for a new one."
                                   : "it may want a token: start 'evenkeel call' with the URL and --token-file FILE.";
}

}  // namespace

std::string whip_sentence(const HttpFailure& failure, const HttpUrl& url) {
  const std::string server = "the server " + host_text(url);
  const std::string why = in_brackets(failure.detail);
  switch (failure.kind) {
    case Kind::none:
      return {};
    case Kind::name:
      return "Cannot find " + server + why + ": check its name in the URL, and the network.";
    case Kind::elsewhere:
      return "The name of " + server +
             " leads away from this machine, and without encryption only a server on this "
             "machine is asked: write https:// instead of http://.";
    case Kind::connection:
      return "No connection to " + server + why + ": check the URL, the network, and that the server runs.";
    case Kind::trust:
      return "The certificate of " + server + " is not trusted" + why +
             ": check the name in the URL; an authority of your own goes into the store of this machine.";
    case Kind::tls:
      return "No encrypted connection to " + server + why + ": it must speak TLS 1.2 or newer at that port.";
    case Kind::late:
      return "No answer of " + server + " within 10 s" + why + ": try again later, or check the URL.";
    case Kind::cancelled:
      return "The call was given up before " + server + " was asked.";
    case Kind::malformed:
      return "What " + server + " answered is no HTTP" + why + ": check the port in the URL.";
    case Kind::cut_off:
      return "The answer of " + server + " was cut off: try again.";
    case Kind::too_long:
      return "The answer of " + server + " is longer than 64 kB, which no call needs: check the URL.";
  }
  return {};
}

std::string no_means_sentence(const HttpUrl& url) {
  return "This machine gives Evenkeel no more threads, files or memory to ask the server " + host_text(url) +
         ": end other programs.";
}

std::string restart_sentence(const std::string& why, const HttpUrl& url) {
  return "The server " + host_text(url) + " gives no new way to it (" + why +
         "): if the old one does not come back, call again.";
}

std::string restart_sentence(unsigned status, const HttpUrl& url) {
  const std::string number = std::to_string(status);
  if (status == 404 || status == 410) {
    return "The server " + host_text(url) + " has ended the call (" + number + "): call again.";
  }
  switch (status) {
    case 401:
    case 403:
      return restart_sentence(number + ", the token is not good for it", url);
    case 405:
    case 501:
      return restart_sentence(number + ", it restarts no ICE", url);
    case 412:
      return restart_sentence(number + ", it takes the call for another than it was", url);
    case 415:
    case 422:
      return restart_sentence(number + ", it does not take what we asked for", url);
    default:
      return restart_sentence(number, url);
  }
}

std::string whip_sentence(unsigned status, const HttpUrl& url, TokenState token, const HttpUrl& called) {
  const std::string start = "The server " + host_text(url) + " answered " + std::to_string(status);
  switch (status) {
    case 401:
      return start + " (unauthorized): " + token_advice(token, url, called);
    case 403:
      return start + " (forbidden): " + token_advice(token, url, called);
    case 404:
    case 410:
      return start + " (not found): nothing is at this URL; check its path, and that the stream is on.";
    case 405:
      return start + " (method not allowed): this URL takes no calls; check its path.";
    case 406:
    case 415:
    case 422:
      return start + " (not acceptable): it does not take what we offer, which is VP8; set the server up for that.";
    case 409:
      return start + " (conflict): somebody publishes there, or nobody yet; take another stream, or try again.";
    case 429:
      return start + " (too many requests): wait a minute, and try again.";
    default:
      break;
  }
  if (status >= 500) return start + ": the fault is its own; try again later, or ask who runs it.";
  if (status >= 300 && status < 400)
    return start + ": it sends calls elsewhere in a way that none can follow; ask for its present URL.";
  if (status >= 200 && status < 300) return start + " instead of 201: that is no WHIP or WHEP; check the URL.";
  return start + ": it refuses the call; check the URL.";
}

}  // namespace evenkeel

#include "app/call/page_offer.h"

#include "app/call/page_certificate.h"
#include "app/page/call_page.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t default_port = 8443;

bool is_everywhere(const Endpoint& e) { return e.address == any_ipv4 || e.address == IpAddress{}; }

// Who names no place has the page where the listener is.
Parsed<PageServer::Config> server_config(const CallOptions& options, const Endpoint& bound) {
  PageServer::Config config;
  config.page = call_page();
  // A page cannot say this of itself: others must not put it into theirs, with the camera that it was given.
  config.policy = std::string(call_page_policy()) + "; frame-ancestors 'none'";
  config.bind = {bound.address, default_port};
  config.or_any_port = !options.page_bind;
  if (!options.page_bind) return {config, ""};
  const auto bind = resolve(*options.page_bind, default_port);
  if (!bind) return {std::nullopt, "--page-bind: " + bind.error};
  config.bind = *bind;
  return {config, ""};
}

// As browsers show it.
std::string hexadecimal(const Sha256Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    if (!text.empty()) text += ':';
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::string PageOffer::open(const CallOptions& options, const Endpoint& bound, const std::vector<Endpoint>& addresses) {
  if (options.no_page || server_) return {};  // a new link leads to the same page
  if (!options.page || options.page_bind) {
    if (std::string error = serve(options, bound, addresses); !error.empty()) return error;
  }
  if (options.page) url_ = *options.page;
  return {};
}

std::string PageOffer::serve(const CallOptions& options, const Endpoint& bound,
                             const std::vector<Endpoint>& addresses) {
  const auto config = server_config(options, bound);
  if (!config) return config.error;
  const bool everywhere = is_everywhere(config.value->bind) && !addresses.empty();
  const IpAddress host = everywhere ? addresses.front().address : config.value->bind.address;
  // It names no other address: strangers read it.
  const auto tls = options.page_cert ? read_page_certificate(*options.page_cert, options.page_key.value())
                                     : Parsed<TlsContext>{TlsContext::self_signed(host), ""};
  if (!tls) return tls.error;
  server_ = std::make_unique<PageServer>(*tls);
  if (std::string error = server_->open(*config); !error.empty()) return error;
  url_ = "https://" + to_string(Endpoint{host, server_->local().port}) + "/";
  const std::string fingerprint = hexadecimal(tls.value->fingerprint());
  notice_ = "page for browsers: " + url_ + ", certificate SHA-256 " + fingerprint;
  if (!options.page && !options.page_cert) unknown_certificate_ = fingerprint;
  return {};
}

}  // namespace evenkeel

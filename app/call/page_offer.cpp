#include "app/call/page_offer.h"

#include "app/call/kept_page.h"
#include "app/call/page_certificate.h"
#include "app/page/call_page.h"
#include "core/base/address_scope.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

constexpr std::uint16_t page_port = 8443;

// Who names no place has the page where the listener is.
Parsed<PageServer::Config> server_config(const CallOptions& options, const Endpoint& bound) {
  PageServer::Config config;
  config.page = call_page();
  // A page cannot say this of itself: others must not put it into theirs, with the camera that it was given.
  config.policy = std::string(call_page_policy()) + "; frame-ancestors 'none'";
  config.bind = {bound.address, page_port};
  // Another port would leave this one, where holders of a kept link look for the page, to whoever has taken it.
  config.or_any_port = !options.page_bind && !options.keep_link;
  if (!options.page_bind) return {config, ""};
  const auto bind = resolve(*options.page_bind, page_port);
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

Parsed<TlsContext> certificate(const CallOptions& options, const IpAddress& address) {
  if (options.page_cert) return read_page_certificate(*options.page_cert, options.page_key.value());
  if (options.keep_link) return kept_page_certificate(address);
  return {TlsContext::self_signed(address), ""};
}

}  // namespace

std::string PageOffer::open(const CallOptions& options, const Endpoint& bound, const std::vector<Endpoint>& addresses) {
  if (options.no_page) return {};
  elsewhere_ = options.page.has_value();
  if (!options.page || options.page_bind) {
    if (!server_ || names_another(addresses)) {
      if (std::string error = serve(options, bound, addresses); !error.empty()) return error;
    }
    name_place(addresses);  // a new link may have other addresses
  }
  if (options.page) url_ = *options.page;
  if (!options.page && host_.empty()) unknown_certificate_ = fingerprint_;
  return {};
}

std::string PageOffer::serve(const CallOptions& options, const Endpoint& bound,
                             const std::vector<Endpoint>& addresses) {
  const auto config = server_config(options, bound);
  if (!config) return config.error;
  bind_ = config.value->bind;
  PageServer::Config place = *config.value;
  if (server_) place.bind.port = server_->local().port;  // links of before lead there
  // It names no other address: strangers read it.
  const auto tls = certificate(options, address_of(addresses));
  certificate_is_wrong_ = !tls && options.page_cert;
  if (!tls) return tls.error;
  server_.reset();  // it has the port
  auto server = std::make_unique<PageServer>(*tls);
  if (std::string error = server->open(place); !error.empty()) return error;
  server_ = std::move(server);
  certified_ = options.page_cert ? std::nullopt : std::optional(address_of(addresses));
  host_ = tls.value->host();
  fingerprint_ = hexadecimal(tls.value->fingerprint());
  return {};
}

std::optional<Endpoint> PageOffer::mappable() const {
  if (!server_ || !host_.empty() || elsewhere_ || is_loopback(bind_.address)) return std::nullopt;
  return Endpoint{bind_.address, server_->local().port};
}

bool PageOffer::names_another(const std::vector<Endpoint>& addresses) const {
  return certified_ && *certified_ != address_of(addresses);
}

IpAddress PageOffer::address_of(const std::vector<Endpoint>& addresses) const {
  return is_everywhere(bind_.address) && !addresses.empty() ? addresses.front().address : bind_.address;
}

// A certificate of one's own names a host, and is good for no other.
void PageOffer::name_place(const std::vector<Endpoint>& addresses) {
  const std::uint16_t port = server_->local().port;
  const Endpoint place = mapped_.value_or(Endpoint{address_of(addresses), port});
  url_ = "https://" + (host_.empty() ? to_string(place) : host_ + ':' + std::to_string(port)) + "/";
  notice_ = "page for browsers: " + url_ + ", certificate SHA-256 " + fingerprint_;
}

}  // namespace evenkeel

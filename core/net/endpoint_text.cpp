#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <charconv>
#include <optional>

#include "core/net/asio_endpoint.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

struct HostAndPort {
  std::string host;
  std::optional<std::string> port;
};

bool is_ipv6(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address_v6(text, error);
  return !error;
}

std::optional<HostAndPort> split(const std::string& text) {
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string::npos) return std::nullopt;
    const std::string host = text.substr(1, end - 1);
    if (!is_ipv6(host)) return std::nullopt;
    if (end + 1 == text.size()) return HostAndPort{host, std::nullopt};
    if (text[end + 1] != ':') return std::nullopt;
    return HostAndPort{host, text.substr(end + 2)};
  }
  const auto colon = text.find(':');
  const bool bare_ipv6 = colon != std::string::npos && text.find(':', colon + 1) != std::string::npos;
  if (bare_ipv6 && !is_ipv6(text)) return std::nullopt;
  if (colon == std::string::npos || bare_ipv6) return HostAndPort{text, std::nullopt};
  return HostAndPort{text.substr(0, colon), text.substr(colon + 1)};
}

std::optional<std::uint16_t> parse_port(const std::string& text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

/// Not in the resolver's words, which speak of authority.
std::string not_found_text(const std::string& host, const boost::system::error_code& error) {
  const bool no_answer = error == boost::asio::error::host_not_found_try_again;
  return "Cannot find the host '" + host +
         "': " + (no_answer ? "no name server answers; check the network, " : "check the name, ") +
         "or give an address.";
}

}  // namespace

std::string to_string(const Endpoint& endpoint) {
  const auto asio = to_asio(endpoint, !is_ipv4(endpoint));
  const std::string address = asio.address().to_string();
  return (asio.address().is_v6() ? '[' + address + ']' : address) + ':' + std::to_string(endpoint.port);
}

std::string check_address(const std::string& text) {
  const auto parts = split(text);
  // The resolver would take it for the address 0.0.19.142.
  if (parts && parts->host.find_first_not_of("0123456789") == std::string::npos && !parts->host.empty()) {
    return "'" + text + "' is a port without an address: write it as 0.0.0.0:" + parts->host + ".";
  }
  if (parts && !parts->host.empty() && (!parts->port || parse_port(*parts->port))) return {};
  return "'" + text + "' is not an address: write HOST, HOST:PORT or [IPV6]:PORT, as in 192.0.2.7:5004.";
}

std::string check_own_address(const std::string& text) {
  if (const std::string wrong = check_address(text); !wrong.empty()) return wrong;
  const std::string host = split(text)->host;
  boost::system::error_code error;
  boost::asio::ip::make_address(host, error);
  if (!error || host == "localhost") return {};
  return "'" + host + "' is not an IP address: write one of this machine, as 192.0.2.7:5004, or 0.0.0.0:5004 for all.";
}

Parsed<std::vector<Endpoint>> resolve_all(const std::string& text, std::uint16_t default_port) {
  if (const std::string wrong = check_address(text); !wrong.empty()) return {std::nullopt, wrong};
  const auto parts = split(text);
  const std::uint16_t port = parts->port ? *parse_port(*parts->port) : default_port;
  boost::asio::io_context io;
  boost::asio::ip::udp::resolver resolver(io);
  boost::system::error_code error;
  const auto results = resolver.resolve(parts->host, std::to_string(port), error);
  if (error || results.empty()) return {std::nullopt, not_found_text(parts->host, error)};
  std::vector<Endpoint> found;
  for (const auto& result : results) {
    const Endpoint endpoint = from_asio(result.endpoint());
    if (std::ranges::find(found, endpoint) == found.end()) found.push_back(endpoint);
  }
  return {found, ""};
}

Parsed<Endpoint> resolve(const std::string& text, std::uint16_t default_port) {
  const auto found = resolve_all(text, default_port);
  if (!found) return {std::nullopt, found.error};
  return {(*found).front(), ""};
}

}  // namespace evenkeel

#include "core/net/port_mapping/upnp_search.h"

#include <arpa/inet.h>
#include <miniupnpc/miniupnpc.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/address_scope.h"

namespace evenkeel {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds search_time{1500};
constexpr int stop_check_ms = 50;
constexpr unsigned char hops = 2;  // as UPnP Device Architecture 1.1, section 1.3.2, has it
// Each may take 3 s, and a link waits 8 s for the router.
constexpr std::size_t max_descriptions = 2;

// Devices of version 2 answer to version 1 as well, but not all do.
constexpr std::array searched{
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1", "urn:schemas-upnp-org:device:InternetGatewayDevice:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1", "urn:schemas-upnp-org:service:WANPPPConnection:1"};

// With a version behind it, which goes into what we send.
bool is_connection(std::string_view type) {
  constexpr std::array<std::string_view, 2> prefixes{"urn:schemas-upnp-org:service:WANIPConnection:",
                                                     "urn:schemas-upnp-org:service:WANPPPConnection:"};
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
    return type.starts_with(prefix) && type.size() == prefix.size() + 1 && type.back() >= '1' && type.back() <= '9';
  });
}

/// Asks all devices of a network where their descriptions lie.
class Search {
 public:
  explicit Search(const Uplink& uplink)
      : gateway_(uplink.gateway), socket_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    std::memcpy(&here.sin_addr, &uplink.local[12], 4);
    bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here);
    setsockopt(socket_, IPPROTO_IP, IP_MULTICAST_IF, &here.sin_addr, sizeof here.sin_addr);
    setsockopt(socket_, IPPROTO_IP, IP_MULTICAST_TTL, &hops, sizeof hops);
  }
  ~Search() {
    if (socket_ >= 0) close(socket_);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void ask() const {
    sockaddr_in group{};
    group.sin_family = AF_INET;
    group.sin_port = htons(1900);
    inet_pton(AF_INET, "239.255.255.250", &group.sin_addr);
    for (const char* type : searched) {
      const std::string text =
          "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\nST: " +
          std::string(type) + "\r\n\r\n";
      sendto(socket_, text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&group), sizeof group);
    }
  }
  std::vector<HttpPlace> collect(const ExchangeLimit& limit) const {
    std::vector<HttpPlace> found;
    while (!limit.is_over() && found.size() < max_descriptions) {
      pollfd ready{socket_, POLLIN, 0};
      if (poll(&ready, 1, stop_check_ms) > 0) take(found);
    }
    return found;
  }

 private:
  void take(std::vector<HttpPlace>& found) const {
    std::array<char, 2048> bytes{};
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t count = recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
    if (count <= 0) return;
    IpAddress device = any_ipv4;
    std::memcpy(&device[12], &from.sin_addr, 4);
    const auto place = description_in({bytes.data(), static_cast<std::size_t>(count)}, device, gateway_);
    if (place && std::ranges::find(found, *place) == found.end()) found.push_back(*place);
  }

  IpAddress gateway_;
  int socket_;
};

bool is_better(const UpnpConnection& one, const std::optional<UpnpConnection>& other) {
  return !other || (is_private(other->external) && !is_private(one.external));
}

/// Of a service's URL, whole or relative to the device's base.
std::optional<HttpPlace> control_place(const std::string& url, const IGDdatas& data, const HttpPlace& description) {
  const auto base = data.urlbase[0] != '\0' ? parse_http_place(data.urlbase) : std::optional(description);
  if (!base || url.empty()) return std::nullopt;
  const bool is_whole = url.find("://") != std::string::npos;
  const auto place =
      parse_http_place(is_whole ? url : "http://" + host_text(*base) + (url.starts_with('/') ? "" : "/") + url);
  return place && place->server.address == description.server.address ? place : std::nullopt;
}

std::optional<UpnpConnection> connection_of(const IGDdatas_service& service, const IGDdatas& data,
                                            const HttpPlace& description, const ExchangeLimit& limit) {
  const auto control = control_place(service.controlurl, data, description);
  if (!control || !is_connection(service.servicetype)) return std::nullopt;
  UpnpConnection connection{*control, service.servicetype, {}};
  const auto address = upnp_external_address(connection, limit);
  if (!address) return std::nullopt;
  connection.external = *address;
  return connection;
}

}  // namespace

std::optional<HttpPlace> description_in(const std::string& answer, const IpAddress& from, const IpAddress& gateway) {
  if (from != gateway) return std::nullopt;
  constexpr std::string_view name = "\r\nlocation:";
  const auto is_same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  const auto field = std::search(answer.begin(), answer.end(), name.begin(), name.end(), is_same);
  if (field == answer.end()) return std::nullopt;
  std::string_view value =
      std::string_view(answer).substr(static_cast<std::size_t>(field - answer.begin()) + name.size());
  value = value.substr(0, value.find("\r\n"));
  while (value.starts_with(' ')) value.remove_prefix(1);
  const auto place = parse_http_place(std::string(value.substr(0, value.find(' '))));
  return place && place->server.address == from ? place : std::nullopt;
}

std::optional<IpAddress> upnp_external_address(const UpnpConnection& connection, const ExchangeLimit& limit) {
  const UpnpResult result = call_upnp(connection, "GetExternalIPAddress", {}, limit);
  const auto text = result.values.find("NewExternalIPAddress");
  IpAddress address = any_ipv4;
  if (result.error != 0 || text == result.values.end()) return std::nullopt;
  if (inet_pton(AF_INET, text->second.c_str(), &address[12]) != 1 || address == any_ipv4) return std::nullopt;
  return address;
}

std::optional<UpnpConnection> upnp_connection_at(const HttpPlace& description, const ExchangeLimit& limit) {
  const std::string request =
      "GET " + description.path + " HTTP/1.1\r\nHost: " + host_text(description) + "\r\nConnection: close\r\n\r\n";
  const HttpReply reply = exchange_http(description.server, request, limit.part());
  if (reply.status != 200) return std::nullopt;
  const auto data = std::make_unique<IGDdatas>();
  parserootdesc(reply.body.data(), static_cast<int>(reply.body.size()), data.get());
  std::optional<UpnpConnection> best;
  for (const IGDdatas_service* service : {&data->first, &data->second}) {
    const auto connection = connection_of(*service, *data, description, limit);
    if (connection && is_better(*connection, best)) best = connection;
  }
  return best;
}

std::optional<UpnpConnection> find_upnp_connection(const Uplink& uplink, const std::function<bool()>& stop) {
  const auto began = steady_clock::now();
  const Search search(uplink);
  search.ask();
  const ExchangeLimit all{began + search_limit, stop};
  std::optional<UpnpConnection> best;
  for (const HttpPlace& place : search.collect({began + search_time, stop})) {
    if (all.is_over()) break;
    const auto connection = upnp_connection_at(place, all);
    if (connection && is_better(*connection, best)) best = connection;
  }
  return best;
}

}  // namespace evenkeel

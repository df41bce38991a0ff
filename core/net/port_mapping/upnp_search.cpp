#include "core/net/port_mapping/upnp_search.h"

#include <arpa/inet.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>

#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

#include "core/net/port_mapping/private_address.h"

namespace evenkeel {
namespace {

constexpr int patience_ms = 1500;
constexpr unsigned char hops = 2;            // as UPnP Device Architecture 1.1, section 1.3.2, has it
constexpr std::size_t max_descriptions = 4;  // anybody in the network can name one

bool is_connection(const char* type) {
  constexpr std::array prefixes{"urn:schemas-upnp-org:service:WANIPConnection:",
                                "urn:schemas-upnp-org:service:WANPPPConnection:"};
  for (const char* prefix : prefixes) {
    if (std::strncmp(type, prefix, std::strlen(prefix)) == 0) return true;
  }
  return false;
}

/// Where devices say that their descriptions lie.
std::vector<std::string> find_descriptions(const IpAddress& local) {
  std::array<char, INET_ADDRSTRLEN> interface {};
  inet_ntop(AF_INET, &local[12], interface.data(), interface.size());
  // Devices of version 2 answer to version 1 as well, but not all do.
  static const char* const types[] = {
      "urn:schemas-upnp-org:device:InternetGatewayDevice:1", "urn:schemas-upnp-org:device:InternetGatewayDevice:2",
      "urn:schemas-upnp-org:service:WANIPConnection:1", "urn:schemas-upnp-org:service:WANPPPConnection:1", nullptr};
  int error = 0;
  // Without the socket of minissdpd, which keeps devices that may be gone.
  const std::unique_ptr<UPNPDev, decltype(&freeUPNPDevlist)> devices(
      upnpDiscoverDevices(types, patience_ms, interface.data(), "", UPNP_LOCAL_PORT_ANY, 0, hops, &error, 1),
      freeUPNPDevlist);
  std::vector<std::string> urls;
  std::set<std::string> known;
  for (const UPNPDev* device = devices.get(); device != nullptr; device = device->pNext) {
    if (urls.size() < max_descriptions && known.insert(device->descURL).second) urls.emplace_back(device->descURL);
  }
  return urls;
}

bool is_better(const UpnpRouter::Connection& one, const std::optional<UpnpRouter::Connection>& other) {
  return !other || (is_private(other->external) && !is_private(one.external));
}

}  // namespace

std::optional<IpAddress> upnp_external_address(const UpnpRouter::Connection& connection) {
  std::array<char, 16> text{};
  if (UPNP_GetExternalIPAddress(connection.control_url.c_str(), connection.type.c_str(), text.data()) != 0) {
    return std::nullopt;
  }
  text.back() = '\0';
  IpAddress address = any_ipv4;
  if (inet_pton(AF_INET, text.data(), &address[12]) != 1 || address == any_ipv4) return std::nullopt;
  return address;
}

// The library's UPNP_GetValidIGD() takes the second connection only where its address is public: behind another NAT it
// would end with the first, in use or not.
std::optional<UpnpRouter::Connection> upnp_connection_at(const std::string& description_url) {
  const auto data = std::make_unique<IGDdatas>();
  UPNPUrls urls{};
  std::array<char, 64> local{};
  if (UPNP_GetIGDFromUrl(description_url.c_str(), &urls, data.get(), local.data(), local.size()) == 0)
    return std::nullopt;
  std::optional<UpnpRouter::Connection> best;
  for (int i = 0; i < 2; ++i) {
    if (urls.controlURL != nullptr && is_connection(data->first.servicetype)) {
      UpnpRouter::Connection connection{urls.controlURL, data->first.servicetype, {}};
      if (const auto address = upnp_external_address(connection)) {
        connection.external = *address;
        if (is_better(connection, best)) best = connection;
      }
    }
    FreeUPNPUrls(&urls);
    std::swap(data->first, data->second);
    if (i == 0) GetUPNPUrls(&urls, data.get(), description_url.c_str(), 0);
  }
  return best;
}

std::optional<UpnpRouter::Connection> find_upnp_connection(const IpAddress& local, const std::function<bool()>& stop) {
  std::optional<UpnpRouter::Connection> best;
  for (const std::string& url : find_descriptions(local)) {
    if (stop && stop()) break;
    const auto connection = upnp_connection_at(url);
    if (connection && is_better(*connection, best)) best = connection;
  }
  return best;
}

}  // namespace evenkeel

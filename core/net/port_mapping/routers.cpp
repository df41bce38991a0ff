#include "core/net/port_mapping/routers.h"

#include <random>

#include "core/net/port_mapping/nat_pmp_router.h"
#include "core/net/port_mapping/upnp_router.h"

namespace evenkeel {

std::vector<std::unique_ptr<Router>> make_routers(const Endpoint& bound, PortProtocol protocol,
                                                  const std::function<bool()>& stop) {
  const FindUplink uplink = [address = bound.address] { return find_uplink(address); };
  std::vector<std::unique_ptr<Router>> routers;
  routers.push_back(std::make_unique<NatPmpRouter>(NatPmpRouter::Config{uplink, bound.port, protocol, stop}));
  routers.push_back(std::make_unique<UpnpRouter>(UpnpRouter::Config{uplink, bound.port, protocol, stop}));
  return routers;
}

std::uint16_t draw_port() {
  std::random_device random;
  return std::uniform_int_distribution<std::uint16_t>(49152)(random);
}

}  // namespace evenkeel

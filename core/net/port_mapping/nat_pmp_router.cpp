#include "core/net/port_mapping/nat_pmp_router.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <natpmp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace evenkeel {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
constexpr milliseconds step{50};  // how often it is looked whether to stop

sockaddr_in to_ipv4(const IpAddress& address, std::uint16_t port) {
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_port = htons(port);
  std::memcpy(&ipv4.sin_addr, &address[12], 4);
  return ipv4;
}

IpAddress from_ipv4(const in_addr& ipv4) {
  IpAddress address = any_ipv4;
  std::memcpy(&address[12], &ipv4, 4);
  return address;
}

/// One exchange after the other with one server. The library's own initnatpmp() binds to no address, and asks the first
/// default route that it finds.
class Conversation {
 public:
  Conversation(const Uplink& uplink, std::uint16_t port, const std::function<bool()>& stop) : stop_(stop) {
    const sockaddr_in here = to_ipv4(uplink.local, 0);
    const sockaddr_in there = to_ipv4(uplink.gateway, port);
    natpmp_.gateway = there.sin_addr.s_addr;
    natpmp_.s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const bool bound = bind(natpmp_.s, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0;
    open_ = bound && connect(natpmp_.s, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0;
  }
  ~Conversation() {
    if (natpmp_.s >= 0) close(natpmp_.s);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// 0, or an error as the library has it: NATPMP_TRYAGAIN where nothing came in time.
  int ask_address(natpmpresp_t& answer) {
    return open_ && sendpublicaddressrequest(&natpmp_) >= 0 ? wait_for(NATPMP_RESPTYPE_PUBLICADDRESS, answer)
                                                            : NATPMP_ERR_SENDERR;
  }
  int ask_mapping(PortProtocol protocol, std::uint16_t internal, std::uint16_t external, std::uint32_t seconds,
                  natpmpresp_t& answer) {
    const bool udp = protocol == PortProtocol::udp;
    const int wanted = udp ? NATPMP_PROTOCOL_UDP : NATPMP_PROTOCOL_TCP;
    if (!open_ || sendnewportmappingrequest(&natpmp_, wanted, internal, external, seconds) < 0) {
      return NATPMP_ERR_SENDERR;
    }
    return wait_for(udp ? NATPMP_RESPTYPE_UDPPORTMAPPING : NATPMP_RESPTYPE_TCPPORTMAPPING, answer);
  }

 private:
  void wait_a_moment() {
    timeval until_retry{};
    milliseconds time = step;
    if (getnatpmprequesttimeout(&natpmp_, &until_retry) == 0) {
      const milliseconds retry(until_retry.tv_sec * 1000 + until_retry.tv_usec / 1000 + 1);
      time = std::clamp(retry, milliseconds(1), step);
    }
    pollfd socket{natpmp_.s, POLLIN, 0};
    poll(&socket, 1, static_cast<int>(time.count()));
  }

  int wait_for(std::uint16_t type, natpmpresp_t& answer) {
    const auto end = steady_clock::now() + NatPmpRouter::patience;
    while (steady_clock::now() < end && !(stop_ && stop_())) {
      wait_a_moment();
      const int result = readnatpmpresponseorretry(&natpmp_, &answer);
      if (result == 0 && answer.type == type) return 0;
      // A repeated answer to the question before comes late: this one goes on.
      if (result == 0) natpmp_.has_pending_request = 1;
      if (result != 0 && result != NATPMP_TRYAGAIN && result != NATPMP_ERR_WRONGPACKETSOURCE) return result;
    }
    return NATPMP_TRYAGAIN;
  }

  natpmp_t natpmp_{};
  const std::function<bool()>& stop_;
  bool open_ = false;
};

MappingAnswer refused(std::string reason) { return {MappingAnswer::Kind::refused, {}, std::move(reason)}; }
MappingAnswer unknown(std::string reason) { return {MappingAnswer::Kind::unknown, {}, std::move(reason)}; }

MappingAnswer failure(int error) {
  switch (error) {
    case NATPMP_ERR_NOTAUTHORIZED:
      return refused("not authorized");
    case NATPMP_ERR_NETWORKFAILURE:
      return refused("it has no connection to the Internet");
    case NATPMP_ERR_OUTOFRESOURCES:
      return refused("it has no room for another mapping");
    case NATPMP_ERR_UNSUPPORTEDOPCODE:
    case NATPMP_ERR_UNDEFINEDERROR:
      return refused("it knows no mapping of such ports");
    default:
      return {};  // nobody, or one that speaks another version
  }
}

}  // namespace

MappingAnswer NatPmpRouter::map(std::uint16_t external_port, std::chrono::seconds lifetime) {
  const auto uplink = config_.find_uplink();
  if (!uplink) return {};
  Conversation router(*uplink, config_.server_port, config_.stop);
  natpmpresp_t answer{};
  if (const int error = router.ask_address(answer); error != 0) return failure(error);
  const IpAddress address = from_ipv4(answer.pnu.publicaddress.addr);
  // RFC 6886 knows no mapping without an end.
  const auto seconds = static_cast<std::uint32_t>(std::max<std::int64_t>(lifetime.count(), 1));
  if (const int error = router.ask_mapping(config_.protocol, config_.internal_port, external_port, seconds, answer);
      error != 0) {
    return error == NATPMP_TRYAGAIN ? unknown("it did not answer in time") : failure(error);
  }
  const auto& granted = answer.pnu.newportmapping;
  if (granted.privateport != config_.internal_port || granted.lifetime == 0)
    return unknown("its answer makes no sense");
  return {
      MappingAnswer::Kind::mapped, {{address, granted.mappedpublicport}, std::chrono::seconds(granted.lifetime)}, ""};
}

bool NatPmpRouter::unmap(std::uint16_t) {
  const auto uplink = config_.find_uplink();
  if (!uplink) return false;
  const std::function<bool()> never;  // what was asked for is taken back in any case
  Conversation router(*uplink, config_.server_port, never);
  natpmpresp_t answer{};
  return router.ask_mapping(config_.protocol, config_.internal_port, 0, 0, answer) == 0;
}

}  // namespace evenkeel

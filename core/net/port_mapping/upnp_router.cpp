#include "core/net/port_mapping/upnp_router.h"

#include <arpa/inet.h>
#include <miniupnpc/upnperrors.h>

#include <array>
#include <cstring>

#include "core/net/port_mapping/upnp_search.h"

namespace evenkeel {
namespace {

const char* name_of(PortProtocol protocol) { return protocol == PortProtocol::udp ? "UDP" : "TCP"; }

constexpr const char* description = "Evenkeel";  // as the router's list of mappings shows it

// Of the service's template, WANIPConnection:1 and 2.
constexpr int no_such_entry = 714;
constexpr int conflict = 718;
constexpr int same_port_only = 724;
constexpr int only_permanent_leases = 725;
constexpr int conflict_with_other_mechanism = 729;

std::string to_text(const IpAddress& address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  inet_ntop(AF_INET, &address[12], text.data(), text.size());
  return text.data();
}

// Each exchange has the time that is left, and a stop ends it: what is asked for may then be done or not.
ExchangeLimit limit_of(const std::function<bool()>& stop) {
  ExchangeLimit limit;
  limit.stop = stop;
  return limit;
}

MappingAnswer no_mapping(int error) {
  if (error == UpnpResult::no_contact) return {};
  if (error == UpnpResult::no_answer) {
    return {MappingAnswer::Kind::unknown, {}, "it did not answer in time, or nothing that makes sense"};
  }
  const char* text = strupnperror(error);
  return {MappingAnswer::Kind::refused,
          {},
          "error " + std::to_string(error) + (text != nullptr ? ": " + std::string(text) : "")};
}

}  // namespace

std::optional<IpAddress> UpnpRouter::external_address() const {
  return connection_ ? upnp_external_address(*connection_, limit_of(config_.stop)) : std::nullopt;
}

UpnpRouter::Entry UpnpRouter::entry_of(const std::string& port, const IpAddress& local,
                                       const ExchangeLimit& limit) const {
  auto result =
      call_upnp(*connection_, "GetSpecificPortMappingEntry",
                {{"NewRemoteHost", ""}, {"NewExternalPort", port}, {"NewProtocol", name_of(config_.protocol)}}, limit);
  if (result.error != 0) return Entry::none;
  // Somebody may have made a mapping to this port by hand: it stays.
  const bool ours = result.values["NewInternalClient"] == to_text(local) &&
                    result.values["NewInternalPort"] == std::to_string(config_.internal_port) &&
                    result.values["NewPortMappingDescription"].find(description) != std::string::npos;
  return ours ? Entry::ours : Entry::of_others;
}

MappingAnswer UpnpRouter::add(std::uint16_t port, const IpAddress& local, std::chrono::seconds lifetime) {
  client_ = local;
  const int error = call_upnp(*connection_, "AddPortMapping",
                              {{"NewRemoteHost", ""},
                               {"NewExternalPort", std::to_string(port)},
                               {"NewProtocol", name_of(config_.protocol)},
                               {"NewInternalPort", std::to_string(config_.internal_port)},
                               {"NewInternalClient", to_text(local)},
                               {"NewEnabled", "1"},
                               {"NewPortMappingDescription", description},
                               {"NewLeaseDuration", std::to_string(lifetime.count())}},
                              limit_of(config_.stop))
                        .error;
  switch (error) {
    case 0:
      return {MappingAnswer::Kind::mapped, {{connection_->external, port}, lifetime}, ""};
    case conflict:
    case conflict_with_other_mechanism:
      return {MappingAnswer::Kind::taken, {}, "others have the ports"};
    case only_permanent_leases:
      return {MappingAnswer::Kind::permanent_only, {}, ""};
    case same_port_only:
      return {MappingAnswer::Kind::refused, {}, "it maps a port to the same number only, which somebody has"};
    default:
      return no_mapping(error);
  }
}

MappingAnswer UpnpRouter::map(std::uint16_t external_port, std::chrono::seconds lifetime) {
  const auto uplink = config_.find_uplink();
  if (!uplink) return {};
  auto address = external_address();
  if (!address) {
    connection_ = find_upnp_connection(*uplink, config_.stop);
    if (!connection_) return {};
    address = connection_->external;
  }
  connection_->external = *address;
  if (config_.stop && config_.stop()) return {};
  if (entry_of(std::to_string(external_port), uplink->local, limit_of(config_.stop)) == Entry::of_others) {
    return {MappingAnswer::Kind::taken, {}, "others have the ports"};
  }
  return add(external_port, uplink->local, lifetime);
}

bool UpnpRouter::unmap(std::uint16_t external_port) {
  if (!connection_) return false;
  const std::string port = std::to_string(external_port);
  const ExchangeLimit unstopped;  // what was asked for is taken back in any case
  if (entry_of(port, client_, unstopped) == Entry::of_others) return true;  // ours has gone before
  const int error =
      call_upnp(*connection_, "DeletePortMapping",
                {{"NewRemoteHost", ""}, {"NewExternalPort", port}, {"NewProtocol", name_of(config_.protocol)}},
                ExchangeLimit())
          .error;
  return error == 0 || error == no_such_entry;
}

}  // namespace evenkeel

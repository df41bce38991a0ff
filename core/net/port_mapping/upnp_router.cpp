#include "core/net/port_mapping/upnp_router.h"

#include <arpa/inet.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>

#include <array>
#include <cstring>

#include "core/net/port_mapping/upnp_search.h"

namespace evenkeel {
namespace {

constexpr const char* protocol_name = "UDP";
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

MappingAnswer refused(int error) {
  const char* text = strupnperror(error);
  if (error < 0) return {MappingAnswer::Kind::refused, {}, "it did not answer in time, or nothing that makes sense"};
  return {MappingAnswer::Kind::refused,
          {},
          "error " + std::to_string(error) + (text != nullptr ? ": " + std::string(text) : "")};
}

}  // namespace

std::optional<IpAddress> UpnpRouter::external_address() const {
  return connection_ ? upnp_external_address(*connection_) : std::nullopt;
}

UpnpRouter::Entry UpnpRouter::entry_of(const std::string& port, const IpAddress& local) const {
  std::array<char, 16> client{}, lease{};
  std::array<char, 8> internal{}, enabled{};
  std::array<char, 80> text{};
  const int error = UPNP_GetSpecificPortMappingEntry(connection_->control_url.c_str(), connection_->type.c_str(),
                                                     port.c_str(), protocol_name, nullptr, client.data(),
                                                     internal.data(), text.data(), enabled.data(), lease.data());
  if (error != 0) return Entry::none;
  text.back() = '\0';
  // Somebody may have made a mapping to this port by hand: it stays.
  const bool ours = to_text(local) == client.data() && std::to_string(config_.internal_port) == internal.data() &&
                    std::string_view(text.data()).find(description) != std::string_view::npos;
  return ours ? Entry::ours : Entry::of_others;
}

MappingAnswer UpnpRouter::add(std::uint16_t port, const IpAddress& local, std::chrono::seconds lifetime) {
  const int error =
      UPNP_AddPortMapping(connection_->control_url.c_str(), connection_->type.c_str(), std::to_string(port).c_str(),
                          std::to_string(config_.internal_port).c_str(), to_text(local).c_str(), description,
                          protocol_name, nullptr, std::to_string(lifetime.count()).c_str());
  switch (error) {
    case 0:
      client_ = local;
      return {MappingAnswer::Kind::mapped, {{connection_->external, port}, lifetime}, ""};
    case conflict:
    case conflict_with_other_mechanism:
      return {MappingAnswer::Kind::taken, {}, "others have the ports"};
    case only_permanent_leases:
      return {MappingAnswer::Kind::permanent_only, {}, ""};
    case same_port_only:
      return {MappingAnswer::Kind::refused, {}, "it maps a port to the same number only, which somebody has"};
    default:
      return refused(error);
  }
}

MappingAnswer UpnpRouter::map(std::uint16_t external_port, std::chrono::seconds lifetime) {
  const auto uplink = config_.find_uplink();
  if (!uplink) return {};
  auto address = external_address();
  if (!address) {
    connection_ = find_upnp_connection(uplink->local, config_.stop);
    if (!connection_) return {};
    address = connection_->external;
  }
  connection_->external = *address;
  if (config_.stop && config_.stop()) return {};
  if (entry_of(std::to_string(external_port), uplink->local) == Entry::of_others) {
    return {MappingAnswer::Kind::taken, {}, "others have the ports"};
  }
  return add(external_port, uplink->local, lifetime);
}

bool UpnpRouter::unmap(std::uint16_t external_port) {
  if (!connection_) return false;
  const std::string port = std::to_string(external_port);
  if (entry_of(port, client_) == Entry::of_others) return true;  // ours has gone before
  const int error = UPNP_DeletePortMapping(connection_->control_url.c_str(), connection_->type.c_str(), port.c_str(),
                                           protocol_name, nullptr);
  return error == 0 || error == no_such_entry;
}

}  // namespace evenkeel

#include "app/call/mapping_text.h"

#include "core/base/address_scope.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

const std::string own_only = ": the link has this machine's own addresses only.";

std::string remarks(const PortMapping& mapping) {
  std::string text;
  if (is_private(mapping.external->address)) {
    text += " That address is a private one: another router is before it, which has to forward the port as well.";
  }
  if (mapping.permanent) {
    text += " It maps for no limited time: the mapping is removed at the end, but stays if Evenkeel is killed.";
  }
  return text;
}

std::string first_text(const PortMapping& now) {
  if (now.external) {
    return "The router maps " + to_string(*now.external) + " to this port (" + now.protocol + ")." + remarks(now);
  }
  if (now.refusal.empty()) return "No router answered NAT-PMP or UPnP" + own_only;
  const std::string by = now.protocol.empty() ? "" : now.protocol + ", ";
  return "No router maps this port (" + by + now.refusal + ")" + own_only;
}

}  // namespace

std::string mapping_text(const PortMapping& now, const std::optional<PortMapping>& before) {
  if (!before) return first_text(now);
  if (now.external == before->external) return now.external || now.refusal == before->refusal ? "" : first_text(now);
  if (!now.external) {
    return "The router no longer maps " + to_string(*before->external) +
           " to this port: whoever is outside its network cannot call by the link.";
  }
  const std::string old = before->external ? "no longer " + to_string(*before->external) + ": the link is out of date"
                                           : "which the link of before lacks";
  return "The router now maps " + to_string(*now.external) + " to this port (" + now.protocol + "), " + old +
         ", give the new one." + remarks(now);
}

std::string page_mapping_text(const PortMapping& now, const std::optional<PortMapping>& before, bool is_confirmed) {
  if (before && now.external == before->external) return {};
  if (now.external && !is_confirmed) {
    return "Only the router says that the page is reached at " + to_string(*now.external) +
           ", so the link leads browsers to this machine's own address; a STUN server (--stun) can confirm the other.";
  }
  if (now.external) return "Browsers outside its network reach the page at " + to_string(*now.external) + ".";
  return "It does not map the page's port: browsers outside its network cannot open the link.";
}

std::string no_mapping_yet_text(Duration waited) {
  return "The router has not answered within " + std::to_string(waited / std::chrono::seconds(1)) + " s" + own_only;
}

std::string mapping_stays_text(const PortMapping& mapping) {
  const std::string lease = std::to_string(PortMapper::lease / std::chrono::minutes(1)) + " minutes.";
  if (!mapping.external) {
    return "A router was asked for a port, and what it did is not known: if it maps one, that ends by itself within " +
           lease;
  }
  const std::string start = "The router did not confirm that it maps " + to_string(*mapping.external) + " no longer: ";
  if (mapping.permanent) return start + "look into its settings, and remove the mapping there.";
  return start + "the mapping ends by itself within " + lease;
}

}  // namespace evenkeel

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/net/port_mapping/http_exchange.h"

namespace evenkeel {

/// A connection to the Internet that a device offers (WANIPConnection or WANPPPConnection), to be spoken to by SOAP.
struct UpnpConnection {
  HttpPlace control;
  std::string type;
  IpAddress external{};  ///< as it said when it was found
};

struct UpnpResult {
  static constexpr int no_answer = -1;   ///< in time, or none that makes sense: it may have done what was asked
  static constexpr int no_contact = -2;  ///< it was not asked

  int error = no_contact;  ///< 0: done; above: the device's errorCode
  std::map<std::string, std::string> values;
};

/// Has the device carry out an action of its service (UPnP Device Architecture 1.1, section 3.2). Names and values must
/// have no characters that XML gives a meaning.
UpnpResult call_upnp(const UpnpConnection& connection, const std::string& action,
                     const std::vector<std::pair<std::string, std::string>>& arguments, const ExchangeLimit& limit);

}  // namespace evenkeel

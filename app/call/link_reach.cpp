#include "app/call/link_reach.h"

#include <algorithm>

#include "core/base/address_scope.h"

namespace evenkeel {

std::string link_reach_text(std::span<const Endpoint> addresses, std::size_t left_out, bool asks_outside) {
  const auto all = [&](bool (*kind)(const IpAddress&)) {
    return std::ranges::all_of(addresses, [&](const Endpoint& one) { return kind(one.address); });
  };
  if (all(is_loopback)) {
    return "This machine has no address that others can reach: the link works on this machine only. Connect it to a "
           "network.";
  }
  std::string text;
  if (all(is_private)) {
    text = "The link works in your own network only, as all its addresses are private";
    text += asks_outside ? "." : "; --stun or --map-port may add one for the Internet.";
  }
  if (left_out == 0) return text;
  const std::string count = left_out == 1 ? "1 address" : std::to_string(left_out) + " addresses";
  return text + (text.empty() ? "" : " ") + count +
         " of this machine found no place in the link: --address chooses which it names.";
}

}  // namespace evenkeel

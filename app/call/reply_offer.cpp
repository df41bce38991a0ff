#include "app/call/reply_offer.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/address_scope.h"
#include "core/net/local_addresses.h"

namespace evenkeel {
namespace {

bool is_on_this_machine(const CallLink& link) {
  constexpr std::size_t all = 64;
  const auto own = local_addresses(all);
  return std::ranges::all_of(link.addresses, [&](const Endpoint& there) {
    return is_loopback(there.address) || std::ranges::find(own, there.address) != own.end();
  });
}

}  // namespace

bool offers_reply_code(const CallOptions& options, const CallLink& link) {
  const std::string wish = options.reply_code.value_or("auto");
  if (wish != "auto") return wish == "always";
  // A script that waits for the end of the call is not kept for ten minutes.
  return !options.headless || (isatty(STDERR_FILENO) == 1 && !is_on_this_machine(link));
}

bool goes_on_for_reply_code(const CallOptions& options, bool all_refuse) {
  return !all_refuse || !options.headless || options.reply_code == "always";
}

}  // namespace evenkeel

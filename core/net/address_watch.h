#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "core/base/time.h"

namespace boost::asio {
class io_context;
}

namespace evenkeel {

/// Whether a datagram of rtnetlink(7) says that addresses, routes or links changed, or that notices were lost. Whatever
/// is malformed says nothing.
bool tells_of_change(std::span<const std::uint8_t> netlink);

/// Calls back, by the thread that runs `io`, when the addresses, routes or links of this machine have changed, as the
/// kernel says by netlink: once for all that changes within `gathering` of the first. It may do so where nothing
/// changed that matters: a router that renews an address says so too.
class AddressWatch {
 public:
  static constexpr Duration gathering = 50ms;

  AddressWatch(boost::asio::io_context& io, std::function<void()> on_change);
  /// By the thread that runs `io`, or when none does; no call follows.
  ~AddressWatch();
  AddressWatch(const AddressWatch&) = delete;
  AddressWatch& operator=(const AddressWatch&) = delete;

  /// False where this machine gives no netlink: then it never calls back.
  bool is_watching() const;

 private:
  class Listener;
  std::shared_ptr<Listener> listener_;
};

}  // namespace evenkeel

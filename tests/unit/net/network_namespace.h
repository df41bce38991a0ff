#pragma once

#include <arpa/inet.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <thread>

namespace evenkeel::test {

/// Runs `body` in a thread with a network of its own. False where the machine does not allow that: then it is not run.
template <class Body>
bool in_network_namespace(Body body) {
  bool allowed = false;
  std::thread([&] {
    allowed = unshare(CLONE_NEWNET) == 0;
    if (allowed) body();
  }).join();
  return allowed;
}

/// One change of the interface "lo" by netdevice(7). False: refused.
inline bool change_loopback(unsigned long request, ifreq change) {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  std::strcpy(change.ifr_name, "lo");
  const bool done = ioctl(fd, request, &change) == 0;
  close(fd);
  return done;
}

inline bool set_loopback(bool up) {
  ifreq change{};
  change.ifr_flags = up ? IFF_UP : 0;
  return change_loopback(SIOCSIFFLAGS, change);
}

inline bool set_loopback_address(const char* text) {
  ifreq change{};
  sockaddr_in address{};
  address.sin_family = AF_INET;
  inet_pton(AF_INET, text, &address.sin_addr);
  std::memcpy(&change.ifr_addr, &address, sizeof address);
  return change_loopback(SIOCSIFADDR, change);
}

}  // namespace evenkeel::test

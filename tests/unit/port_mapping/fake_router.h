#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "core/net/port_mapping/router.h"

namespace evenkeel::test {

inline IpAddress ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  IpAddress address = any_ipv4;
  address[12] = a, address[13] = b, address[14] = c, address[15] = d;
  return address;
}

/// What a router was asked, and what it says; it outlives the router.
struct RouterScript {
  std::string protocol = "NAT-PMP";
  /// 203.0.113.5, the port and the time that were asked for, unless a test says otherwise.
  std::function<MappingAnswer(std::uint16_t, std::chrono::seconds)> answer = [](auto port, auto lifetime) {
    return MappingAnswer{MappingAnswer::Kind::mapped, {{ipv4(203, 0, 113, 5), port}, lifetime}, ""};
  };
  bool gives_back = true;
  std::vector<std::uint16_t> asked;
  std::vector<std::chrono::seconds> lifetimes;
  std::vector<std::uint16_t> unmapped;
};

class FakeRouter final : public Router {
 public:
  explicit FakeRouter(RouterScript& script) : script_(script) {}
  std::string_view protocol() const override { return script_.protocol; }
  MappingAnswer map(std::uint16_t port, std::chrono::seconds lifetime) override {
    script_.asked.push_back(port);
    script_.lifetimes.push_back(lifetime);
    return script_.answer(port, lifetime);
  }
  bool unmap(std::uint16_t port) override {
    script_.unmapped.push_back(port);
    return script_.gives_back;
  }

 private:
  RouterScript& script_;
};

}  // namespace evenkeel::test

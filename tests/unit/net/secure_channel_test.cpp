#include "core/net/secure_channel.h"

#include <catch2/catch.hpp>

#include "core/net/clock.h"

using namespace evenkeel;

namespace {

struct Nowhere final : DatagramSink {
  bool send(Datagram, const Route&, std::uint8_t) override { return true; }
};

}  // namespace

TEST_CASE("Whoever watches a secure call has a snapshot of its status, which is made anew only where it changed") {
  Nowhere sink;
  SecureChannel channel({Certificate::make(), SecureSession::Listening{}}, sink, monotonic_now());
  const auto first = channel.status();
  REQUIRE(first);
  CHECK(first->dtls_state == "new");
  channel.update_status();
  CHECK(channel.status() == first);  // the same one

  std::vector<std::uint8_t> nonsense(64, 0x80);  // media without keys
  channel.open(nonsense, Route{}, monotonic_now());
  channel.update_status();
  const auto second = channel.status();
  CHECK(second != first);
  CHECK(second->ignored.unexpected == 1);
  CHECK(first->ignored.unexpected == 0);  // what a reader holds stays as it was
}

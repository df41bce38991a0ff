#include "core/ice/stun_client.h"

#include <catch2/catch.hpp>

#include "core/ice/ice_servers.h"
#include "tests/unit/ice/stun_bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const Endpoint server{ipv4(192, 0, 2, 53), 3478};
const Endpoint server_6{{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 53}, 3478};
const Endpoint outside{ipv4(203, 0, 113, 7), 40'000};
const Endpoint elsewhere{ipv4(203, 0, 113, 8), 40'001};

Bytes answer_to(const Bytes& request, const Endpoint& mapped, StunClass message_class = StunClass::success) {
  return StunWriter(message_class, parse_stun(request)->id).mapped_address(mapped).finish();
}

struct Asking {
  LocalTime now{1h};
  StunClient client{server, seeded_random(1), now};

  /// The times at which it sent something before `end`, and what was sent last.
  std::vector<Duration> wait(Duration time) {
    const LocalTime end = now + time;
    std::vector<Duration> sent;
    while (client.next_wake() <= end) {
      now = std::max(now, client.next_wake());
      while (const auto out = client.poll(now)) {
        CHECK(out->route == Route(server));
        last = out->datagram;
        sent.push_back(now - LocalTime(1h));
      }
    }
    now = end;
    return sent;
  }
  bool give(const Bytes& datagram, const Endpoint& from = server) { return client.on_stun(datagram, from, now); }

  Bytes last;
};

}  // namespace

TEST_CASE("a server is asked at once, and again after twice the time, until it answers") {
  Asking asking;
  CHECK(asking.wait(4s) == std::vector<Duration>{0ms, 500ms, 1500ms, 3500ms});
  REQUIRE(parse_stun(asking.last));
  CHECK(asking.last.size() == 20);
  CHECK_FALSE(asking.client.mapped());
  CHECK(asking.give(answer_to(asking.last, outside)));
  CHECK(asking.client.mapped() == outside);
  CHECK_FALSE(asking.client.is_unanswered());
  CHECK(asking.wait(19s).empty());
}

TEST_CASE("the mapping is refreshed every twenty seconds, and a change is reported") {
  Asking asking;
  for (int i = 0; i < 10; ++i) {
    CHECK(asking.wait(i == 0 ? 0s : 20s).size() == 1);
    CHECK(asking.give(answer_to(asking.last, i < 5 ? outside : elsewhere)));
    CHECK(asking.client.mapped() == (i < 5 ? outside : elsewhere));
  }
}

TEST_CASE("a server that does not answer is asked seldom, and taken when it comes back") {
  Asking asking;
  const auto sent = asking.wait(10min);
  CHECK(sent.size() < 100);
  CHECK(sent.size() > 60);
  CHECK(asking.client.is_unanswered());
  asking.wait(20s);
  const bool taken = asking.give(answer_to(asking.last, outside));
  if (!taken) {
    asking.wait(20s);
    CHECK(asking.give(answer_to(asking.last, outside)));
  }
  CHECK(asking.client.mapped() == outside);
}

TEST_CASE("only the server that was asked answers, once, to what it was asked") {
  Asking asking;
  asking.wait(0s);
  const Bytes answer = answer_to(asking.last, outside);
  CHECK_FALSE(asking.give(answer, {server.address, 3479}));
  CHECK_FALSE(asking.give(answer, elsewhere));
  CHECK_FALSE(asking.give(StunWriter(StunClass::success, {}).mapped_address(elsewhere).finish()));
  CHECK_FALSE(asking.give(asking.last));
  for (std::size_t size = 0; size < answer.size(); ++size)
    CHECK_FALSE(asking.give({answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(size)}));
  CHECK_FALSE(asking.client.mapped());
  CHECK(asking.give(answer));
  CHECK_FALSE(asking.give(answer_to(asking.last, elsewhere)));
  CHECK(asking.client.mapped() == outside);
}

TEST_CASE("an address that no datagram can come from is not taken") {
  for (const Endpoint& mapped :
       {Endpoint{outside.address, 0}, Endpoint{{}, 5004}, Endpoint{any_ipv4, 5004}, server_6}) {
    Asking asking;
    asking.wait(0s);
    CHECK_FALSE(asking.give(answer_to(asking.last, mapped)));
    CHECK_FALSE(asking.client.mapped());
  }
}

TEST_CASE("an error is an answer of no use") {
  Asking asking;
  asking.wait(0s);
  CHECK(asking.give(StunWriter(StunClass::error, parse_stun(asking.last)->id).error(400).finish()));
  CHECK(asking.client.is_unanswered());
  CHECK(asking.wait(19s).empty());
  CHECK(asking.wait(1s).size() == 1);
}

TEST_CASE("with another address of this machine the server is asked at once") {
  Asking asking;
  asking.wait(0s);
  asking.give(answer_to(asking.last, outside));
  asking.wait(5s);
  asking.client.on_addresses_changed(asking.now);
  CHECK(asking.wait(0s).size() == 1);
  CHECK(asking.client.mapped() == outside);
}

TEST_CASE("what was learnt from a server stays where another one is asked beside it") {
  LocalTime now{1h};
  IceServers servers(openssl_cryptography(), seeded_random(1));
  servers.start({{server}}, now);
  const auto out = servers.poll(now);
  REQUIRE(out);
  Bytes answer = answer_to(out->datagram, outside);
  servers.on_datagram(answer, out->route, now);
  const auto version = servers.version();
  servers.start({{server, server_6}}, now);
  CHECK(servers.reflexive_addresses() == std::vector<Endpoint>{outside});
  CHECK(servers.version() == version);
  servers.start({{server_6}}, now);
  CHECK(servers.reflexive_addresses().empty());
}

TEST_CASE("of several servers one of each family is asked") {
  LocalTime now{1h};
  IceServers servers(openssl_cryptography(), seeded_random(1));
  CHECK(servers.is_settled());
  servers.start({{server, elsewhere, server_6, server_6}}, now);
  CHECK_FALSE(servers.is_settled());
  std::vector<Endpoint> asked;
  while (const auto out = servers.poll(now)) {
    asked.push_back(out->route.to);
    Bytes answer = answer_to(out->datagram, out->route.to);
    CHECK(servers.on_datagram(answer, out->route, now).kind == IceServers::Kind::handled);
  }
  CHECK(asked == std::vector<Endpoint>{server, server_6});
  CHECK(servers.reflexive_addresses() == asked);
  CHECK(servers.is_settled());
  CHECK(servers.next_wake() == now + 20s);
}

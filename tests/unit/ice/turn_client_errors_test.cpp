#include <catch2/catch.hpp>

#include "tests/unit/ice/turn_relaying.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("a nonce that is stale is replaced, for requests of all kinds") {
  Relaying relay;
  relay.run(1s);
  relay.server.nonce = "nonce-2";
  relay.send(peer, 1);
  relay.run(1s);
  CHECK(relay.at_peers.size() == 1);
  relay.server.nonce = "nonce-3";
  relay.run(20min);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.server.allocations.size() == 1);
  relay.server.nonce = "nonce-4";
  relay.client.close(relay.now);
  relay.run(1s);
  CHECK(relay.server.allocations.empty());
}

TEST_CASE("a wrong password is reported, and not tried again") {
  Relaying relay("another");
  relay.run(10min);
  CHECK(relay.client.state() == State::refused);
  CHECK(relay.client.failure() == "it does not take the user name or the password (401)");
  CHECK(relay.server.requests == 2);
}

TEST_CASE("what a server refuses with is reported in a clause, and it is asked again seldom") {
  const auto [code, words] = GENERATE(table<int, const char*>({{403, "forbids"},
                                                               {442, "no UDP"},
                                                               {486, "as many addresses"},
                                                               {508, "no address left"},
                                                               {500, "the error 500"}}));
  Relaying relay;
  relay.server.refuse_with = code;
  relay.run(10min);
  CHECK(relay.client.state() == State::waiting);
  CHECK(relay.client.failure().find(words) != std::string::npos);
  CHECK(relay.server.requests < 40);
  relay.server.refuse_with = 0;
  relay.run(2min);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.failure().empty());
}

TEST_CASE("a nonce that is always stale does not keep a client busy") {
  Relaying relay;
  relay.server.refuse_with = 438;
  relay.run(10min);
  CHECK(relay.client.state() == State::waiting);
  CHECK(relay.server.requests < 100);
}

TEST_CASE("a success before the server asked for the password counts for nothing") {
  Relaying relay;
  const bool asks_later = GENERATE(false, true);
  const Endpoint false_address{ipv4(203, 0, 113, 66), 6666};
  for (int transmission = 0; transmission < 4; ++transmission) {
    const auto out = relay.client.poll(relay.now);
    REQUIRE(out);
    Bytes success = StunWriter(StunClass::success, parse_stun(out->datagram)->id, turn_method::allocate)
                        .xor_address(turn_attribute::xor_relayed_address, false_address)
                        .number(turn_attribute::lifetime, 600)
                        .finish();
    CHECK(relay.client.on_datagram(success, server_address, relay.now).kind == TurnClient::Kind::not_ours);
    CHECK(relay.client.state() == State::allocating);
    CHECK(relay.client.relayed_addresses().empty());
    relay.now = relay.client.next_wake();
  }
  if (!asks_later) relay.loss = 1;
  relay.run(1min);
  CHECK((relay.client.state() == State::allocated) == asks_later);
  CHECK(relay.client.failure() == (asks_later ? "" : "it does not ask for the password"));
}

TEST_CASE("a server that does not answer is reported") {
  Relaying relay;
  relay.loss = 1;
  relay.run(1min);
  CHECK(relay.client.failure() == "it does not answer");
  relay.run(1h);
  CHECK(relay.sent < 500);
  relay.loss = 0;
  relay.run(3min);
  CHECK(relay.client.state() == State::allocated);
}

TEST_CASE("an allocation that the server lost is reported and made anew, with its channels") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(1s);
  relay.run(10s);
  const auto before = relay.client.version();
  relay.server.allocations.clear();
  relay.client.on_addresses_changed(relay.now);
  relay.run(1s);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.version() != before);
  CHECK(relay.client.relayed_addresses()[0].port == 49'153);
  CHECK(relay.client.bound_channels() == std::vector<TurnChannel>{{peer, 0x4000}});
  relay.send(peer, 2);
  relay.run(1s);
  CHECK(relay.at_peers.back().from.port == 49'153);
}

TEST_CASE("what an earlier run left behind is given back first") {
  Relaying first;
  first.run(1s);
  Relaying second;
  second.server.allocations = first.server.allocations;
  second.run(1s);
  CHECK(second.client.state() == State::allocated);
  CHECK(second.server.allocations.size() == 1);
}

TEST_CASE("a peer that the server forbids is not asked for again and again") {
  Relaying relay;
  relay.server.forbidden.insert(peer.address);
  relay.run(1s);
  for (int i = 0; i < 60; ++i) {
    relay.send(peer, 1);
    relay.run(500ms);
  }
  CHECK(relay.client.requests() <= 4);
  CHECK(relay.at_peers.empty());
}

TEST_CASE("addresses of both families are borrowed where the server has them") {
  Relaying relay;
  relay.server.has_ipv6 = true;
  relay.run(1s);
  REQUIRE(relay.client.relayed_addresses().size() == 2);
  CHECK(is_ipv4(relay.client.relayed_addresses()[0]));
  CHECK_FALSE(is_ipv4(relay.client.relayed_addresses()[1]));
}

TEST_CASE("another server that is named is followed once") {
  Relaying relay;
  relay.server.alternate = Endpoint{server_address.address, 3479};
  relay.run(50ms);
  CHECK(relay.client.server() == *relay.server.alternate);
  relay.server.address = *relay.server.alternate;
  relay.server.alternate = Endpoint{server_address.address, 3480};
  relay.run(500ms);
  CHECK(relay.client.server().port == 3479);
  CHECK(relay.client.state() == State::waiting);
  relay.server.alternate.reset();
  relay.server.address = server_address;
  relay.run(1min);
  CHECK(relay.client.state() == State::allocated);
}

TEST_CASE("another server that is named is not followed to this machine, to many hosts, or to nowhere") {
  const Endpoint named = GENERATE(Endpoint{ipv4(127, 0, 0, 1), 3478}, Endpoint{ipv4(224, 0, 0, 1), 3478},
                                  Endpoint{ipv4(255, 255, 255, 255), 3478}, Endpoint{ipv4(0, 0, 0, 0), 3478},
                                  Endpoint{ipv4(192, 0, 2, 54), 0});
  Relaying relay;
  relay.server.alternate = named;
  relay.run(5s);
  CHECK(relay.client.server() == server_address);
  CHECK(relay.client.state() == State::waiting);
}

TEST_CASE("after another server that was named the one that was given is asked again") {
  Relaying relay;
  relay.server.alternate = Endpoint{server_address.address, 3479};  // where nobody answers
  relay.run(50ms);
  CHECK(relay.client.server().port == 3479);
  relay.server.alternate.reset();
  relay.run(1min);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.server() == server_address);
}

TEST_CASE("of a server's addresses the first that answers is used, and others where it ends") {
  const Endpoint dead{ipv4(192, 0, 2, 1), 3478}, dead_too{ipv4(192, 0, 2, 2), 3478};
  Relaying relay(turn_password, 1, {dead, dead_too, server_address});
  relay.run(4s);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.server() == server_address);
  CHECK(relay.client.failure().empty());
  relay.loss = 1;
  relay.run(1h);
  CHECK(relay.client.state() != State::allocated);
  CHECK(relay.client.failure() == "it does not answer");
  relay.loss = 0;
  relay.run(3min);
  CHECK(relay.client.state() == State::allocated);
}

TEST_CASE("a server that was started again, with another realm, is asked anew") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(1s);
  relay.server.realm = "example.net";
  relay.server.nonce = "nonce-2";
  relay.server.allocations.clear();
  relay.run(10min);
  REQUIRE(relay.client.state() == State::allocated);
  CHECK(relay.client.relayed_addresses()[0].port == 49'153);
}

TEST_CASE("an allocation lasts while a server has errors but for refreshes, and is made anew where they go on") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(1s);
  relay.server.refuse_with = 500;
  relay.server.refused_method = turn_method::refresh;
  relay.client.on_addresses_changed(relay.now);
  relay.run(1min);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.bound_channels().size() == 1);
  CHECK(relay.client.relayed_addresses()[0].port == 49'152);
  CHECK(relay.client.requests() < 20);
  relay.run(10min);
  CHECK(relay.client.relayed_addresses()[0].port != 49'152);
}

TEST_CASE("a channel is kept through an outage that is shorter than its permission") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(3min + 50s);
  relay.send(peer, 2);
  relay.loss = 1;
  relay.run(45s);
  CHECK(relay.client.bound_channels().size() == 1);
  relay.loss = 0;
  relay.send(peer, 3);
  relay.run(10s);
  CHECK(relay.at_peers.back().datagram == Bytes(8, 3));
  CHECK(relay.client.bound_channels().size() == 1);
}

TEST_CASE("where a channel tells that the allocation is gone while it is refreshed, there is another soon") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(1s);
  relay.server.refuse_with = 437;
  relay.server.refused_method = turn_method::channel_bind;
  relay.client.on_addresses_changed(relay.now);
  relay.send({ipv4(203, 0, 113, 99), 1}, 1);
  relay.run(15ms);
  relay.server.refuse_with = 0;
  relay.server.allocations.clear();
  relay.run(10s);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.bound_channels().size() == 2);
}

TEST_CASE("once there is a key, an error without a signature ends nothing") {
  Relaying relay;
  relay.run(1s);
  relay.client.on_addresses_changed(relay.now);
  const auto asked = relay.client.poll(relay.now);
  REQUIRE(asked);
  const StunMessage request = *parse_stun(asked->datagram);
  for (const int code : {300, 403, 437, 500}) {
    Bytes forged = StunWriter(StunClass::error, request.id, request.method).error(code).finish();
    relay.client.on_datagram(forged, server_address, relay.now);
    CHECK(relay.client.state() == State::allocated);
  }
}

TEST_CASE("a server that lends and then knows nothing of it is asked ever more seldom") {
  Relaying relay;
  relay.server.refuse_with = 437;
  relay.server.refused_method = turn_method::channel_bind;
  for (int i = 0; i < 600; ++i) {
    relay.send(peer, 1);
    relay.run(1s);
    relay.server.allocations.clear();
  }
  CHECK(relay.client.requests() < 100);
}

TEST_CASE("a server that took the password before is asked again, though it does not now") {
  Relaying relay;
  relay.run(1s);
  relay.server.refuse_with = 441;
  relay.run(20min);
  CHECK(relay.client.state() == State::waiting);
  relay.server.refuse_with = 0;
  relay.run(2min);
  CHECK(relay.client.state() == State::allocated);
}

TEST_CASE("a channel whose number the server takes for another's gets another number, which senders learn") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.run(1s);
  auto& allocation = relay.server.allocations.begin()->second;
  allocation.channels.clear();
  allocation.channels[0x4000] = {peer_number(9), relay.now + 10min};
  const auto before = relay.client.version();
  relay.run(4min);
  relay.send(peer, 2);
  relay.run(1s);
  CHECK(relay.client.version() != before);
  CHECK(relay.client.bound_channels() == std::vector<TurnChannel>{{peer, 0x4001}});
  CHECK(relay.at_peers.back() == Relaying::Arrived{relay.client.relayed_addresses()[0], peer, Bytes(8, 2)});
}

TEST_CASE("answers of others, forged ones and garbage change nothing") {
  LocalTime now{1h};
  TurnClient client({{server_address}, turn_user, turn_password}, openssl_cryptography(), seeded_random(1), now);
  FakeTurnServer server(server_address);
  const auto exchange = [&] {
    const auto out = client.poll(now);
    REQUIRE(out);
    return server.receive(out->datagram, client_address, server_address, now)[0].datagram;
  };
  Bytes challenge = exchange();
  CHECK(client.on_datagram(challenge, Endpoint{server_address.address, 1}, now).kind == TurnClient::Kind::not_ours);
  CHECK(client.on_datagram(challenge, peer, now).kind == TurnClient::Kind::not_ours);
  client.on_datagram(challenge, server_address, now);
  const auto asked = client.poll(now);
  REQUIRE(asked);
  const StunTransactionId id = parse_stun(asked->datagram)->id;
  const Endpoint forged_address{peer.address, 1};
  const auto forged = [&](StunClass message_class) {
    StunWriter writer(message_class, id, turn_method::allocate);
    if (message_class == StunClass::error)
      writer.error(500);
    else
      writer.xor_address(turn_attribute::xor_relayed_address, forged_address);
    return writer;
  };
  Bytes unsigned_success = forged(StunClass::success).finish();
  Bytes wrong_success = forged(StunClass::success).finish("another key", openssl_cryptography());
  Bytes wrong_error = forged(StunClass::error).finish("another key", openssl_cryptography());
  for (Bytes* one : {&unsigned_success, &wrong_success, &wrong_error, &challenge}) {
    client.on_datagram(*one, server_address, now);
    CHECK(client.state() == State::allocating);
    CHECK(client.relayed_addresses().empty());
    CHECK(client.failure().empty());
  }
  Bytes success = server.receive(asked->datagram, client_address, server_address, now)[0].datagram;
  for (std::size_t size = 0; size < success.size(); ++size) {
    Bytes part(success.begin(), success.begin() + static_cast<std::ptrdiff_t>(size));
    client.on_datagram(part, server_address, now);
  }
  CHECK(client.state() == State::allocating);
  client.on_datagram(success, server_address, now);
  CHECK(client.state() == State::allocated);
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    Bytes garbage(random() % 40);
    for (auto& byte : garbage) byte = static_cast<std::uint8_t>(random());
    if (!garbage.empty() && i % 2 == 0) garbage[0] = static_cast<std::uint8_t>(0x40 + random() % 16);
    CHECK(client.on_datagram(garbage, server_address, now).kind != TurnClient::Kind::relayed);
  }
  CHECK(client.state() == State::allocated);
}

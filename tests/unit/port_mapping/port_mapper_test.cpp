#include "core/net/port_mapping/port_mapper.h"

#include <catch2/catch.hpp>

#include "fake_router.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Kind = MappingAnswer::Kind;

namespace {

constexpr LocalTime start{1000s};

struct Mapping {
  RouterScript first, second;
  bool stop = false;
  std::uint16_t drawn = 50000;
  PortMapper mapper{make_config()};

  Mapping() { second.protocol = "UPnP"; }
  PortMapper::Config make_config() {
    PortMapper::Config config;
    config.routers.push_back(std::make_unique<FakeRouter>(first));
    config.routers.push_back(std::make_unique<FakeRouter>(second));
    config.internal_port = 5004;
    config.draw_port = [this] { return drawn++; };
    config.stop = [this] { return stop; };
    return config;
  }
};

MappingAnswer no(Kind kind, const std::string& reason = "") { return {kind, {}, reason}; }

Endpoint external(std::uint16_t port) { return {ipv4(203, 0, 113, 5), port}; }

}  // namespace

TEST_CASE("A port is mapped by the first router that does, to the same number, and given back at the end") {
  Mapping m;
  const PortMapping mapping = m.mapper.ask(start);
  CHECK(mapping == PortMapping{external(5004), "NAT-PMP", false, ""});
  CHECK(m.second.asked.empty());
  CHECK(m.mapper.undo());
  CHECK(m.first.unmapped == std::vector<std::uint16_t>{5004});
  CHECK(m.mapper.undo());
  CHECK(m.first.unmapped.size() == 1);
}

TEST_CASE("The second router is asked where the first is silent, or refuses") {
  const auto kind = GENERATE(Kind::silent, Kind::refused);
  Mapping m;
  m.first.answer = [kind](auto, auto) { return no(kind, "not authorized"); };
  CHECK(m.mapper.ask(start).protocol == "UPnP");
  m.mapper.undo();
  CHECK(m.first.unmapped.empty());
  CHECK(m.second.unmapped.size() == 1);
}

TEST_CASE("Where nobody maps, the refusal is reported, and nobody is asked again") {
  Mapping m;
  m.first.answer = [](auto, auto) { return no(Kind::silent); };
  m.second.answer = m.first.answer;
  CHECK(m.mapper.ask(start) == PortMapping{});
  CHECK_FALSE(m.mapper.next());
  m.second.answer = [](auto, auto) { return no(Kind::refused, "error 606"); };
  CHECK(m.mapper.ask(start) == PortMapping{std::nullopt, "UPnP", false, "error 606"});
  CHECK_FALSE(m.mapper.next());
  CHECK(m.mapper.undo());
}

TEST_CASE("Other ports are tried where the first are taken, not without end") {
  Mapping m;
  m.first.answer = [answer = m.first.answer](auto port, auto lifetime) {
    return port < 50002 ? no(Kind::taken) : answer(port, lifetime);
  };
  CHECK(m.mapper.ask(start).external == external(50002));
  CHECK(m.first.asked == std::vector<std::uint16_t>{5004, 50000, 50001, 50002});
  Mapping full;
  full.first.answer = [](auto, auto) { return no(Kind::taken, "others have the ports"); };
  full.second.answer = full.first.answer;
  CHECK(full.mapper.ask(start).refusal == "others have the ports");
  CHECK(full.first.asked.size() == PortMapper::max_ports);
}

TEST_CASE("A router without leases maps until it is asked to stop") {
  Mapping m;
  m.first.answer = [answer = m.first.answer](auto port, auto lifetime) {
    return lifetime.count() != 0 ? no(Kind::permanent_only) : answer(port, lifetime);
  };
  CHECK(m.mapper.ask(start).permanent);
  CHECK(m.first.lifetimes == std::vector<std::chrono::seconds>{PortMapper::lease, 0s});
  CHECK(m.mapper.next() == start + Duration(PortMapper::lease) / 2);  // whether the address is still the same
  CHECK(m.mapper.undo());
  CHECK(m.first.unmapped.size() == 1);
}

TEST_CASE("A lease is renewed at half, whatever length was granted") {
  const auto [granted, wait] = GENERATE(table<std::chrono::seconds, Duration>(
      {{1800s, 900s}, {600s, 300s}, {7200s, 900s}, {1s, PortMapper::shortest_wait}}));
  Mapping m;
  m.first.answer = [granted = granted](auto port, auto) {
    return MappingAnswer{Kind::mapped, {external(port), granted}, ""};
  };
  m.mapper.ask(start);
  CHECK(m.mapper.next() == start + wait);
  m.mapper.ask(start + wait);
  CHECK(m.first.asked.size() == 2);
  CHECK(m.second.asked.empty());
  CHECK(m.mapper.next() == start + 2 * wait);
}

TEST_CASE("At a renewal the router may move the mapping, or have another address") {
  Mapping m;
  m.mapper.ask(start);
  m.first.answer = [](auto, auto) { return MappingAnswer{Kind::mapped, {{ipv4(198, 51, 100, 9), 6000}, 1800s}, ""}; };
  CHECK(m.mapper.ask(start + 900s).external == Endpoint{ipv4(198, 51, 100, 9), 6000});
  m.mapper.undo();
  CHECK(m.first.unmapped == std::vector<std::uint16_t>{6000});
}

TEST_CASE("A router that fails at a renewal has time until the lease is over; then all are asked anew") {
  Mapping m;
  m.mapper.ask(start);
  m.first.answer = [](auto, auto) { return no(Kind::silent); };
  m.second.answer = m.first.answer;
  CHECK(m.mapper.ask(start + 900s).external == external(5004));
  CHECK(m.mapper.next() == start + 960s);
  CHECK(m.second.asked.empty());
  CHECK_FALSE(m.mapper.ask(start + 1801s).external);
  CHECK(m.second.asked.size() == 1);
  CHECK(m.mapper.next() == start + 1861s);
  m.second.answer = RouterScript().answer;
  CHECK(m.mapper.ask(start + 1861s).protocol == "UPnP");
}

TEST_CASE("An address that no link takes is none, and the mapping is given back") {
  const IpAddress address = ipv4(static_cast<std::uint8_t>(GENERATE(0, 239, 255)), 0, 0, 1);
  CAPTURE(int{address[12]});
  Mapping m;
  m.first.answer = [=](auto port, auto lifetime) {
    return MappingAnswer{Kind::mapped, {{address, port}, lifetime}, ""};
  };
  m.second.answer = [](auto, auto) { return no(Kind::silent); };
  CHECK(m.mapper.ask(start) == PortMapping{std::nullopt, "NAT-PMP", false, "it has no public address"});
  CHECK(m.first.unmapped.size() == 1);
}

TEST_CASE("Who is to stop asks nobody, and still gives back") {
  Mapping m;
  m.mapper.ask(start);
  m.stop = true;
  m.mapper.ask(start + 900s);
  CHECK(m.first.asked.size() == 1);
  m.mapper.undo();
  CHECK(m.first.unmapped.size() == 1);
}

TEST_CASE("What a router may have mapped is given back as well, each once") {
  Mapping m;
  m.first.answer = [](auto, auto) { return no(Kind::unknown, "it did not answer in time"); };
  m.second.answer = m.first.answer;
  CHECK(m.mapper.ask(start) == PortMapping{std::nullopt, "NAT-PMP", false, "it did not answer in time"});
  m.second.gives_back = false;
  CHECK_FALSE(m.mapper.undo());
  CHECK(m.first.unmapped == std::vector<std::uint16_t>{5004});
  CHECK(m.second.unmapped == std::vector<std::uint16_t>{5004});
  CHECK(m.mapper.undo());
  CHECK(m.first.unmapped.size() == 1);
}

TEST_CASE("A router that stopped answering is asked to take back what a renewal may have made, beside what holds") {
  Mapping m;
  m.first.answer = [](auto, auto) { return no(Kind::unknown); };
  m.mapper.ask(start);
  CHECK(m.mapper.undo());
  CHECK(m.second.unmapped.size() == 1);  // which mapped it
  CHECK(m.first.unmapped.size() == 1);
  Mapping renewed;
  renewed.mapper.ask(start);
  renewed.first.answer = renewed.second.answer = [](auto, auto) { return no(Kind::unknown); };
  renewed.mapper.ask(start + 1801s);
  CHECK(renewed.mapper.undo());
  CHECK(renewed.first.unmapped == std::vector<std::uint16_t>{5004});
}

TEST_CASE("Who answers the second time leaves no doubt") {
  Mapping m;
  m.second.answer = [](auto, auto) { return no(Kind::silent); };
  m.first.answer = [](auto, auto) { return no(Kind::unknown); };
  m.mapper.ask(start);
  m.first.answer = [](auto, auto) { return no(Kind::refused, "not authorized"); };
  m.mapper.ask(start + 60s);
  CHECK(m.mapper.undo());
  CHECK(m.first.unmapped.empty());
}

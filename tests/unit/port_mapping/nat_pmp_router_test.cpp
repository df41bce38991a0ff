#include "core/net/port_mapping/nat_pmp_router.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "core/base/time.h"
#include "core/net/port_mapping/port_mapper.h"
#include "fake_router.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// A NAT-PMP server on loopback, on any port, that answers each request by a function.
class FakeServer {
 public:
  using Answer = std::function<std::vector<Bytes>(const Bytes&)>;
  explicit FakeServer(Answer answer) : answer_(std::move(answer)) {
    socket_ = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&here), size) == 0);
    REQUIRE(getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size) == 0);
    port_ = ntohs(here.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~FakeServer() {
    stop_ = true;
    thread_.join();
    close(socket_);
  }
  std::uint16_t port() const { return port_; }

 private:
  void run() {
    while (!stop_) {
      pollfd ready{socket_, POLLIN, 0};
      if (poll(&ready, 1, 20) <= 0) continue;
      Bytes request(64);
      sockaddr_in from{};
      socklen_t size = sizeof from;
      const auto read = recvfrom(socket_, request.data(), request.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (read <= 0) continue;
      request.resize(static_cast<std::size_t>(read));
      for (const Bytes& b : answer_(request)) {
        sendto(socket_, b.data(), b.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
      }
    }
  }

  Answer answer_;
  int socket_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

NatPmpRouter router_at(std::uint16_t server_port, std::function<bool()> stop = {},
                       PortProtocol protocol = PortProtocol::udp) {
  const Uplink loopback{ipv4(127, 0, 0, 1), ipv4(127, 0, 0, 1)};
  return NatPmpRouter({[=] { return std::optional(loopback); }, 5004, protocol, std::move(stop), server_port});
}

// RFC 6886, section 3.2 and 3.3.
Bytes address_answer(std::uint8_t result = 0) { return {0, 128, 0, result, 0, 0, 0, 7, 203, 0, 113, 5}; }
// Private port 5004, public port 40000.
Bytes mapping_answer(std::uint8_t lifetime_high, std::uint8_t lifetime_low, std::uint8_t result = 0) {
  return {0, 129, 0, result, 0, 0, 0, 7, 0x13, 0x8c, 0x9c, 0x40, 0, 0, lifetime_high, lifetime_low};
}
bool asks_address(const Bytes& request) { return request == Bytes{0, 0}; }

}  // namespace

TEST_CASE("NAT-PMP: a port is asked for, granted and given back") {
  std::vector<Bytes> requests;
  {
    FakeServer server([&](const Bytes& request) -> std::vector<Bytes> {
      requests.push_back(request);
      return {asks_address(request) ? address_answer() : mapping_answer(0x07, 0x08)};
    });
    auto router = router_at(server.port());
    const auto answer = router.map(5004, 3600s);
    CHECK(answer.kind == MappingAnswer::Kind::mapped);
    CHECK(answer.lease.external == Endpoint{ipv4(203, 0, 113, 5), 40000});
    CHECK(answer.lease.lifetime == 1800s);
    CHECK(router.unmap(40000));
  }
  REQUIRE(requests.size() >= 3);
  CHECK(requests[1] == Bytes{0, 1, 0, 0, 0x13, 0x8c, 0x13, 0x8c, 0, 0, 0x0e, 0x10});
  CHECK(requests.back() == Bytes{0, 1, 0, 0, 0x13, 0x8c, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("NAT-PMP: an answer to the question before is no answer to this one") {
  FakeServer server([&](const Bytes& request) -> std::vector<Bytes> {
    if (asks_address(request)) return {address_answer()};
    return {address_answer(), mapping_answer(0x07, 0x08)};
  });
  CHECK(router_at(server.port()).map(5004, 1800s).lease.external.port == 40000);
}

TEST_CASE("NAT-PMP: who refuses says why") {
  FakeServer server([&](const Bytes& request) -> std::vector<Bytes> {
    return {asks_address(request) ? address_answer() : mapping_answer(0, 0, 2)};
  });
  const auto answer = router_at(server.port()).map(5004, 1800s);
  CHECK(answer.kind == MappingAnswer::Kind::refused);
  CHECK(answer.reason == "not authorized");
  FakeServer offline([&](const Bytes&) -> std::vector<Bytes> { return {address_answer(3)}; });
  CHECK(router_at(offline.port()).map(5004, 1800s).reason == "it has no connection to the Internet");
}

TEST_CASE("NAT-PMP: nonsense is no mapping") {
  FakeServer server([&](const Bytes& request) -> std::vector<Bytes> {
    return {asks_address(request) ? address_answer() : mapping_answer(0, 0)};
  });
  CHECK(router_at(server.port()).map(5004, 1800s).kind == MappingAnswer::Kind::unknown);
  FakeServer short_one([&](const Bytes&) -> std::vector<Bytes> { return {{0}, {}, {0, 128, 0}}; });
  CHECK(router_at(short_one.port()).map(5004, 1800s).kind != MappingAnswer::Kind::mapped);
}

TEST_CASE("NAT-PMP: a TCP port is asked for and given back as one") {
  std::vector<Bytes> requests;
  {
    FakeServer server([&](const Bytes& request) -> std::vector<Bytes> {
      if (asks_address(request)) return {address_answer()};
      requests.push_back(request);
      Bytes answer = mapping_answer(0x07, 0x08);
      answer[1] = 130;                              // opcode 2
      return {mapping_answer(0x07, 0x08), answer};  // the first is about the UDP port
    });
    auto router = router_at(server.port(), {}, PortProtocol::tcp);
    const auto answer = router.map(5004, 3600s);
    CHECK(answer.kind == MappingAnswer::Kind::mapped);
    CHECK(answer.lease.external == Endpoint{ipv4(203, 0, 113, 5), 40000});
    CHECK(router.unmap(40000));
  }
  REQUIRE(requests.size() >= 2);
  for (const Bytes& request : requests) CHECK(request.at(1) == 2);
}

TEST_CASE("NAT-PMP: nobody there, no way there, or a wish to stop, and nothing is mapped") {
  std::uint16_t unused = 0;
  {
    FakeServer gone([](const Bytes&) { return std::vector<Bytes>{}; });
    unused = gone.port();
  }
  CHECK(router_at(unused).map(5004, 1800s).kind == MappingAnswer::Kind::silent);
  NatPmpRouter nowhere({[] { return std::optional<Uplink>(); }, 5004, PortProtocol::udp, {}});
  CHECK(nowhere.map(5004, 1800s).kind == MappingAnswer::Kind::silent);
  CHECK_FALSE(nowhere.unmap(5004));
  FakeServer mute([](const Bytes&) { return std::vector<Bytes>{}; });
  CHECK(router_at(mute.port(), [] { return true; }).map(5004, 1800s).kind == MappingAnswer::Kind::silent);
}

TEST_CASE("NAT-PMP: a stop between the request and its answer leaves open what the router did") {
  std::atomic<bool> stop{false};
  std::atomic<int> taken_back{0};
  FakeServer slow([&](const Bytes& request) -> std::vector<Bytes> {
    if (asks_address(request)) return {address_answer()};
    if (request.back() == 0 && request[request.size() - 2] == 0) {
      ++taken_back;
      return {mapping_answer(0, 0)};
    }
    stop = true;
    return {};
  });
  const std::function<bool()> stopped = [&] { return stop.load(); };
  PortMapper::Config config;
  config.routers.push_back(std::make_unique<NatPmpRouter>(router_at(slow.port(), stopped)));
  config.internal_port = 5004;
  config.stop = stopped;
  PortMapper mapper(std::move(config));
  CHECK_FALSE(mapper.ask(LocalTime{1000s}).external);
  CHECK(stop);
  CHECK(mapper.undo());
  CHECK(taken_back == 1);
}

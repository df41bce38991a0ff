#include "app/bench/native/receiver_service.h"

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>

#include "app/bench/native/receiver_client.h"
#include "core/net/clock.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

bool never() { return false; }

/// A receiver in a thread, with a short timeout.
class RunningService {
 public:
  RunningService() {
    REQUIRE(service_.open("127.0.0.1:0").empty());
    thread_ = std::thread([this] { service_.run(stop_); });
  }
  ~RunningService() {
    stop_ = true;
    thread_.join();
  }
  std::string address() const { return to_string(service_.local()); }
  LineConnection connect() {
    auto socket = connect_to(io_, service_.local(), 5s);
    REQUIRE(socket);
    return {std::move(*socket.value), never};
  }

 private:
  ReceiverService service_{300ms};
  boost::asio::io_context io_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

StartRequest small_request() { return {bytes(1000), megabits_per_second(1), 1s, 0ns, 7, "-"}; }

void expect_service(const RunningService& service) {
  ReceiverClient client;
  REQUIRE(client.start(service.address(), small_request(), never).empty());
  CHECK(client.packets_to().port != 0);
  CHECK(client.fetch(monotonic_now()).empty());
  CHECK(client.result().packets == 0);
}

}  // namespace

TEST_CASE("an address that cannot be had gives a sentence") {
  ReceiverService service;
  CHECK_FALSE(service.open("127.0.0.1:99999").empty());
  CHECK(service.open("192.0.2.1:0").find("192.0.2.1") != std::string::npos);
}

TEST_CASE("a receiver that is not there gives a sentence") {
  ReceiverClient client;
  CHECK(client.start("127.0.0.1:1", small_request(), never).find("127.0.0.1:1") != std::string::npos);
}

TEST_CASE("nonsense is refused with a sentence, and the next sender is served") {
  RunningService service;
  for (const std::string line : {"GET / HTTP/1.1", "start 9 9 9", "", "end 5"}) {
    auto connection = service.connect();
    connection.write_line(line, 1s);
    const auto answer = connection.read_line(5s);
    REQUIRE(answer);
    CHECK(answer->starts_with("refused The receiver"));
    CHECK_FALSE(connection.read_line(5s));  // closed
  }
  expect_service(service);
}

TEST_CASE("a line without an end is not waited for, nor kept") {
  RunningService service;
  auto connection = service.connect();
  connection.write(std::vector<std::uint8_t>(100'000, 'x'), 1s);
  CHECK_FALSE(connection.read_line(5s));
  expect_service(service);
}

TEST_CASE("who connects and says nothing loses the turn") {
  RunningService service;
  auto silent = service.connect();
  auto as_silent = service.connect();
  expect_service(service);
}

TEST_CASE("who goes away or falls silent in the middle of a test loses the turn") {
  RunningService service;
  {
    auto connection = service.connect();
    connection.write_line(to_line(small_request()), 1s);
    REQUIRE(connection.read_line(5s));
  }
  auto silent = service.connect();
  silent.write_line(to_line(small_request()), 1s);
  REQUIRE(silent.read_line(5s));
  expect_service(service);
}

TEST_CASE("packets that are not of the test do not count") {
  RunningService service;
  ReceiverClient client;
  REQUIRE(client.start(service.address(), small_request(), never).empty());
  boost::asio::io_context io;
  UdpSocket socket(io);
  REQUIRE(socket.open(*resolve("127.0.0.1:0", 0)).empty());
  const auto send = [&](std::uint32_t test, std::int64_t sequence, std::size_t size) {
    std::vector<std::uint8_t> packet(size);
    write_stamp({test, sequence}, packet);
    socket.send(packet, client.packets_to());
  };
  send(7, 0, 972);
  send(8, 1, 972);  // of another test
  send(7, 1, 971);  // of another size
  send(7, 1, 3);
  send(7, 2, 972);
  CHECK(client.fetch(monotonic_now() - 1s).empty());
  CHECK(client.result().packets == 2);
  CHECK(ArrivalCurve(client.take_arrivals()).bytes_at(1h) == Approx(2000));
}

#include "app/bench/native/native_run.h"

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>

#include "app/bench/native/control_protocol.h"
#include "app/bench/native/receiver_service.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

/// Runs plans against a receiver in a thread of this process.
class Bench {
 public:
  Bench() {
    REQUIRE(service_.open("127.0.0.1:0").empty());
    thread_ = std::thread([this] { service_.run(service_stop_); });
    setup_.to = to_string(service_.local());
  }
  ~Bench() {
    service_stop_ = true;
    thread_.join();
  }

  SendRun run(const SendPlan& plan, const std::function<void(double)>& progress = {}) {
    return run_natively(plan, setup_, stop, progress);
  }
  std::atomic<bool> stop{false};

 private:
  ReceiverService service_;
  NativeSetup setup_;
  std::atomic<bool> service_stop_{false};
  std::thread thread_;
};

SendPlan short_plan(const std::string& loop) {
  SendPlan plan;
  plan.loop = loop;
  plan.rate = megabits_per_second(10);
  plan.duration = 1s;
  return plan;
}

}  // namespace

TEST_CASE("every packet of a real run is accounted for") {
  Bench bench;
  for (const char* loop : {"rmc", "rfc3448-nominal", "bare"}) {
    CAPTURE(loop);
    double progress = -1;
    const SendRun run = bench.run(short_plan(loop), [&](double part) { progress = part; });
    CHECK(run.failure.empty());
    CHECK(run.machine == "native");
    CHECK(run.packets_sent > 0);
    CHECK(run.arrivals.packets() == run.packets_sent);  // none lost, none twice
    CHECK(run.packets_lost == 0);
    CHECK_FALSE(run.realtime);
    CHECK(run.bytes_sent == run.packets_sent * 1500);
    CHECK(std::abs(run.relative_error()) < 0.05);
    CHECK(run.cpu_seconds > 0);
    CHECK(run.system_calls > 0);
    CHECK(run.wake_ups > 0);
    CHECK(progress >= 0);
    CHECK(progress <= 1);
    REQUIRE_FALSE(run.arrivals.arrivals().empty());
    CHECK(run.arrivals.arrivals().front().time < 1s);  // by the sender's clock
  }
}

TEST_CASE("a run with busy processes ends without them") {
  Bench bench;
  SendPlan plan = short_plan("rmc");
  plan.duration = 500ms;
  plan.busy_processes = 2;
  plan.busy_from = 100ms;
  plan.busy_to = 300ms;
  const SendRun run = bench.run(plan);
  CHECK(run.failure.empty());
  CHECK(run.arrivals.packets() == run.packets_sent);
}

TEST_CASE("a run that is stopped says so, and the next one works") {
  Bench bench;
  SendPlan plan = short_plan("rmc");
  plan.duration = 1h;
  const SendRun stopped = bench.run(plan, [&](double) { bench.stop = true; });
  CHECK(stopped.failure == "The test was stopped before its end.");
  bench.stop = false;
  CHECK(bench.run(short_plan("rmc")).failure.empty());
}

TEST_CASE("plans that cannot be run give a sentence") {
  Bench bench;
  const auto failure = [&](auto change) {
    SendPlan plan = short_plan("rmc");
    change(plan);
    return bench.run(plan).failure;
  };
  CHECK(failure([](SendPlan& p) { p.loop = "nosuch"; }).find("'nosuch'") != std::string::npos);
  CHECK(failure([](SendPlan& p) { p.parameters = {{"k_r", "7"}}; }).find("k_r") != std::string::npos);
  CHECK(failure([](SendPlan& p) { p.loop = "bare", p.parameters = {{"k_r", "7"}}; }).find("k_r") != std::string::npos);
  CHECK(failure([](SendPlan& p) { p.packet = bytes(9001); }).find("1500 B") != std::string::npos);
  CHECK(failure([](SendPlan& p) { p.duration = 2h; }).find("an hour") != std::string::npos);
  CHECK(failure([](SendPlan& p) { p.loop = "iperf3"; }).find("iperf3 is") == 0);
}

TEST_CASE("a receiver that goes away ends the run with a sentence") {
  using boost::asio::ip::tcp;
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  std::thread receiver([&] {
    LineConnection sender(acceptor.accept(), [] { return false; });
    sender.read_line(5s);
    sender.write_line(ready_line(9), 5s);
    sender.read_line(5s);  // alive
  });
  NativeSetup setup;
  setup.to = "127.0.0.1:" + std::to_string(acceptor.local_endpoint().port());
  SendPlan plan = short_plan("rmc");
  plan.duration = 20s;
  const std::atomic<bool> stop{false};
  const SendRun run = run_natively(plan, setup, stop, {});
  receiver.join();
  CHECK(run.failure.find("disconnected during the test") != std::string::npos);
}

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "app/bench/native/arrival_recorder.h"
#include "app/bench/native/bulk_receiver.h"
#include "app/bench/native/control_protocol.h"
#include "core/net/event_loop.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {

/// Receives the packets of one test in its own thread, in the real-time class if allowed.
class TestReceiver {
 public:
  /// Counts packets with the number of the test and the agreed size.
  explicit TestReceiver(const StartRequest& request);
  ~TestReceiver() { stop(); }

  /// Listens at a free port of the address. Returns an empty string, or one sentence that says what failed.
  std::string start(Endpoint local);
  std::uint16_t port() const { return socket_.local().port; }
  std::int64_t packets() const { return packets_.load(std::memory_order_relaxed); }

  /// Call before result() and arrivals().
  void stop();
  TestResult result() const;
  /// Times count from `start`, or from the first arrival if it is nullopt.
  std::vector<Arrival> arrivals(std::optional<LocalTime> start) const { return recorder_.since(start); }

 private:
  void run();
  void on_arrival(const BulkArrival& arrival);

  StartRequest request_;
  EventLoop io_;
  UdpSocket socket_{io_.context()};
  std::unique_ptr<BulkReceiver> bulk_;
  ArrivalRecorder recorder_;
  std::atomic<std::int64_t> packets_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel::bench

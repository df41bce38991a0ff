#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <thread>

#include "app/bench/native/arrival_recorder.h"
#include "app/bench/native/bulk_receiver.h"
#include "app/bench/native/control_protocol.h"

namespace evenkeel::bench {

/// Takes the packets of one test in a thread of its own, in the real-time class where allowed.
class TestReceiver {
 public:
  /// Packets count that carry the number of the test and have the size agreed on.
  explicit TestReceiver(const StartRequest& request);
  ~TestReceiver() { stop(); }

  /// At a free port of the address. Nothing, or one sentence.
  std::string start(Endpoint local);
  std::uint16_t port() const { return socket_.local().port; }
  std::int64_t packets() const { return packets_.load(std::memory_order_relaxed); }

  /// Then result() and arrivals() may be asked for.
  void stop();
  TestResult result() const;
  /// Since `start`; without one, since the first arrival.
  std::vector<Arrival> arrivals(std::optional<LocalTime> start) const { return recorder_.since(start); }

 private:
  void run();
  void on_arrival(const BulkArrival& arrival);

  StartRequest request_;
  boost::asio::io_context io_;
  UdpSocket socket_{io_};
  std::unique_ptr<BulkReceiver> bulk_;
  ArrivalRecorder recorder_;
  std::atomic<std::int64_t> packets_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel::bench

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/bench/loop_driver.h"
#include "app/bench/send_run.h"
#include "core/net/event_loop.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {

/// Sends packets to the receiver of a test, each with its stamp. Reuses the same memory for every batch.
class SocketOutlet final : public PacketOutlet {
 public:
  /// `packet`: the whole IP packet. The socket is connected.
  SocketOutlet(UdpSocket& socket, const Endpoint& to, DataSize packet, std::uint32_t test);

  /// Takes at most LoopDriver::largest_batch packets.
  std::size_t send(std::span<const PacketRef> packets) override;

  std::int64_t packets_taken() const { return taken_; }

 private:
  UdpSocket& socket_;
  Endpoint to_;
  std::uint32_t test_;
  std::int64_t taken_ = 0;
  std::vector<std::uint8_t> memory_;
  std::vector<std::span<std::uint8_t>> packets_;
  std::vector<DatagramSink::Datagram> datagrams_;
};

/// Runs a plan in its own thread, pinned to a processor, with the machine's clock and a real socket.
class NativeSender {
 public:
  struct Report {
    std::string failure;  ///< one sentence; empty if it succeeded
    std::vector<std::string> notes;
    std::int64_t packets_sent = 0;
    std::int64_t refusals = 0;
    std::int64_t system_calls = 0;
    std::int64_t wake_ups = 0;
    double cpu_seconds = 0;
    bool realtime = false;  ///< SCHED_FIFO was granted
    std::int64_t forgiven_bytes = 0;
    LocalTime start;
  };

  /// Starts at once. `test`: the number in the packets' stamps.
  NativeSender(const SendPlan& plan, const Endpoint& to, std::uint32_t test, int cpu);
  ~NativeSender() { stop(); }

  /// When the first packet was due; nullopt while the thread prepares.
  std::optional<LocalTime> started() const;
  bool finished() const { return finished_; }
  /// Stops the sender within 0.1 s if it is still running.
  void stop();
  /// Valid after stop().
  const Report& report() const { return report_; }

 private:
  void run();
  bool prepare();
  void send();
  void send_by_loop(SocketOutlet& outlet);
  void send_bare(SocketOutlet& outlet);
  void note_losses();

  SendPlan plan_;
  Endpoint to_;
  std::uint32_t test_;
  int cpu_;
  EventLoop io_;
  UdpSocket socket_{io_.context()};
  Report report_;
  std::atomic<Duration::rep> started_{0};
  std::atomic<bool> finished_{false};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

/// Checks the plan's loop and parameters. Returns an empty string, or one sentence that says what is wrong.
std::string check_loop(const SendPlan& plan);

}  // namespace evenkeel::bench

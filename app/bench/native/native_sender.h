#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/bench/native/socket_outlet.h"
#include "app/bench/send_run.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {

/// A plan carried out in a thread of its own, pinned to a processor, with the machine's clock and a real socket.
class NativeSender {
 public:
  struct Report {
    std::string failure;  ///< one sentence
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

  /// Begins at once. `test`: the number in the packets' stamps.
  NativeSender(const SendPlan& plan, const Endpoint& to, std::uint32_t test, int cpu);
  ~NativeSender() { stop(); }

  /// When the first packet was due; nothing while the thread gets ready.
  std::optional<LocalTime> started() const;
  bool finished() const { return finished_; }
  /// Ends it within 0.1 s where it has not ended.
  void stop();
  /// After stop().
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
  boost::asio::io_context io_;
  UdpSocket socket_{io_};
  Report report_;
  std::atomic<Duration::rep> started_{0};
  std::atomic<bool> finished_{false};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

/// Nothing, or one sentence: whether there is such a loop and it has such parameters.
std::string check_loop(const SendPlan& plan);

}  // namespace evenkeel::bench

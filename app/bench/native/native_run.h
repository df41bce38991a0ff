#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Where packets go and which processors are used.
struct NativeSetup {
  std::optional<std::string> to;  ///< HOST:PORT of `evenkeel bench receive`; nullopt: our own receiver over loopback
  int sender_cpu = 0;             ///< of the sender and the busy processes
  int receiver_cpu = 1;           ///< of our own receiver; on a machine with one processor, the sender's
};

/// Runs a plan on this machine in real time. Returns when it is over or `stop` is set (then the run has a failure).
/// Calls `progress` about ten times a second with the part of the time that has passed. The loop "iperf3" uses iperf3
/// with its own receiver, and the same busy processes.
SendRun run_natively(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                     const std::function<void(double)>& progress);

/// Whether iperf3 is installed.
bool has_iperf3();

/// `evenkeel bench receive`: serves senders, one after the other, until `stop` is set. `bind`: ADDRESS:PORT of the
/// control connection (TCP). Returns an empty string, or one sentence that says what failed.
std::string serve_receiver(const std::string& bind, const std::atomic<bool>& stop);

}  // namespace evenkeel::bench

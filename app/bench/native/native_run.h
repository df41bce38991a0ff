#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Where the packets go and which processors take part.
struct NativeSetup {
  std::optional<std::string>
      to;                ///< HOST:PORT of `evenkeel bench receive`; nothing: a receiver of our own, by loopback
  int sender_cpu = 0;    ///< where the sender and the busy processes run
  int receiver_cpu = 1;  ///< of our own receiver; the same as the sender's on a machine with one
};

/// Runs a plan on this machine with the real clock, and returns when it is over or `stop` is set (then with a failure
/// that says so). `progress` is called about ten times a second with the part of the time that has gone.
/// A plan whose loop is "iperf3" is run by it, with its own receiver and the same busy processes.
SendRun run_natively(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                     const std::function<void(double)>& progress);

/// Whether iperf3 is installed.
bool has_iperf3();

/// `evenkeel bench receive`: waits for senders, one after the other, until `stop`. `bind`: ADDRESS:PORT of the control
/// connection (TCP). The returned sentence says what failed, or is empty.
std::string serve_receiver(const std::string& bind, const std::atomic<bool>& stop);

}  // namespace evenkeel::bench

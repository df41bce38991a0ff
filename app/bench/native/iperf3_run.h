#pragma once

#include "app/bench/native/native_run.h"

namespace evenkeel::bench {

/// The plan by iperf3 in its UDP mode, with a receiver of its own by loopback: packets of 1500 bytes and one rate. What
/// cannot be planned so gives a failure. What it does in the real-time class is up to it.
SendRun run_iperf3(const SendPlan& plan, const NativeSetup& setup, const std::atomic<bool>& stop,
                   const std::function<void(double)>& progress);

}  // namespace evenkeel::bench

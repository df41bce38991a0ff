#pragma once

#include <string>

#include "app/bench/send_run.h"
#include "app/bench/sleep_model.h"

namespace evenkeel::bench {

/// The machines of the RMC papers, as models of how late a process wakes. On each, sending a packet takes 2 us.
enum class Kernel {
  linux_2_6_19_hz100,   ///< no high-resolution timers, ticks of 10 ms
  linux_2_6_19_hz1000,  ///< of Fig. 4 (rmc.txt) and 3 (rmc-short.txt)
  linux_2_6_28_hz100,   ///< high-resolution timers; wakes later under load
};
std::string name_of(Kernel kernel);

/// Runs a plan in virtual time with the real send loop: deterministic, and takes milliseconds of real time. Throws
/// std::invalid_argument for unknown loops and parameters.
SendRun run_emulated(const SendPlan& plan, Kernel kernel);
/// `send_cost`: the time it takes to send a packet.
SendRun run_emulated(const SendPlan& plan, SleepModel sleep, const std::string& machine, Duration send_cost);

}  // namespace evenkeel::bench

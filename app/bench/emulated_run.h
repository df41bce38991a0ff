#pragma once

#include <string>

#include "app/bench/send_run.h"
#include "app/bench/sleep_model.h"

namespace evenkeel::bench {

/// The machines of the RMC papers as models of how late a process wakes; to send a packet takes each 2 us.
enum class Kernel {
  linux_2_6_19_hz100,   ///< no high-resolution timers, ticks of 10 ms
  linux_2_6_19_hz1000,  ///< of Fig. 4 (rmc.txt) and 3 (rmc-short.txt)
  linux_2_6_28_hz100,   ///< high-resolution timers; later under load
};
std::string name_of(Kernel kernel);

/// Runs a plan in virtual time: the same send loop, deterministic, in milliseconds of real time. A loop or parameter
/// that does not exist throws std::invalid_argument.
SendRun run_emulated(const SendPlan& plan, Kernel kernel);
/// `send_cost`: what a packet takes to send.
SendRun run_emulated(const SendPlan& plan, SleepModel sleep, const std::string& machine, Duration send_cost);

}  // namespace evenkeel::bench

#pragma once

#include <ns3/nstime.h>
#include <ns3/simulator.h>

#include "core/base/time.h"

namespace evenkeel::sim {

/// When a run begins, on the clock that all its hosts share. Not zero, so that a time that nobody set is told apart.
inline constexpr LocalTime epoch{1000s};

/// Simulated time since the start of the run.
inline Duration elapsed() { return Duration(ns3::Simulator::Now().GetNanoSeconds()); }
inline LocalTime now() { return epoch + elapsed(); }

/// The argument must not be negative.
inline ns3::Time to_ns3(Duration d) { return ns3::NanoSeconds(static_cast<std::uint64_t>(d.count())); }

}  // namespace evenkeel::sim

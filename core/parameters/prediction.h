#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What keeps a flow from the rate that its law would choose.
enum class RateBound {
  none,
  source,   ///< sends less than the law allows: the camera is off, the picture small
  maximum,  ///< of the call, where the path takes more
};

/// What is known of the path and the flow when theory is asked. Absent where it is not known.
struct PathConditions {
  std::optional<DataRate> rate;               ///< of the flow in equilibrium: the capacity where known, else as sent
  std::optional<Duration> propagation_delay;  ///< one way, forward
  std::optional<Duration> backward_delay;     ///< one way, of the reports, with what queues there
  std::optional<Duration> min_round_trip_time;
  std::optional<Duration> round_trip_time;
  // Of the running controller, where one runs: what its telemetry has, so that plots and words agree.
  std::optional<Duration> target_queue;  ///< with what it keeps for jitter
  std::optional<Duration> equilibrium;   ///< where the one-way delay settles
  RateBound bound = RateBound::none;
  DataSize packet = bytes(1228);  ///< a full IP packet
};

/// One statement of a closed form about an algorithm with its present parameters on a path, for people.
struct Prediction {
  std::string name;             ///< "equilibrium delay"
  std::string value;            ///< with its unit: "118.9 ms"; "none" and why, where the form has no solution
  std::string source;           ///< "eq. 19"
  std::string meaning;          ///< one line; where the value is alarming, why
  bool alarming = false;        ///< unstable, or no equilibrium
  bool of_equilibrium = false;  ///< true only of a law that sets the rate: not where there is a RateBound
};

/// The delays that a law aims at, as lines to hold measured one-way delays against.
struct DelayPrediction {
  std::optional<Duration> threshold;    ///< below it delay costs nothing: T_r of LDCC
  std::optional<Duration> equilibrium;  ///< where the one-way delay settles
};

}  // namespace evenkeel

#pragma once

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

// What a sender comes to that knows what waits, and fills the link with it as fast as the link was 100 ms ago, or as
// the media may be at most. A fluid, by the capacity in the rows, before a queue that holds all; while the variant
// measures.

CallsMeasure calls_oracle_use();    ///< of the capacity [%]
CallsMeasure calls_oracle_queue();  ///< 95th percentile of its packets' waits [ms]

}  // namespace evenkeel::lab

#pragma once

#include <functional>

#include "app/bench/recovery/recovery_call.h"
#include "app/lab/claims/table.h"

namespace evenkeel::bench {

/// What each part of loss recovery gives alone and all together, by loss and round trip, in virtual time; key frames
/// alone, as before there was any of it, among them. Once `stop` returns true, which
/// is asked within a call too, it has only the rows of the calls that ended before.
Table recovery_table(Duration of_each_call, const std::function<bool()>& stop);

}  // namespace evenkeel::bench

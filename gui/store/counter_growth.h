#pragma once

#include <optional>
#include <vector>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// How fast a counter grows, per second: a counter of bytes becomes a rate in bytes/s. A point is the mean since the
/// one before it; points closer together than `least_s`, above 0, become one. Absent values up to
/// SampleStore::row_gap are bridged; the curve begins anew, with a gap, after longer ones and where the counter falls.
/// Replaces the points of SampleStore::curve().
void to_growth(std::vector<CurvePoint>& curve, double least_s);

/// How fast a counter grew up to its last known value at or before `time`, as a mean over at least `least`, with the
/// time of that value; nullopt if it is not known for so long.
std::optional<CurvePoint> growth_at(const SampleStore& store, const FlowName& flow,
                                    std::optional<double> Sample::*counter, Duration time, Duration least);

}  // namespace evenkeel

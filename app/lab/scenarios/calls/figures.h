#pragma once

#include <vector>

#include "app/lab/scenarios/calls/case.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// Rates and queue of one variant's first seed: darc, ldcc and gcc, each of a run of its own, with what else was on the
/// link in darc's; or where darc has several flows, these.
std::vector<Figure> calls_figures(const CallsCase& test, const RunRecords& records);

}  // namespace evenkeel::lab

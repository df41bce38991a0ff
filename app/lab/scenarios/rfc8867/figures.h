#pragma once

#include <vector>

#include "app/lab/scenarios/rfc8867/case.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// For each variant one figure: a row of panels for each controller, rates on the left, one-way delay on the right.
std::vector<Figure> rfc8867_figures(const Rfc8867Case& test, const RunRecords& records);

}  // namespace evenkeel::lab

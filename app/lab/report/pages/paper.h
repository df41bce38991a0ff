#pragma once

#include <string_view>

#include "app/lab/plan/scenario.h"

namespace evenkeel::report {

/// What the scenarios of one page have in common: a paper, an RFC, or that they are ours.
struct Paper {
  std::string_view ids;   ///< how they begin
  std::string_view file;  ///< of the page, without extension
  std::string_view title;
};

/// Of our own where no other fits.
const Paper& paper_of(const lab::Scenario& scenario);

}  // namespace evenkeel::report

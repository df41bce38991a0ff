#pragma once

#include <string>
#include <vector>

#include "app/lab/judge/judged_scenario.h"
#include "app/lab/report/pages/paper.h"

namespace evenkeel::report {

/// How many claims there are, by verdict.
struct Tally {
  std::size_t holding = 0;
  std::size_t known_not_to = 0;  ///< do not hold, as they are known to
  std::size_t failing = 0;       ///< do not hold, and should
  std::size_t not_judged = 0;
};

Tally tally_of(const std::vector<Claim>& claims);

/// What a page says of one scenario.
struct Section {
  std::string id;
  std::string source;
  Tally tally;
  std::string text;  ///< Markdown, from its heading on
};

/// The page of a paper in Markdown: its claims counted by scenario, then the scenarios one after the other.
std::string paper_page(const Paper& paper, const std::vector<Section>& sections);

}  // namespace evenkeel::report

#pragma once

#include <set>
#include <string>

#include "app/lab/report/pages/paper_page.h"

namespace evenkeel::report {

/// Where pages find the pictures of figures.
struct Pictures {
  std::string folder = "figures";  ///< as seen from the pages
  std::set<std::string> kept;      ///< names without extension; of other figures a page says where they were drawn
  bool all = true;                 ///< every figure is shown, as PNG with its PDF beside it, whatever is kept
  std::string drawn;               ///< the folder that holds all of them, for people, where a page does not show all
};

/// Of a paper's page: what the scenario shows, the command that makes it, figures, claims, tables. Figures go by
/// figure_name().
Section section_of(const lab::JudgedScenario& judged, const Pictures& pictures);

/// Of the figure's files, without extension: its name with the scenario's id before it, unless it begins with that in
/// upper or lower case.
std::string figure_name(const lab::Scenario& scenario, const Figure& figure);

}  // namespace evenkeel::report

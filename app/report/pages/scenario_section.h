#pragma once

#include <string>

#include "app/report/pages/paper_page.h"

namespace evenkeel::report {

/// Of a paper's page: what the scenario shows, the command that makes it, figures, claims, tables. Figures are linked
/// as figures/FIGURE.png and .pdf beside the page, by figure_name().
Section section_of(const lab::JudgedScenario& judged);

/// Of the figure's files, without extension: its name with the scenario's id before it, unless it begins with that in
/// upper or lower case.
std::string figure_name(const lab::Scenario& scenario, const Figure& figure);

}  // namespace evenkeel::report

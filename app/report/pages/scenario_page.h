#pragma once

#include <string>

#include "app/lab/judge/judged_scenario.h"

namespace evenkeel::report {

/// The page of a scenario in Markdown: what it shows, the command that makes it, figures, claims, tables. Figures are
/// linked as FIGURE.png and FIGURE.pdf beside the page, by figure_name().
std::string scenario_page(const lab::JudgedScenario& judged);

/// Of the figure's files, without extension: its name with the scenario's id before it, unless it begins with that in
/// upper or lower case.
std::string figure_name(const lab::Scenario& scenario, const Figure& figure);

}  // namespace evenkeel::report

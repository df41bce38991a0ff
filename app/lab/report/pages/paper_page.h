#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/judge/judged_scenario.h"
#include "app/lab/plan/scenario.h"

namespace evenkeel::report {

/// The claims as a table: source, claim, expected, measured, verdict, why.
Table table_of(const std::vector<Claim>& claims);

/// What the scenarios of one page have in common: a paper, an RFC, or that they are our own.
struct Paper {
  std::string_view ids;   ///< prefix of the scenarios' ids
  std::string_view file;  ///< of the page, without extension
  std::string_view title;
};

/// The scenario's paper; our own experiments if no other fits.
const Paper& paper_of(const lab::Scenario& scenario);

/// How many claims there are, by verdict.
struct Tally {
  std::size_t holding = 0;
  std::size_t known_not_to = 0;  ///< fail, as is known
  std::size_t failing = 0;       ///< fail unexpectedly
  std::size_t not_judged = 0;
};

Tally tally_of(const std::vector<Claim>& claims);

/// One scenario's part of a page.
struct Section {
  std::string id;
  std::string source;
  Tally tally;
  std::string text;  ///< Markdown, from its heading on
};

/// A paper's page in Markdown: a table of claims counted by scenario, then the scenarios.
std::string paper_page(const Paper& paper, const std::vector<Section>& sections);

/// Where pages find pictures of the figures.
struct Pictures {
  std::string folder = "figures";  ///< path relative to the pages
  std::set<std::string> kept;      ///< names without extension; for other figures a page only says where they are
  bool all = true;                 ///< show every figure as PNG with a link to its PDF, and ignore `kept`
  std::string drawn;               ///< the folder with all figures, named on pages that do not show them all
};

/// Makes one scenario's section: what it shows, the command to reproduce it, figures, claims, tables. Pictures are
/// named by figure_name().
Section section_of(const lab::JudgedScenario& judged, const Pictures& pictures);

/// File name of a figure's pictures, without extension: the figure's name, prefixed with the scenario's id unless it
/// already begins with it (ignoring case).
std::string figure_name(const lab::Scenario& scenario, const Figure& figure);

}  // namespace evenkeel::report

#include "app/lab/report/pages/scenario_section.h"

#include "app/lab/report/pages/markdown.h"

namespace evenkeel::report {
namespace {

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string figures_text(const lab::JudgedScenario& judged, const Pictures& pictures) {
  std::string shown;
  std::string named;
  for (const Figure& figure : judged.findings.figures) {
    const std::string name = figure_name(*judged.scenario, figure);
    const std::string path = pictures.folder + '/' + name;
    if (pictures.all || pictures.kept.contains(name)) {
      shown += "![" + figure.title + "](" + path + ".png)\n\n";
      if (pictures.all) shown += "[As PDF](" + path + ".pdf)\n\n";
    } else {
      named += "* `" + name + "`: " + figure.title + '\n';
    }
  }
  if (named.empty()) return shown;
  return shown + "`tests/reproduce " + judged.scenario->id + "` draws in " + pictures.drawn + ":\n\n" + named + '\n';
}

std::string claims_text(const lab::JudgedScenario& judged) {
  if (judged.findings.claims.empty()) return {};
  return "### Claims\n\n" + markdown_of(table_of(judged.findings.claims)) + '\n';
}

std::string tables_text(const lab::JudgedScenario& judged) {
  std::string text;
  for (const Table& table : judged.findings.tables) text += "### " + table.title + "\n\n" + markdown_of(table) + '\n';
  return text;
}

std::string caution(const lab::JudgedScenario& judged) {
  return judged.full ? "" : "Here " + lab::shortfall_of(judged) + ".\n\n";
}

}  // namespace

std::string figure_name(const lab::Scenario& scenario, const Figure& figure) {
  return lower(figure.name).starts_with(lower(scenario.id)) ? figure.name : scenario.id + '-' + figure.name;
}

Section section_of(const lab::JudgedScenario& judged, const Pictures& pictures) {
  const lab::Scenario& scenario = *judged.scenario;
  return {scenario.id, scenario.source, tally_of(judged.findings.claims),
          "## " + scenario.id + "\n\n" + scenario.source + ": " + scenario.shows + ".\n\n    " +
              lab::command_of(judged) + "\n\n" + caution(judged) + figures_text(judged, pictures) +
              claims_text(judged) + tables_text(judged)};
}

}  // namespace evenkeel::report

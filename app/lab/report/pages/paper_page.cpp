#include "app/lab/report/pages/paper_page.h"

#include <array>

#include "app/lab/claims/table.h"

namespace evenkeel::report {
namespace {

constexpr std::array<Paper, 7> papers{{
    {"L-", "ldcc", "LDCC: improved utility-based congestion control for delay-constrained communication"},
    {"A-", "arc", "ARC: adaptive rate control for video streaming"},
    {"T-", "tfrc", "TFRC: limitations of equation-based congestion control"},
    {"R-", "rmc", "RMC: a mismatch controller for implementing high-speed rate-based transport protocols"},
    {"8867-", "rfc8867", "RFC 8867: test cases for congestion control of interactive media"},
    {"C-", "darc", "Calls: low delay alone, a fair half beside TCP, quick everywhere"},
    {"", "own", "Experiments of our own"},
}};

/// GitHub's anchor of a heading: "8867-5.1" becomes "8867-51".
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') anchor += c;
  }
  return anchor;
}

std::string count(std::size_t n) { return n == 0 ? "" : std::to_string(n); }

std::string row_of(const Section& section) {
  const Tally& tally = section.tally;
  return "| [" + section.id + "](#" + anchor_of(section.id) + ") | " + section.source + " | " + count(tally.holding) +
         " | " + count(tally.known_not_to) + " | " + count(tally.failing) + " | " + count(tally.not_judged) + " |\n";
}

std::string overview(const std::vector<Section>& sections) {
  std::string text =
      "| scenario | source | claims that hold | known not to hold | fail | not judged |\n"
      "|---|---|---:|---:|---:|---:|\n";
  for (const Section& section : sections) text += row_of(section);
  return text;
}

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

const Paper& paper_of(const lab::Scenario& scenario) {
  for (const Paper& paper : papers) {
    if (scenario.id.starts_with(paper.ids)) return paper;
  }
  return papers.back();
}

Table table_of(const std::vector<Claim>& claims) {
  Table table{"claims", "Claims", {"Source", "Claim", "Expected", "Measured", "Verdict", "Why"}, {}};
  for (const Claim& claim : claims) {
    table.rows.push_back(
        {claim.source, claim.statement, claim.expected, claim.measured, lab::verdict_of(claim), claim.why});
  }
  return table;
}

Tally tally_of(const std::vector<Claim>& claims) {
  Tally tally;
  for (const Claim& claim : claims) {
    if (!claim.judged) {
      ++tally.not_judged;
    } else if (claim.holds) {
      ++tally.holding;
    } else if (claim.must_hold) {
      ++tally.failing;
    } else {
      ++tally.known_not_to;
    }
  }
  return tally;
}

std::string paper_page(const Paper& paper, const std::vector<Section>& sections) {
  std::string text = "# " + std::string(paper.title) +
                     "\n\nWritten by `evenkeel-report`; the command of each scenario stands above its figures.\n\n" +
                     overview(sections);
  for (const Section& section : sections) text += '\n' + section.text;
  return text;
}

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

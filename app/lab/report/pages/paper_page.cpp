#include "app/lab/report/pages/paper_page.h"

#include "app/lab/report/pages/markdown.h"

namespace evenkeel::report {
namespace {

/// As GitHub names the place of a heading: "8867-5.1" is at "#8867-51".
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

}  // namespace

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

}  // namespace evenkeel::report

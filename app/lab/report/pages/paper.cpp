#include "app/lab/report/pages/paper.h"

#include <array>

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

}  // namespace

const Paper& paper_of(const lab::Scenario& scenario) {
  for (const Paper& paper : papers) {
    if (scenario.id.starts_with(paper.ids)) return paper;
  }
  return papers.back();
}

}  // namespace evenkeel::report

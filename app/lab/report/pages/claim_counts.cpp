#include "app/lab/report/pages/claim_counts.h"

namespace evenkeel::report {
namespace {

const std::string begin_mark = "<!-- counts -->\n";
const std::string end_mark = "<!-- end of counts -->\n";

void add(Tally& sum, const Tally& tally) {
  sum.holding += tally.holding;
  sum.known_not_to += tally.known_not_to;
  sum.failing += tally.failing;
  sum.not_judged += tally.not_judged;
}

std::string row(const std::string& name, const Tally& tally) {
  const std::size_t all = tally.holding + tally.known_not_to + tally.failing + tally.not_judged;
  std::string text = "| " + name + " |";
  for (const std::size_t n : {all, tally.holding, tally.known_not_to, tally.failing, tally.not_judged}) {
    text += ' ' + std::to_string(n) + " |";
  }
  return text + '\n';
}

}  // namespace

Tally sum_of(const std::vector<Section>& sections) {
  Tally sum;
  for (const Section& section : sections) add(sum, section.tally);
  return sum;
}

std::string counts_table(const std::vector<PageCount>& counts, const std::string& folder) {
  std::string text =
      "| page | claims | hold | known not to hold | fail | not judged |\n"
      "|---|---:|---:|---:|---:|---:|\n";
  Tally sum;
  for (const PageCount& count : counts) {
    text += row('[' + count.file + "](" + folder + '/' + count.file + ".md)", count.tally);
    add(sum, count.tally);
  }
  return text + row("all", sum);
}

std::optional<std::string> with_counts(const std::string& page, const std::string& table) {
  const auto begin = page.find(begin_mark);
  if (begin == std::string::npos) return std::nullopt;
  const auto inside = begin + begin_mark.size();
  const auto end = page.find(end_mark, inside);
  if (end == std::string::npos) return std::nullopt;
  return page.substr(0, inside) + table + page.substr(end);
}

}  // namespace evenkeel::report

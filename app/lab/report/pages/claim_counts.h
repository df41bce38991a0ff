#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/report/pages/paper_page.h"

namespace evenkeel::report {

/// The claims of one page, counted.
struct PageCount {
  std::string file;  ///< of the page, without extension
  Tally tally;
};

Tally sum_of(const std::vector<Section>& sections);

/// A Markdown table of the counts by page and in total. Links point to pages in `folder`.
std::string counts_table(const std::vector<PageCount>& counts, const std::string& folder);

/// Returns the page with this table between the lines `<!-- counts -->` and `<!-- end of counts -->`; nullopt if the
/// page lacks these lines.
std::optional<std::string> with_counts(const std::string& page, const std::string& table);

}  // namespace evenkeel::report

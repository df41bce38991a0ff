#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/report/pages/paper_page.h"

namespace evenkeel::report {

/// How many claims a page has.
struct PageCount {
  std::string file;  ///< of the page, without extension
  Tally tally;
};

Tally sum_of(const std::vector<Section>& sections);

/// The counts by page and in all, in Markdown; pages are linked in this folder.
std::string counts_table(const std::vector<PageCount>& counts, const std::string& folder);

/// A page's text with this table between the lines `<!-- counts -->` and `<!-- end of counts -->`; nothing where these
/// are not there.
std::optional<std::string> with_counts(const std::string& page, const std::string& table);

}  // namespace evenkeel::report

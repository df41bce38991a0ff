#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/claim.h"
#include "app/lab/claims/table.h"

namespace evenkeel::report {

/// As GitHub has tables; whatever the cells hold, it stays one row each. Columns of numbers stand to the right.
std::string markdown_of(const Table& table);

/// The claims as a table: source, claim, expected, measured, verdict, why.
Table table_of(const std::vector<Claim>& claims);

}  // namespace evenkeel::report

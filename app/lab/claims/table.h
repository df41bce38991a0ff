#pragma once

#include <string>
#include <vector>

namespace evenkeel {

/// A table for a terminal and for a CSV file. Cells are texts; an empty one is unknown.
struct Table {
  std::string name;                  ///< of the file, without extension
  std::string title;                 ///< shown above the table
  std::vector<std::string> columns;  ///< with units: "error [%]"
  std::vector<std::vector<std::string>> rows;
};

/// Aligned columns; numbers are right-aligned.
std::string text_of(const Table& table);
/// RFC 4180; the first line names the columns.
std::string csv_of(const Table& table);
/// In GitHub's Markdown. Cells are escaped, and columns of numbers are right-aligned.
std::string markdown_of(const Table& table);

/// Formats a number with so many decimals, with a point in any locale; empty if it is not finite.
std::string cell(double value, int decimals);

}  // namespace evenkeel

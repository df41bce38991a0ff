#pragma once

#include <string>
#include <vector>

namespace evenkeel {

/// A table for a terminal and for a CSV file. Cells are texts; an empty one is unknown.
struct Table {
  std::string name;                  ///< of the file, without extension
  std::string title;                 ///< for people
  std::vector<std::string> columns;  ///< with units: "error [%]"
  std::vector<std::vector<std::string>> rows;
};

/// In columns of equal width, numbers to the right.
std::string text_of(const Table& table);
/// RFC 4180, the first line names the columns.
std::string csv_of(const Table& table);

/// A number with so many decimals, a point in any locale; empty where it is not finite.
std::string cell(double value, int decimals);

}  // namespace evenkeel

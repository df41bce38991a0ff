#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace evenkeel::lab {

/// Takes one row, whose fields come in the order of the titles that were asked for. Returns nothing, or what is wrong.
using TakeRow = std::function<std::string(std::span<const std::string_view> fields)>;

/// Reads a small CSV file of a run folder row by row. The titles ("size [bytes]") must all be there, in any order,
/// others are passed over; at most `most_rows` rows. Whatever the file holds, reading ends and throws nothing. Returns
/// nothing, or one sentence with the number of the line. A file that is not there has no rows, and that is no error.
std::string read_csv_table(const std::string& path, std::span<const std::string_view> titles, std::size_t most_rows,
                           const TakeRow& take);

/// Empty and not finite: not-a-number. Nothing where the text is no number.
std::optional<double> csv_number(std::string_view text);

}  // namespace evenkeel::lab

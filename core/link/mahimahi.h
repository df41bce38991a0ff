#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// A packet-delivery trace in the format of mahimahi (mm-link): at each of its instants the link passes on up to 1504
/// bytes, and after its last instant the trace starts again there. Times count from its start.
class MahimahiTrace {
 public:
  static constexpr DataSize kOpportunity = bytes(1504);

  /// One opportunity per entry, in whole milliseconds, not decreasing, the last one above zero: anything else stops
  /// the program. Text from outside goes through parse_mahimahi().
  explicit MahimahiTrace(std::vector<std::uint32_t> milliseconds);

  /// How many opportunities there are up to and including t; none before zero.
  std::int64_t opportunities_until(Duration t) const;
  /// When the opportunity of the given index comes, counted from 0 through all rounds.
  Duration time_of(std::int64_t opportunity) const;
  /// How long one round takes: the last instant.
  Duration period() const { return std::chrono::milliseconds(milliseconds_.back()); }

 private:
  std::vector<std::uint32_t> milliseconds_;
};

/// The trace, or one sentence that says what is wrong with the text, with the number of the line.
using ParsedTrace = std::variant<MahimahiTrace, std::string>;

/// More are an error: a quarter of an hour at 130 Mbit/s, 40 MB. Their text has at most max_mahimahi_text bytes.
inline constexpr std::size_t max_opportunities = 10'000'000, max_mahimahi_text = std::size_t{12} * max_opportunities;

/// Reads one decimal number of milliseconds per line, below 2^32. Empty lines and spaces around a number are skipped.
ParsedTrace parse_mahimahi(std::string_view text);

}  // namespace evenkeel

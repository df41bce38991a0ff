#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel {

/// Takes a CSV file (RFC 4180) apart into records. Lines may end with LF or CRLF; empty ones are passed over, and
/// so is a byte order mark. Quotes
/// count at the start of a field only. Memory is bounded for any file.
class CsvRecords {
 public:
  static constexpr std::size_t longest_record = 1 << 16;  ///< characters

  enum class Next {
    record,
    end,
    cut,       ///< the file ended within a record, which is not given out
    too_long,  ///< a record is longer than longest_record
  };

  explicit CsvRecords(std::istream& file) : file_(file) {}

  /// The fields are valid until the next call.
  Next next(std::vector<std::string_view>& fields);
  /// The line, counted from 1, on which the last record began, or the one that could not be had.
  std::size_t line() const { return line_; }

 private:
  bool read_more();
  std::string_view rest() const { return std::string_view(buffer_).substr(position_); }
  std::size_t find_end();
  void split(std::string_view record, std::vector<std::string_view>& fields);
  std::string_view take_quoted(std::string_view record, std::size_t& position);

  std::istream& file_;
  std::string buffer_;
  std::size_t position_ = 0;  ///< in the buffer: where the next record begins
  std::string unquoted_;      ///< the text of fields that had quotes
  std::size_t line_ = 0;
  std::size_t next_line_ = 1;
};

}  // namespace evenkeel

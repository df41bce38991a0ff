#include "core/telemetry/csv_records.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::size_t block = 1 << 16;
constexpr std::size_t none = std::string_view::npos;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // Spreadsheets put it before the header.

/// Where a character stands within a record.
enum class State {
  field_start,
  plain,
  quoted,
  closed,  ///< behind a quote: the end of the quoted text, or the first of two that stand for one
};

/// Behind the character `c`, which is not the newline that ends the record.
State follow(State state, char c) {
  if (state == State::quoted) return c == '"' ? State::closed : State::quoted;
  if (c == ',') return State::field_start;
  return c == '"' && state != State::plain ? State::quoted : State::plain;
}

/// Where a record ends that has quotes: at the first newline that is not within them.
std::size_t find_end_with_quotes(std::string_view text) {
  State state = State::field_start;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && state != State::quoted) return i;
    state = follow(state, text[i]);
  }
  return none;
}

}  // namespace

bool CsvRecords::read_more() {
  buffer_.erase(0, position_);
  position_ = 0;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + block);
  file_.read(buffer_.data() + had, static_cast<std::streamsize>(block));
  buffer_.resize(had + static_cast<std::size_t>(std::max<std::streamsize>(file_.gcount(), 0)));
  return buffer_.size() > had;
}

std::size_t CsvRecords::find_end() {
  for (;;) {
    const std::string_view text = rest();
    std::size_t end = text.find('\n');
    if (text.substr(0, end).find('"') != none) end = find_end_with_quotes(text);
    if (end != none || text.size() > longest_record || !read_more()) return end;
  }
}

CsvRecords::Next CsvRecords::next(std::vector<std::string_view>& fields) {
  for (;;) {
    line_ = next_line_;
    const std::size_t end = find_end();
    if (end == none && rest().empty()) return Next::end;
    if (std::min(end, rest().size()) > longest_record) return Next::too_long;
    if (end == none) return Next::cut;
    std::string_view record = rest().substr(0, end);
    position_ += end + 1;
    next_line_ += 1 + static_cast<std::size_t>(std::count(record.begin(), record.end(), '\n'));
    if (line_ == 1 && record.starts_with(byte_order_mark)) record.remove_prefix(byte_order_mark.size());
    if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
    if (record.empty()) continue;
    split(record, fields);
    return Next::record;
  }
}

void CsvRecords::split(std::string_view record, std::vector<std::string_view>& fields) {
  fields.clear();
  unquoted_.clear();
  unquoted_.reserve(record.size());  // The fields point into it.
  for (std::size_t position = 0; position <= record.size();) {
    if (position < record.size() && record[position] == '"') {
      fields.push_back(take_quoted(record, position));
    } else {
      const std::size_t comma = std::min(record.find(',', position), record.size());
      fields.push_back(record.substr(position, comma - position));
      position = comma + 1;
    }
  }
}

/// From an opening quote to behind the comma that ends the field. What stands between the closing quote and the comma
/// is no CSV; it is kept as it is.
std::string_view CsvRecords::take_quoted(std::string_view record, std::size_t& position) {
  const std::size_t start = unquoted_.size();
  State state = State::quoted;
  for (++position; position < record.size(); ++position) {
    const char c = record[position];
    const State next = follow(state, c);
    if (next == State::field_start) break;
    if (next != State::closed) unquoted_ += c;
    state = next;
  }
  ++position;
  return std::string_view(unquoted_).substr(start);
}

}  // namespace evenkeel

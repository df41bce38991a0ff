#include "core/telemetry/csv_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "core/telemetry/csv_records.h"

namespace evenkeel {
namespace {

using Fields = std::vector<std::string_view>;

constexpr double longest_time_s = 1e9;  // 31 years; Duration ends at 292.
constexpr std::size_t longest_quote = 40;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A field as a message can show it.
std::string quoted(std::string_view text) {
  std::string shown(text.substr(0, longest_quote));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return "'" + shown + (text.size() > longest_quote ? "...'" : "'");
}

/// False where the text is neither a number nor empty.
bool parse_field(std::string_view text, std::optional<double>& value) {
  value.reset();
  text = trimmed(text);
  if (text.empty()) return true;
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc::invalid_argument || end != text.data() + text.size()) return false;
  if (failed == std::errc{} && std::isfinite(number)) value = number;
  return true;
}

std::string not_a_number(std::string_view column, std::string_view text) {
  return std::string(column) + " is " + quoted(text) + ", which is not a number";
}

std::string parse_time(std::string_view text, Duration& time) {
  std::optional<double> seconds;
  if (!parse_field(text, seconds)) return not_a_number("time", text);
  if (!seconds || std::abs(*seconds) > longest_time_s) return "time is " + quoted(text) + ", which is no time of a run";
  time = from_seconds(*seconds);
  return {};
}

/// "name [unit]" of a header; no unit where there are no brackets.
struct Title {
  std::string_view name;
  std::string_view unit;
};
Title parse_title(std::string_view text) {
  text = trimmed(text);
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return {text, {}};
  const std::string_view unit = text.substr(bracket + 1);
  return {trimmed(text.substr(0, bracket)), unit.substr(0, unit.find(']'))};
}

/// Counts the flows of a table; in nearly every row it is that of one of the rows before.
class KnownFlows {
 public:
  /// False where there are too many.
  bool add(const FlowName& flow) {
    if (std::ranges::find(flows_, flow) != flows_.end()) return true;
    if (flows_.size() == most_csv_flows) return false;
    flows_.push_back(flow);
    return true;
  }

 private:
  std::vector<FlowName> flows_;
};

constexpr const char* too_many_flows = "there are more than 256 flows";
static_assert(most_csv_flows == 256);

class TelemetryTable {
 public:
  using Row = Sample;
  static constexpr std::size_t most_rows = most_csv_rows;

  std::string take_header(std::span<const std::string_view> titles) {
    for (const std::string_view text : titles) {
      const Title title = parse_title(text);
      const Column* column = find_column(title.name);
      // Of two columns of one name the first counts.
      if (std::find(columns_.begin(), columns_.end(), column) != columns_.end()) column = nullptr;
      if (column != nullptr && !title.unit.empty() && title.unit != column->unit) {
        return std::string(column->name) + " has the unit " + quoted(title.unit) + " instead of " +
               quoted(column->unit);
      }
      columns_.push_back(column);
    }
    for (const std::string_view name : {"time", "flow"}) {
      if (std::find(columns_.begin(), columns_.end(), find_column(name)) == columns_.end())
        return "the header has no column " + quoted(name);
    }
    return {};
  }

  std::string take_row(const Fields& fields, Sample& row) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (columns_[i] == nullptr) continue;
      if (std::string error = take_field(*columns_[i], fields[i], row); !error.empty()) return error;
    }
    return {};
  }

 private:
  std::string take_field(const Column& column, std::string_view text, Sample& row) {
    switch (column.kind) {
      case ColumnKind::time:
        return parse_time(text, row.time);
      case ColumnKind::flow:
        row.flow = FlowName(text);
        return flows_.add(row.flow) ? "" : too_many_flows;
      case ColumnKind::delay_kind:
        for (const DelayKind kind : {DelayKind::true_, DelayKind::estimated})
          if (text == to_string(kind)) row.one_way_delay_kind = kind;
        return {};
      case ColumnKind::controller_mode:
        row.controller_mode = controller_mode(text);  // one of a newer version is absent
        return {};
      case ColumnKind::gauge:
      case ColumnKind::counter:
        return parse_field(text, row.*column.member) ? std::string() : not_a_number(column.name, text);
    }
    return {};
  }

  std::vector<const Column*> columns_;  ///< by position; null where it is not known
  KnownFlows flows_;
};

class EventTable {
 public:
  using Row = RunEvent;
  static constexpr std::size_t most_rows = most_event_rows;

  std::string take_header(std::span<const std::string_view> titles) {
    for (std::size_t i = titles.size(); i-- > 0;) {
      const std::string_view name = parse_title(titles[i]).name;
      for (std::size_t known = 0; known < names.size(); ++known)
        if (name == names[known]) positions_[known] = i;
    }
    for (const std::size_t required : {time, kind, text})
      if (positions_[required] == nowhere) return "the header has no column " + quoted(names[required]);
    return {};
  }

  std::string take_row(const Fields& fields, RunEvent& row) const {
    row.kind = run_event_kind(fields[positions_[kind]]).value_or(RunEvent::Kind::note);
    if (positions_[flow] != nowhere) row.flow = FlowName(fields[positions_[flow]]);
    row.text = fields[positions_[text]].substr(0, longest_event_text);
    return parse_time(fields[positions_[time]], row.time);
  }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  enum Known : std::size_t { time, kind, flow, text };
  static constexpr std::array<std::string_view, 4> names{"time", "kind", "flow", "text"};

  std::array<std::size_t, 4> positions_{nowhere, nowhere, nowhere, nowhere};
};

class PacketTable {
 public:
  using Row = PacketRecord;
  static constexpr std::size_t most_rows = most_packet_rows;

  std::string take_header(std::span<const std::string_view> titles) {
    for (std::size_t known = 0; known < names.size(); ++known) {
      const auto is_it = [&](std::string_view text) { return parse_title(text).name == names[known]; };
      const auto found = std::find_if(titles.begin(), titles.end(), is_it);
      if (found == titles.end()) return "the header has no column " + quoted(names[known]);
      const std::string_view unit = parse_title(*found).unit;
      if (unit != units[known]) return std::string(names[known]) + " has the unit " + quoted(unit);
      positions_[known] = static_cast<std::size_t>(found - titles.begin());
    }
    return {};
  }

  std::string take_row(const Fields& fields, PacketRecord& row) const {
    row.flow = FlowName(fields[positions_[flow]]);
    std::array<std::optional<double>, names.size()> numbers;
    for (const std::size_t known : {sequence, size, send_time, arrival_time, delay}) {
      const std::string_view text = fields[positions_[known]];
      const bool needed = known != arrival_time && known != delay;
      if (!parse_field(text, numbers[known]) || (needed && !numbers[known])) return not_a_number(names[known], text);
      if (std::abs(numbers[known].value_or(0)) > largest_number) return std::string(names[known]) + " is out of range";
    }
    row.sequence = static_cast<std::int64_t>(*numbers[sequence]);
    row.size = bytes(static_cast<std::int64_t>(*numbers[size]));
    row.send_time = from_seconds(*numbers[send_time]);
    if (numbers[arrival_time]) row.arrival_time = from_seconds(*numbers[arrival_time]);
    if (numbers[delay]) row.one_way_delay = from_seconds(*numbers[delay] / 1e3);
    return {};
  }

 private:
  static constexpr double largest_number = longest_time_s;  // of a time in s, and of all else that is believable
  enum Known : std::size_t { flow, sequence, size, send_time, arrival_time, delay };
  static constexpr std::array<std::string_view, 6> names{"flow",     "sequence",    "size",
                                                         "sendTime", "arrivalTime", "oneWayDelay"};
  static constexpr std::array<std::string_view, 6> units{"", "", "bytes", "s", "s", "ms"};

  std::array<std::size_t, names.size()> positions_{};
};

Duration time_of(const Sample& row) { return row.time; }
Duration time_of(const RunEvent& row) { return row.time; }
Duration time_of(const PacketRecord& row) { return row.send_time; }

std::string sentence(std::size_t line, const std::string& what) {
  return "Line " + std::to_string(line) + " cannot be used: " + what + ".";
}

template <class Table>
class Reading {
 public:
  using Row = typename Table::Row;

  explicit Reading(std::istream& file) : file_(file), records_(file) {}

  CsvRows<Row> all() {
    CsvRows<Row> result;
    const CsvEnd end = each([&](const Row& row) {
      result.rows.push_back(row);
      return true;
    });
    result.error = end.error;
    result.cut = end.cut;
    sort(result.rows);
    return result;
  }

  template <class OnRow>
  CsvEnd each(const OnRow& on_row) {
    if (read_header()) {
      for (Row row{}; read_row(row); row = Row{}) {
        ++end_.rows;
        if (!on_row(std::as_const(row))) break;
      }
    }
    return std::move(end_);
  }

 private:
  static void sort(std::vector<Row>& rows) {
    const auto earlier = [](const Row& a, const Row& b) { return time_of(a) < time_of(b); };
    // Sorting would take a second array of rows, and nearly every file is in order.
    if (!std::is_sorted(rows.begin(), rows.end(), earlier)) std::stable_sort(rows.begin(), rows.end(), earlier);
  }

  bool next() {
    switch (records_.next(fields_)) {
      case CsvRecords::Next::record:
        return true;
      case CsvRecords::Next::end:
        if (file_.bad()) fail("reading failed");
        return false;
      case CsvRecords::Next::cut:
        end_.cut = true;
        if (file_.bad()) fail("reading failed");
        return false;
      case CsvRecords::Next::too_long:
        return fail("it is longer than " + std::to_string(CsvRecords::longest_record) + " characters");
    }
    return false;
  }

  bool read_header() {
    if (!next()) return end_.error.empty() && fail("there is no header");
    columns_ = fields_.size();
    const std::string error = table_.take_header(fields_);
    return error.empty() || fail(error);
  }

  bool read_row(Row& row) {
    if (!next()) return false;
    if (end_.rows == Table::most_rows) return fail("there are more than " + std::to_string(Table::most_rows) + " rows");
    if (fields_.size() != columns_) {
      return fail("it has " + std::to_string(fields_.size()) + " fields where the header has " +
                  std::to_string(columns_));
    }
    const std::string error = table_.take_row(fields_, row);
    return error.empty() || fail(error);
  }

  /// Reading ends here: false.
  bool fail(const std::string& what) {
    end_.error = sentence(records_.line(), what);
    return false;
  }

  std::istream& file_;
  CsvRecords records_;
  Fields fields_;
  std::size_t columns_ = 0;
  Table table_;
  CsvEnd end_;
};

/// A packet that counted as lost and came late has two rows, which left at the same time: the one that arrived counts.
/// Between them are at most those of packets that left with it, of which a batch has 256.
void join_late(std::vector<PacketRecord>& rows) {
  constexpr std::size_t most_between = 1024;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PacketRecord& row = rows[i];
    const std::size_t first = kept - std::min(kept, most_between);
    std::size_t same = kept;
    while (same > first && rows[same - 1].send_time == row.send_time &&
           (rows[same - 1].sequence != row.sequence || rows[same - 1].flow.view() != row.flow.view()))
      --same;
    const bool doubled = same > first && rows[same - 1].send_time == row.send_time;
    if (!doubled) {
      if (kept != i) rows[kept] = std::move(rows[i]);
      ++kept;
    } else if (!rows[same - 1].arrival_time) {
      rows[same - 1] = std::move(rows[i]);
    }
  }
  rows.resize(kept);
}

}  // namespace

CsvRows<Sample> read_telemetry_csv(std::istream& file) { return Reading<TelemetryTable>(file).all(); }

CsvEnd read_telemetry_csv(std::istream& file, const std::function<bool(const Sample&)>& on_row) {
  return Reading<TelemetryTable>(file).each(on_row);
}

CsvRows<RunEvent> read_events_csv(std::istream& file) { return Reading<EventTable>(file).all(); }

CsvRows<PacketRecord> read_packets_csv(std::istream& file) {
  CsvRows<PacketRecord> rows = Reading<PacketTable>(file).all();
  join_late(rows.rows);
  return rows;
}

}  // namespace evenkeel

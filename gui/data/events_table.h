#pragma once

#include "gui/data/text_table.h"
#include "gui/plots/plot_stack.h"

namespace evenkeel {

/// The events of the shown runs in the order of time. Enter or a double click moves the plots to one.
class EventsTable : public QWidget {
  Q_OBJECT

 public:
  explicit EventsTable(PlotStack& plots, QWidget* parent = nullptr);

  /// Reads them anew if some came.
  void refresh();
  TextTable& table() { return *table_; }

 private:
  std::vector<std::size_t> counts() const;
  void read();

  PlotStack& plots_;
  TextTableModel* model_;
  TextTable* table_;
  std::vector<Duration> times_;      ///< of the rows, on the axis
  std::vector<std::size_t> counts_;  ///< of events, by run, when they were read
  std::vector<Duration> offsets_;    ///< of the runs, then
  bool other_runs_ = true;           ///< perhaps: they are read again
};

/// "parameter", "link": what an event is about, for people.
QString words_of(RunEvent::Kind kind);

}  // namespace evenkeel

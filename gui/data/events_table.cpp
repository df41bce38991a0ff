#include "gui/data/events_table.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/plots/curve_style.h"
#include "gui/plots/time_ticker.h"
#include "gui/store/event_words.h"

namespace evenkeel {
namespace {

constexpr int run_column = 4;

struct Entry {
  Duration time{};  ///< on the axis
  std::size_t run = 0;
  const RunEvent* event = nullptr;
};

}  // namespace

QString words_of(RunEvent::Kind kind) {
  switch (kind) {
    case RunEvent::Kind::parameter:
      return EventsTable::tr("parameter");
    case RunEvent::Kind::algorithm:
      return EventsTable::tr("algorithm");
    case RunEvent::Kind::link:
      return EventsTable::tr("link");
    case RunEvent::Kind::camera:
      return EventsTable::tr("camera");
    case RunEvent::Kind::sound:
      return EventsTable::tr("sound");
    case RunEvent::Kind::call:
      return EventsTable::tr("call");
    case RunEvent::Kind::note:
      return EventsTable::tr("marker");
    case RunEvent::Kind::problem:
      break;
  }
  return EventsTable::tr("problem");
}

EventsTable::EventsTable(PlotStack& plots, QWidget* parent)
    : QWidget(parent), plots_(plots), model_(new TextTableModel(this)) {
  model_->set_header({tr("Time"), tr("Kind"), tr("Flow"), tr("Event"), tr("Run")}, 0, 0);
  table_ = new TextTable(tr("Events"), *model_, this);
  table_->view().setToolTip(tr("Enter or a double click moves the plots there. Ctrl+C copies."));
  table_->set_no_match(tr("No event contains “%1”."));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(table_);
  connect(&plots_, &PlotStack::curves_changed, this, [this] { other_runs_ = true; });
  connect(table_, &TextTable::activated, this, [this](int row) {
    if (row >= 0 && row < static_cast<int>(times_.size())) plots_.go_to(times_[static_cast<std::size_t>(row)]);
  });
}

std::vector<std::size_t> EventsTable::counts() const {
  std::vector<std::size_t> counts;
  for (const RunData* run : plots_.runs()) counts.push_back(run->events.size());
  return counts;
}

void EventsTable::refresh() {
  std::vector<Duration> offsets;
  for (std::size_t i = 0; i < plots_.runs().size(); ++i) offsets.push_back(plots_.offset(i));
  std::vector<std::size_t> now = counts();
  if (!std::exchange(other_runs_, false) && now == counts_ && offsets == offsets_) return;
  counts_ = std::move(now);
  offsets_ = std::move(offsets);
  read();
}

void EventsTable::read() {
  std::vector<Entry> entries;
  const auto& runs = plots_.runs();
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (const RunEvent& event : runs[run]->events) entries.push_back({event.time + offsets_[run], run, &event});
  std::ranges::stable_sort(entries, {}, &Entry::time);
  times_.clear();
  std::vector<TextTableModel::Row> rows;
  for (const Entry& entry : entries) {
    times_.push_back(entry.time);
    const QString text = text_of(event_words(*entry.event));
    rows.push_back({{time_text(to_seconds(entry.time), 1), words_of(entry.event->kind),
                     text_of(entry.event->flow.view()), text, text_of(runs[entry.run]->name)},
                    text,
                    runs.size() > 1 ? std::optional(run_look(entry.run, theme_of(palette()))) : std::nullopt});
  }
  model_->set_rows(std::move(rows));
  table_->view().setColumnHidden(run_column, runs.size() < 2);
  table_->fit_columns();
}

}  // namespace evenkeel

#include "gui/plots/run_row.h"

#include <QSignalBlocker>
#include <algorithm>

#include "gui/plots/curve_style.h"
#include "gui/store/event_words.h"
#include "gui/theme/flow_layout.h"

namespace evenkeel {
namespace {

constexpr int longest_text = 40;  // letters of an event

QString words_of_first(RunEvent::Kind kind) {
  switch (kind) {
    case RunEvent::Kind::parameter:
      return RunRow::tr("first change of a parameter");
    case RunEvent::Kind::algorithm:
      return RunRow::tr("first change of the algorithm");
    case RunEvent::Kind::link:
      return RunRow::tr("first change of the link");
    case RunEvent::Kind::camera:
      return RunRow::tr("first event of the camera");
    case RunEvent::Kind::sound:
      return RunRow::tr("first event of the sound");
    case RunEvent::Kind::call:
      return RunRow::tr("first event of the call");
    case RunEvent::Kind::note:
      return RunRow::tr("first marker");
    case RunEvent::Kind::problem:
      break;
  }
  return RunRow::tr("first problem");
}

}  // namespace

QString words_of(const RunAnchor& anchor) {
  switch (anchor.kind) {
    case RunAnchor::Kind::start:
      return RunRow::tr("their start");
    case RunAnchor::Kind::capacity:
      return RunRow::tr("first change of the capacity");
    case RunAnchor::Kind::event:
      return words_of_first(anchor.event);
    case RunAnchor::Kind::text:
      break;
  }
  const QString text = text_of(event_words(anchor.text));
  return text.size() > longest_text ? text.left(longest_text - 1) + QChar(0x2026) : text;
}

RunRow::RunRow(QWidget* parent) : QWidget(parent), label_(new QLabel(tr("Aligned on"), this)) {
  auto* flow = new FlowLayout(this);
  flow->setContentsMargins(8, 4, 8, 2);
  flow->setSpacing(8);
  anchor_ = new QComboBox(this);
  anchor_->setAccessibleName(tr("Event that the runs are aligned on"));
  anchor_->setToolTip(tr("Moves the runs so that this lies at one time"));
  anchor_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  label_->setBuddy(anchor_);
  flow->addWidget(label_);
  flow->addWidget(anchor_);
  connect(anchor_, &QComboBox::activated, this,
          [this](int index) { Q_EMIT anchor_chosen(anchors_[static_cast<std::size_t>(index)]); });
  setAccessibleName(tr("Runs"));
  hide();
}

void RunRow::set_runs(const std::vector<const RunData*>& runs, const Theme& theme) {
  for (LegendItem* item : items_) delete item;
  items_.clear();
  for (std::size_t i = 0; runs.size() > 1 && i < runs.size(); ++i) {
    items_.push_back(new LegendItem(text_of(runs[i]->name), CurveSpec::Mark::none, false, this));
    layout()->addWidget(items_.back());
    connect(items_.back(), &LegendItem::toggled, this, [this, i](bool on) { Q_EMIT run_toggled(i, on); });
  }
  setVisible(!items_.empty());
  apply_theme(theme);
}

void RunRow::follow_in_tab_order(QWidget* previous) {
  setTabOrder(previous, anchor_);
  previous = anchor_;
  for (LegendItem* item : items_) {
    setTabOrder(previous, item);
    previous = item;
  }
}

void RunRow::set_anchors(std::vector<RunAnchor> anchors, const RunAnchor& chosen) {
  const QSignalBlocker block(anchor_);
  anchors_ = std::move(anchors);
  anchor_->clear();
  for (const RunAnchor& anchor : anchors_) anchor_->addItem(words_of(anchor));
  const auto found = std::ranges::find(anchors_, chosen);
  anchor_->setCurrentIndex(found == anchors_.end() ? 0 : static_cast<int>(found - anchors_.begin()));
}

void RunRow::apply_theme(const Theme& theme) {
  for (std::size_t i = 0; i < items_.size(); ++i) items_[i]->set_look(run_look(i, theme));
}

}  // namespace evenkeel

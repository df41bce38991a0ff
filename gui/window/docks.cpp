#include "gui/window/docks.h"

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

constexpr int layout_version = 4;

std::size_t index_of(Docks::Arrangement arrangement) { return static_cast<std::size_t>(arrangement); }

}  // namespace

Docks::Docks(QMainWindow& window, QWidget* plots_widget, const std::array<QWidget*, 3>& panels)
    : QObject(&window), window_(window) {
  window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window.setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  docks_ = {add(tr("Tuning"), "tuning", panels[tuning]), add(tr("Theory"), "theory", panels[theory]),
            add(tr("Link"), "link", panels[link]), add(tr("Plots"), "plots", plots_widget)};
  arrange_by_default();
  show();
}

QDockWidget* Docks::add(const QString& title, const QString& name, QWidget* content) {
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(name);
  dock->setAccessibleName(title);
  dock->setWidget(content);
  connect(dock->toggleViewAction(), &QAction::triggered, this, &Docks::on_closed);
  // Behind another tab Qt has it lie out of sight, where Tab must not lead.
  connect(dock, &QDockWidget::visibilityChanged, content,
          [dock, content](bool shown) { content->setEnabled(shown || dock->isHidden()); });
  dock->installEventFilter(this);  // the cross does not trigger that action
  return dock;
}

void Docks::arrange_by_default() {
  window_.addDockWidget(Qt::RightDockWidgetArea, docks_[plots]);
  window_.addDockWidget(Qt::BottomDockWidgetArea, docks_[tuning]);
  window_.splitDockWidget(docks_[tuning], docks_[theory], Qt::Horizontal);
  window_.tabifyDockWidget(docks_[tuning], docks_[link]);  // controls in one place, their results beside it
  docks_[tuning]->raise();
  for (QDockWidget* dock : docks_) dock->setFloating(false);
}

void Docks::set_default_layout() {
  arrange_by_default();
  states_ = {};
  QTimer::singleShot(0, this, &Docks::set_sizes);
}

/// To be called once the docks are visible: Qt ignores sizes set before, or on hidden docks.
void Docks::set_sizes() {
  restoring_ = false;
  const bool of_last_start = shown_ == Arrangement::lab && std::exchange(lab_of_last_start_, false);
  const QByteArray& state = states_[index_of(shown_)];
  if (!state.isEmpty()) {
    window_.restoreState(state, layout_version);
    show();  // what is closed is told apart from it
    if (of_last_start) raise_low_panels();
    return;
  }
  const int width = window_.width();
  const int height = window_.height();
  const int plots_share = shown_ == Arrangement::stats ? 40 : shown_ == Arrangement::lab ? 52 : 70;
  window_.resizeDocks({docks_[plots]}, {width * plots_share / 100}, Qt::Horizontal);
  window_.resizeDocks({docks_[tuning], docks_[theory]}, {width * 24 / 100, width * 24 / 100}, Qt::Horizontal);
  window_.resizeDocks({docks_[tuning]}, {std::max(height * 50 / 100, least_panels_height())}, Qt::Vertical);
}

/// With the first parameters in sight, as far as the picture keeps its share of a low window.
int Docks::least_panels_height() const { return std::min(330, window_.height() * 55 / 100); }

/// What is kept may be of another window. A dock behind another tab has a size that it had once.
void Docks::raise_low_panels() {
  QDockWidget* highest = nullptr;
  for (const std::size_t one : {tuning, theory, link}) {
    QDockWidget* const dock = docks_[one];
    const bool at_foot = window_.dockWidgetArea(dock) == Qt::BottomDockWidgetArea && !dock->isFloating();
    if (!at_foot || dock->visibleRegion().isEmpty()) continue;
    if (!highest || dock->height() > highest->height()) highest = dock;
  }
  const int least = least_panels_height();
  if (highest && highest->height() < least) window_.resizeDocks({highest}, {least}, Qt::Vertical);
}

Docks::Arrangement Docks::arrangement() const {
  if (!plots_available_) return Arrangement::none;
  if (!panels_available_) return Arrangement::runs;
  return lab_wanted_ ? Arrangement::lab : stats_wanted_ ? Arrangement::stats : Arrangement::none;
}

void Docks::set_available(bool plots_available, bool panels_available) {
  plots_available_ = plots_available;
  panels_available_ = panels_available;
  update();
}

void Docks::want_stats(bool wanted) {
  stats_wanted_ = wanted;
  if (lab_wanted_) closed_[plots] = !wanted;
  update();
}

void Docks::want_lab(bool wanted) {
  lab_wanted_ = wanted;
  closed_ = {};
  update();
}

/// Keeps the arrangement that is left, and takes the one that comes.
void Docks::update() {
  const Arrangement next = arrangement();
  const bool other = next != shown_;
  if (other) states_[index_of(shown_)] = state_of(shown_);
  shown_ = next;
  show();
  restoring_ = next != Arrangement::none && (other || restoring_);
  if (other && restoring_) QTimer::singleShot(0, this, &Docks::set_sizes);
}

QByteArray Docks::state_of(Arrangement of) const {
  const bool is_as_left = of != shown_ || of == Arrangement::none || (restoring_ && !states_[index_of(of)].isEmpty());
  return !is_as_left ? window_.saveState(layout_version) : states_[index_of(of)];
}

bool Docks::is_wanted(std::size_t dock) const {
  switch (shown_) {
    case Arrangement::none:
      return false;
    case Arrangement::lab:
      return !closed_[dock];
    case Arrangement::stats:
    case Arrangement::runs:
      break;
  }
  return dock == plots;
}

void Docks::set_shown(QDockWidget& dock, bool shown) {
  if (!shown) release_focus(dock);
  dock.setVisible(shown);
}

/// Otherwise the focus would move to another control, for which the key that hid the dock may mean something else.
void Docks::release_focus(const QDockWidget& dock) {
  if (dock.isAncestorOf(QApplication::focusWidget())) window_.centralWidget()->setFocus();
}

void Docks::show() {
  showing_ = true;
  const auto usual = QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable;
  const bool closable = shown_ != Arrangement::runs;
  docks_[plots]->setFeatures(closable ? usual | QDockWidget::DockWidgetClosable : usual);
  for (std::size_t i = 0; i < docks_.size(); ++i) set_shown(*docks_[i], is_wanted(i));
  showing_ = false;
  Q_EMIT changed();
}

/// A dock was closed by its cross: updates the buttons.
void Docks::on_closed() {
  if (showing_) return;
  if (shown_ == Arrangement::stats) stats_wanted_ = !docks_[plots]->isHidden();
  if (shown_ == Arrangement::lab) {
    for (std::size_t i = 0; i < docks_.size(); ++i) closed_[i] = docks_[i]->isHidden();
    if (closed_[plots]) stats_wanted_ = false;
    lab_wanted_ = !std::ranges::all_of(closed_, [](bool closed) { return closed; });
  }
  update();
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
  const auto* dock = qobject_cast<QDockWidget*>(watched);
  if (dock && event->type() == QEvent::Close) {
    release_focus(*dock);
    QTimer::singleShot(0, this, &Docks::on_closed);  // once it is closed
  }
  return QObject::eventFilter(watched, event);
}

QByteArray Docks::layout() const {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream << layout_version << stats_wanted_ << lab_wanted_;
  for (const bool closed : closed_) stream << closed;
  for (std::size_t i = 0; i < arrangements; ++i) stream << state_of(static_cast<Arrangement>(i));
  return bytes;
}

void Docks::restore_layout(const QByteArray& layout) {
  QDataStream stream(layout);
  int version = 0;
  stream >> version;
  if (version != layout_version) return;
  bool stats = false;
  bool lab = false;
  std::array<bool, docks> closed{};
  std::array<QByteArray, arrangements> states;
  stream >> stats >> lab;
  for (bool& one : closed) stream >> one;
  for (QByteArray& state : states) stream >> state;
  if (stream.status() != QDataStream::Ok) return;
  stats_wanted_ = stats;
  lab_wanted_ = lab;
  closed_ = closed;
  states_ = states;
  lab_of_last_start_ = true;
  update();
}

}  // namespace evenkeel

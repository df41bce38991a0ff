#include "gui/window/docks.h"

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QTimer>

namespace evenkeel {
namespace {

constexpr int layout_version = 3;

/// In the window, and not behind another one as a tab, where Qt calls it visible as well.
bool lies_open(const QDockWidget& dock) {
  return dock.isVisible() && !dock.isFloating() && !dock.visibleRegion().isEmpty();
}

}  // namespace

Docks::Docks(QMainWindow& window, QWidget* plots, const std::array<QWidget*, 3>& panels)
    : QObject(&window), window_(window) {
  window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window.setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  plots_ = add("Plots", "plots", plots);
  panels_ = {add("Tuning", "tuning", panels[tuning]), add("Theory", "theory", panels[theory]),
             add("Link", "link", panels[link])};
  set_default_layout();
  show();
}

QDockWidget* Docks::add(const QString& title, const QString& name, QWidget* content) {
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(name);
  dock->setAccessibleName(title);
  dock->setWidget(content);
  connect(dock->toggleViewAction(), &QAction::triggered, this, &Docks::on_closed);
  dock->installEventFilter(this);  // the cross does not trigger that action
  return dock;
}

void Docks::set_default_layout() {
  window_.addDockWidget(Qt::RightDockWidgetArea, plots_);
  window_.addDockWidget(Qt::BottomDockWidgetArea, panels_[tuning]);
  window_.splitDockWidget(panels_[tuning], panels_[theory], Qt::Horizontal);
  window_.tabifyDockWidget(panels_[tuning], panels_[link]);  // controls in one place, their results beside it
  panels_[tuning]->raise();
  for (QDockWidget* dock : {plots_, panels_[tuning], panels_[theory], panels_[link]}) dock->setFloating(false);
  state_.clear();
  QTimer::singleShot(0, this, &Docks::set_sizes);
}

/// To be called once all docks are visible: Qt ignores sizes set before, or on hidden docks.
void Docks::set_sizes() {
  if (!plots_available_ || !panels_available_) return;
  if (!state_.isEmpty()) {
    window_.restoreState(state_, layout_version);
    show();
    return restore_panel_sizes();
  }
  const int width = window_.width();
  const int height = window_.height();
  window_.resizeDocks({plots_}, {width * 52 / 100}, Qt::Horizontal);
  window_.resizeDocks({panels_[tuning], panels_[theory]}, {width * 24 / 100, width * 24 / 100}, Qt::Horizontal);
  window_.resizeDocks({panels_[tuning]}, {height * 50 / 100}, Qt::Vertical);
}

void Docks::set_available(bool plots, bool panels) {
  const bool before = plots_available_ && panels_available_;
  const bool after = plots && panels;
  if (before && !after) state_ = window_.saveState(layout_version);
  plots_available_ = plots;
  panels_available_ = panels;
  show();
  if (after && !before) QTimer::singleShot(0, this, &Docks::set_sizes);
}

void Docks::want_plots(bool wanted) {
  plots_wanted_ = wanted;
  show();
}

void Docks::want_panels(bool wanted) {
  if (!wanted) remember_panel_sizes();
  panels_wanted_ = wanted;
  closed_ = {};
  show();
  if (wanted) QTimer::singleShot(0, this, &Docks::restore_panel_sizes);
}

void Docks::remember_panel_sizes() {
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    if (lies_open(*panels_[i])) panel_sizes_[i] = panels_[i]->size();
  }
}

void Docks::restore_panel_sizes() {
  QList<QDockWidget*> docks;  // at once: one by one each would take from those before
  QList<int> widths;
  QList<int> heights;
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    if (panel_sizes_[i].isEmpty() || !lies_open(*panels_[i])) continue;
    docks << panels_[i];
    widths << panel_sizes_[i].width();
    heights << panel_sizes_[i].height();
    panel_sizes_[i] = {};  // from now on Qt knows it
  }
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  window_.resizeDocks(docks, heights, Qt::Vertical);
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
  set_shown(*plots_, plots_available_ && plots_wanted_);
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    set_shown(*panels_[i], panels_available_ && panels_wanted_ && !closed_[i]);
  }
  showing_ = false;
  Q_EMIT changed();
}

/// A dock was closed by its cross: updates the buttons.
void Docks::on_closed() {
  if (showing_) return;
  if (plots_available_) plots_wanted_ = !plots_->isHidden();
  if (panels_available_) {
    panels_wanted_ = false;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      closed_[i] = panels_[i]->isHidden();
      panels_wanted_ = panels_wanted_ || !closed_[i];
    }
  }
  Q_EMIT changed();
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
  const bool available = plots_available_ && panels_available_;
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream << layout_version << plots_wanted_ << panels_wanted_ << closed_[tuning] << closed_[theory] << closed_[link]
         << (available ? window_.saveState(layout_version) : state_);
  for (const QSize& size : panel_sizes_) stream << size;
  return bytes;
}

void Docks::restore_layout(const QByteArray& layout) {
  QDataStream stream(layout);
  int version = 0;
  QByteArray state;
  stream >> version;
  if (version != layout_version) return;
  stream >> plots_wanted_ >> panels_wanted_ >> closed_[tuning] >> closed_[theory] >> closed_[link] >> state;
  if (stream.status() == QDataStream::Ok && window_.restoreState(state, layout_version)) state_ = state;
  for (QSize& size : panel_sizes_) stream >> size;  // empty where an earlier version wrote the rest
  show();
}

}  // namespace evenkeel

#include "gui/window/recent_runs_menu.h"

#include <QDir>
#include <QFileInfo>

#include "gui/window/window_settings.h"

namespace evenkeel {
namespace {

constexpr int width_limit = 480;  ///< of an entry

}  // namespace

RecentRunsMenu::RecentRunsMenu(const WindowSettings& settings, QWidget* parent) : QMenu(parent), settings_(settings) {
  setTitle(tr("Recent &runs"));
  setAccessibleName(tr("Recent runs"));
  setToolTipsVisible(true);
  fill();
  connect(this, &QMenu::aboutToShow, this, &RecentRunsMenu::fill);
}

void RecentRunsMenu::fill() {
  clear();
  for (const QString& folder : settings_.recent_runs()) {
    if (!QFileInfo::exists(folder + "/run.json")) continue;
    const QDir place(folder);
    QString words = place.dirName() + "  –  " + QFileInfo(folder).path();
    QAction* action = addAction(fontMetrics().elidedText(words.replace('&', "&&"), Qt::ElideMiddle, width_limit));
    action->setToolTip(folder);
    connect(action, &QAction::triggered, this, [this, folder] { Q_EMIT chosen(folder); });
  }
  if (isEmpty()) addAction(tr("None yet: open a run, or record one"))->setEnabled(false);
}

}  // namespace evenkeel

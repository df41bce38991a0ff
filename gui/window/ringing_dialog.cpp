#include "gui/window/ringing_dialog.h"

#include <QApplication>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/call/ringing_card.h"
#include "gui/window/window_title.h"

namespace evenkeel {

RingingDialog::RingingDialog(QWidget& dialog, const CallStatus& status)
    : QDialog(&dialog, Qt::Dialog | Qt::CustomizeWindowHint | Qt::WindowTitleHint | Qt::WindowStaysOnTopHint),
      card_(new RingingCard) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAttribute(Qt::WA_ShowWithoutActivating);
  setModal(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(card_);
  set_status(status);
}

void RingingDialog::set_status(const CallStatus& status) {
  card_->set_status(status);
  setWindowTitle(window_title(call_title(status)));
}

bool RingingDialog::is_blocked() const {
  const QWidget* const modal = QApplication::activeModalWidget();
  return modal != nullptr && modal != parentWidget() && qobject_cast<const QDialog*>(modal) != nullptr &&
         !modal->isHidden();
}

/// The innermost of those that block, otherwise any: also one that lies over the window blocks the view of it.
QWidget* RingingDialog::dialog_over(const QWidget& window) {
  const auto covers = [&](const QWidget* widget) {
    return widget != nullptr && widget != &window && qobject_cast<const RingingDialog*>(widget) == nullptr &&
           qobject_cast<const QDialog*>(widget) != nullptr && !widget->isHidden();
  };
  if (QWidget* modal = QApplication::activeModalWidget(); covers(modal)) return modal;
  if (QWidget* active = QApplication::activeWindow(); covers(active)) return active;
  const QWidgetList all = QApplication::topLevelWidgets();
  const auto found = std::ranges::find_if(all, covers);
  return found == all.end() ? nullptr : *found;
}

}  // namespace evenkeel

#include "gui/panels/shadow_choice.h"

#include <QAction>
#include <QMenu>

namespace evenkeel {

ShadowChoice::ShadowChoice(const std::vector<AlgorithmDescription>& controllers, QWidget* parent)
    : QToolButton(parent), menu_(new QMenu(this)) {
  setAccessibleName(tr("Shadow controllers"));
  setToolTip(
      tr("Up to three controllers that see what this one sees and decide nothing: the rate plot draws what they "
         "would send"));
  setPopupMode(QToolButton::InstantPopup);
  setFocusPolicy(Qt::StrongFocus);
  // Three long names must not widen what it is in.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setMinimumWidth(fontMetrics().averageCharWidth() * 14 + 24);
  menu_->setAccessibleName(tr("Shadow controllers"));
  menu_->setToolTipsVisible(true);
  for (const AlgorithmDescription& controller : controllers) {
    const QString name = QString::fromStdString(controller.name);
    QAction* action = menu_->addAction(name);
    action->setData(name);
    action->setCheckable(true);
    action->setToolTip(QString::fromStdString(controller.summary));
    connect(action, &QAction::triggered, this, [this, name] { toggle(name); });
  }
  setMenu(menu_);
  show_names();
}

void ShadowChoice::show_chosen(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  show_names();
}

void ShadowChoice::toggle(const QString& name) {
  if (names_.contains(name)) {
    names_.removeAll(name);
  } else if (names_.size() < max_shadows) {
    names_ << name;
  }
  show_names();
  Q_EMIT chosen(names_);
}

void ShadowChoice::show_names() {
  setText(names_.isEmpty() ? tr("none") : names_.join(QStringLiteral(", ")));
  for (QAction* action : menu_->actions()) {
    const bool checked = names_.contains(action->data().toString());
    action->setChecked(checked);
    action->setEnabled(checked || names_.size() < max_shadows);
  }
}

}  // namespace evenkeel

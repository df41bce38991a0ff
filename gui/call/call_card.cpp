#include "gui/call/call_card.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QVBoxLayout>

#include "gui/call/button.h"

namespace evenkeel {

CallCard::CallCard(QWidget* parent)
    : Card(Icon::call, tr("Call"), tr("Call a machine where Evenkeel waits for a call."), parent),
      address_(new QLineEdit),
      call_(new Button(Icon::call, tr("Call"), tr("Calls the address (Enter)."), Button::Role::primary)),
      completions_(new QStringListModel(this)),
      recent_box_(new QWidget) {
  build_field();
  auto* rows = new QVBoxLayout(recent_box_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(3);
  for (int i = 0; i < max_shown; ++i) {
    auto* button = new Button(Icon::call, tr("Recent address"), tr("Calls this address."));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(button, &Button::clicked, this, [this, button] { call(button->text()); });
    rows->addWidget(button);
    recent_buttons_ += button;
  }
  contents().addWidget(recent_box_);
  set_recent({});
}

void CallCard::build_field() {
  address_->setPlaceholderText(tr("192.0.2.7 or host.example:5004"));
  address_->setAccessibleName(tr("Address to call"));
  address_->setToolTip(tr("The address of the machine to call; the port is 5004 unless you add another."));
  address_->setMinimumHeight(call_->sizeHint().height());
  address_->setClearButtonEnabled(true);
  auto* completer = new QCompleter(completions_, this);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  address_->setCompleter(completer);
  auto* row = new QHBoxLayout;
  row->addWidget(address_, 1);
  row->addWidget(call_);
  contents().addLayout(row);
  connect(address_, &QLineEdit::returnPressed, this, [this] { call(address_->text()); });
  connect(call_, &Button::clicked, this, [this] { call(address_->text()); });
}

void CallCard::call(const QString& text) {
  const QString address = text.trimmed();
  if (address.isEmpty()) {
    address_->setFocus();
    Q_EMIT refused(tr("Type the address of the machine to call, for example 192.0.2.7 or host.example:5004."));
    return;
  }
  set_recent(QStringList(address) + recent_);
  Q_EMIT call_requested(address);
}

void CallCard::set_recent(const QStringList& addresses) {
  recent_ = addresses;
  recent_.removeAll(QString());
  recent_.removeDuplicates();
  recent_ = recent_.mid(0, max_recent);
  completions_->setStringList(recent_);
  show_recent();
}

void CallCard::show_recent() {
  recent_box_->setVisible(!recent_.isEmpty());
  for (int i = 0; i < max_shown; ++i) {
    Button& button = *recent_buttons_[i];
    button.setVisible(i < recent_.size());
    if (i >= recent_.size()) continue;
    button.setText(recent_[i]);
    button.setAccessibleName(tr("Call %1").arg(recent_[i]));
  }
}

}  // namespace evenkeel

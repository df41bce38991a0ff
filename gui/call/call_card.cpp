#include "gui/call/call_card.h"

#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "gui/call/button.h"
#include "gui/call/recent_address.h"

namespace evenkeel {

CallCard::CallCard(QWidget* parent)
    : Card(Icon::call, tr("Call"), {}, parent),
      address_(new QLineEdit),
      paste_(new Button(Icon::paste, tr("Paste"), tr("Puts the copied link into the field."))),
      call_(new Button(Icon::call, tr("Call"), QString(), Button::Role::primary)),
      problem_(new QLabel),
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
  set_insecure_rtp(false);
}

void CallCard::set_insecure_rtp(bool insecure) {
  insecure_rtp_ = insecure;
  set_purpose(insecure ? tr("Call a machine where Evenkeel waits for a call.")
                       : tr("Call with the link that the other side gave you."));
  call_->setToolTip(insecure
                        ? tr("Calls the address in the field (Enter).")
                        : tr("Calls by the link in the field; if that is empty, by the one that you copied (Enter)."));
  call_->setAccessibleDescription(call_->toolTip());
  address_->setPlaceholderText(insecure ? tr("192.0.2.7 or host.example:5004") : tr("Link of the other side"));
  address_->setToolTip(insecure ? tr("The address of the machine to call; the port is 5004 unless you add another.")
                                : tr("The link that Evenkeel shows to the other side while it waits. It is not kept."));
  show_recent();
}

void CallCard::build_field() {
  address_->setAccessibleName(tr("Address to call"));
  address_->setMinimumHeight(call_->sizeHint().height());
  address_->setClearButtonEnabled(true);
  auto* completer = new QCompleter(completions_, this);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  address_->setCompleter(completer);
  auto* row = new QHBoxLayout;
  row->addWidget(address_, 1);
  row->addWidget(paste_);
  row->addWidget(call_);
  contents().addLayout(row);
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  problem_->setAccessibleName(tr("Why this cannot be called"));
  problem_->hide();
  contents().addWidget(problem_);
  connect(address_, &QLineEdit::textChanged, this, [this] { show_problem({}); });
  connect(paste_, &Button::clicked, this, [this] {
    address_->setText(QApplication::clipboard()->text().trimmed());
    address_->setFocus();
  });
  connect(address_, &QLineEdit::returnPressed, this, [this] { call(typed_or_copied()); });
  connect(call_, &Button::clicked, this, [this] { call(typed_or_copied()); });
}

/// Whoever copied a link and presses Call means that link. An address may have been copied for something else.
QString CallCard::typed_or_copied() const {
  const QString typed = address_->text();
  if (insecure_rtp_ || !typed.trimmed().isEmpty()) return typed;
  const QString copied = QApplication::clipboard()->text().trimmed();
  return copied.isEmpty() || may_be_remembered(copied) || !reason_against(copied).isEmpty() ? typed : copied;
}

void CallCard::call(const QString& text) {
  const QString address = text.trimmed();
  if (const QString problem = reason_against(address); !problem.isEmpty()) {
    address_->setText(text);  // To be mended, also where it came from a button.
    address_->setFocus();
    return show_problem(problem);
  }
  if (!may_be_remembered(address)) address_->clear();  // Nobody shall read it over a shoulder later.
  Q_EMIT call_requested(address);
}

QString CallCard::reason_against(const QString& address) const {
  if (!address.isEmpty()) return check_ ? check_(address) : QString();
  return insecure_rtp_ ? tr("Type the address of the machine to call, for example 192.0.2.7 or host.example:5004.")
                       : tr("Paste the link that the other side gave you: Evenkeel shows it while it waits.");
}

void CallCard::show_problem(const QString& sentence) {
  problem_->setText(sentence);
  problem_->setVisible(!sentence.isEmpty());
  address_->setAccessibleDescription(sentence);
}

QString CallCard::problem() const { return problem_->text(); }

void CallCard::set_recent(const QStringList& addresses) {
  recent_.clear();
  std::ranges::copy_if(addresses, std::back_inserter(recent_), may_be_remembered);
  recent_.removeDuplicates();
  recent_ = recent_.mid(0, max_recent);
  show_recent();
}

/// Only where they can be called.
void CallCard::show_recent() {
  completions_->setStringList(insecure_rtp_ ? recent_ : QStringList());
  recent_box_->setVisible(insecure_rtp_ && !recent_.isEmpty());
  for (int i = 0; i < max_shown; ++i) {
    Button& button = *recent_buttons_[i];
    button.setVisible(i < recent_.size());
    if (i >= recent_.size()) continue;
    button.setText(recent_[i]);
    button.setAccessibleName(tr("Call %1").arg(recent_[i]));
  }
}

}  // namespace evenkeel

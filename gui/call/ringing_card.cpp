#include "gui/call/ringing_card.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "gui/call/button.h"
#include "gui/call/call_words.h"
#include "gui/call/number_label.h"
#include "gui/theme/flow_layout.h"

namespace evenkeel {

RingingCard::RingingCard(QWidget* parent)
    : Card(Icon::call, tr("Incoming call"), {}, parent),
      who_(new QLabel),
      number_(new NumberLabel),
      meaning_(new QLabel(number_meaning())),
      buttons_(new QWidget),
      accept_(new Button(Icon::call, tr("Accept"), tr("Starts the call: your picture goes out (Enter)."),
                         Button::Role::primary)),
      decline_(new Button(Icon::hang_up, tr("Decline"), tr("Turns the caller away (Escape)."), Button::Role::danger)),
      decline_and_renew_(new Button(Icon::refresh, tr("Decline and new link"),
                                    tr("Turns the caller away and makes another link: nobody can ring you by this one "
                                       "any more."))) {
  for (QLabel* label : {who_, meaning_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  contents().addWidget(who_);
  build_number();
  contents().addWidget(meaning_);
  build_buttons();
  guard_.setObjectName("guard");
  guard_.setSingleShot(true);
  guard_.setInterval(guard_ms);
  connect(&guard_, &QTimer::timeout, this, [this] { set_answerable(true); });
}

void RingingCard::build_number() {
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.5);
  number_->setFont(large);
  contents().addWidget(number_);
}

void RingingCard::build_buttons() {
  auto* row = new FlowLayout(buttons_);
  row->setContentsMargins(0, 0, 0, 0);
  for (Button* button : {accept_, decline_, decline_and_renew_}) row->addWidget(button);
  contents().addWidget(buttons_);
  connect(accept_, &Button::clicked, this, [this] { answer(true); });
  connect(decline_, &Button::clicked, this, [this] { answer(false); });
  connect(decline_and_renew_, &Button::clicked, this, [this] {
    answer(false);
    Q_EMIT new_link_requested();
  });
}

/// Its address may change while it rings, and the number takes a moment to compute.
bool RingingCard::is_same_caller(const CallStatus& status) const {
  if (!rings_ || status.run != shown_.run || status.kind != shown_.kind || status.caller != shown_.caller) return false;
  const bool both_known = !status.number.empty() && !shown_.number.empty();
  return both_known ? status.number == shown_.number : status.peer == shown_.peer;
}

void RingingCard::set_status(const CallStatus& status) {
  const bool same = is_same_caller(status);
  const bool listens = status.kind == CallKind::listen;
  if (!same || status.peer != shown_.peer) who_->setText(ringing_words(status));
  shown_ = status;
  rings_ = true;
  number_->set_number(QString::fromStdString(status.number));
  if (same) return;
  set_heading(listens ? tr("Incoming call") : tr("Waiting to be accepted"));
  setAccessibleDescription(who_->text());
  buttons_->setVisible(listens);
  set_answerable(false);
  if (listens) guard_.start();
}

/// Keys that were meant for what was in front before are no answer either.
void RingingCard::changeEvent(QEvent* event) {
  Card::changeEvent(event);
  const bool is_asked = accept_->isEnabled() || guard_.isActive();
  if (event->type() != QEvent::ActivationChange || !isActiveWindow() || !is_asked) return;
  set_answerable(false);
  guard_.start();
}

void RingingCard::forget() {
  rings_ = false;
  guard_.stop();
}

int RingingCard::height_in(QSize room) {
  const QMargins margins = contents().contentsMargins();
  const int meaning = meaning_->heightForWidth(room.width() - margins.left() - margins.right()) + contents().spacing();
  const int rest = contents().totalHeightForWidth(room.width()) - (meaning_->isHidden() ? 0 : meaning);
  const bool fits = rest + meaning <= room.height();
  meaning_->setVisible(fits);
  return fits ? rest + meaning : rest;
}

void RingingCard::set_answerable(bool answerable) {
  // Otherwise the focus would go on to a button of the call.
  for (Button* button : {accept_, decline_, decline_and_renew_}) {
    if (!answerable && button->hasFocus()) setFocus();
    button->setEnabled(answerable);
  }
}

void RingingCard::answer(bool accept) {
  guard_.stop();
  set_answerable(false);
  Q_EMIT answered(accept);
}

void RingingCard::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  // On the full screen Escape leaves that.
  const bool escape = event->key() == Qt::Key_Escape && !window()->isFullScreen();
  const bool taken = accept_->isEnabled() && buttons_->isVisible() && !event->isAutoRepeat();
  if (taken && enter) return accept_->click();
  if (taken && escape) return decline_->click();
  QWidget::keyPressEvent(event);
}

}  // namespace evenkeel

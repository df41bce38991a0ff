#include "gui/call/message_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int shortest_stay_ms = 10'000;
constexpr int stay_with_button_ms = 60'000;
constexpr int stay_per_character_ms = 80;  // of slow readers
constexpr int again_ms = 3'000;            // after somebody was at it

}  // namespace

int MessageBar::stay_ms(const QString& sentence, bool offers) {
  const auto reading = static_cast<int>(sentence.size()) * stay_per_character_ms;
  return std::max(offers ? stay_with_button_ms : shortest_stay_ms, reading);
}

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      sentence_(new QLabel),
      folder_(new Button(Icon::folder, tr("Show in folder"), tr("Opens the folder that the message is about."))),
      close_(new Button(Icon::close, tr("Close"), tr("Closes this message."))) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(44, 4, 6, 4);
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence_->setAccessibleName(tr("Message"));
  layout->addWidget(sentence_, 1);
  layout->addWidget(folder_, 0, Qt::AlignVCenter);
  folder_->hide();
  connect(folder_, &Button::clicked, this, [this] { show_folder_(); });
  close_->set_shape(Button::Shape::icon_only);
  layout->addWidget(close_, 0, Qt::AlignVCenter);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  connect(close_, &Button::clicked, this, &MessageBar::dismiss);
  leaving_.setObjectName("leaving");
  leaving_.setSingleShot(true);
  connect(&leaving_, &QTimer::timeout, this, &MessageBar::leave);
  hide();
}

void MessageBar::show_message(Kind kind, const QString& sentence) {
  if (sentence.isEmpty()) return dismiss();
  kind_ = kind;
  folder_->hide();
  sentence_->setText(sentence);
  setAccessibleName(sentence);
  kind_ == Kind::notice ? leaving_.start(stay_ms(sentence, false)) : leaving_.stop();
  show();
  update();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void MessageBar::offer_folder(std::function<void()> show_it) {
  show_folder_ = std::move(show_it);
  folder_->show();
  if (leaving_.isActive()) leaving_.start(stay_ms(sentence_->text(), true));
}

QString MessageBar::message() const { return isHidden() ? QString() : sentence_->text(); }

/// Nothing goes away from under a hand, or while somebody selects the text.
void MessageBar::leave() {
  const QWidget* focused = QApplication::focusWidget();
  if (underMouse() || (focused != nullptr && isAncestorOf(focused))) return leaving_.start(again_ms);
  dismiss();
}

void MessageBar::dismiss() {
  leaving_.stop();
  if (isHidden()) return;
  hide();
  Q_EMIT dismissed();
}

void MessageBar::dismiss_error() {
  if (kind_ == Kind::error) dismiss();
}

void MessageBar::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(palette());
  const QColor mark = kind_ == Kind::error ? theme.danger : palette().color(QPalette::Link);
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.fillRect(QRect(0, 0, 4, height()), mark);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.grid);
  draw_icon(painter, kind_ == Kind::error ? Icon::warning : Icon::notice, QRectF(14, (height() - 20) / 2.0, 20, 20),
            mark);
}

void MessageBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return dismiss();
  QWidget::keyPressEvent(event);
}

}  // namespace evenkeel

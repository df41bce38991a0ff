#include "gui/call/message_row.h"

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
constexpr int again_ms = 3'000;            // after somebody was at it, or away

}  // namespace

int message_stay_ms(const QString& sentence, bool offers) {
  const auto reading = static_cast<int>(sentence.size()) * stay_per_character_ms;
  return std::max(offers ? stay_with_button_ms : shortest_stay_ms, reading);
}

MessageRow::MessageRow(Kind kind, const QString& sentence, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      text_(sentence),
      label_(new QLabel(sentence)),
      folder_(new Button(Icon::folder, tr("Show in folder"), tr("Opens the folder that the message is about."))),
      close_(new Button(Icon::close, tr("Close"), tr("Closes this message."))) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(44, 4, 6, 4);
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label_->setAccessibleName(tr("Message"));
  layout->addWidget(label_, 1);
  layout->addWidget(folder_, 0, Qt::AlignVCenter);
  folder_->hide();
  connect(folder_, &Button::clicked, this, [this] { show_folder_(); });
  close_->set_shape(Button::Shape::icon_only);
  layout->addWidget(close_, 0, Qt::AlignVCenter);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  setAccessibleName(sentence);
  connect(close_, &Button::clicked, this, &MessageRow::over);
  leaving_.setObjectName("leaving");
  leaving_.setSingleShot(true);
  connect(&leaving_, &QTimer::timeout, this, &MessageRow::leave);
  connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
    if (state == Qt::ApplicationActive && leaving_.isActive()) count_down();  // who comes back has not read it yet
  });
  hide();
}

void MessageRow::repeat() {
  const QString words = tr("%1 (%2 times)").arg(text_).arg(++times_);
  label_->setText(words);
  setAccessibleName(words);
  if (!isHidden()) count_down();
}

void MessageRow::offer_folder(std::function<void()> show_it) {
  show_folder_ = std::move(show_it);
  folder_->show();
  if (leaving_.isActive()) count_down();
}

void MessageRow::follow_in_tab_order(QWidget* before) {
  setTabOrder(before, folder_);
  setTabOrder(folder_, close_);
}

void MessageRow::count_down() {
  if (kind_ == Kind::notice) leaving_.start(message_stay_ms(text_, !folder_->isHidden()));
}

/// Nothing goes away from under a hand, while somebody selects the text, or where nobody looks.
void MessageRow::leave() {
  const QWidget* focused = QApplication::focusWidget();
  const bool in_use = underMouse() || (focused != nullptr && isAncestorOf(focused));
  const bool seen = isVisible() && QGuiApplication::applicationState() == Qt::ApplicationActive;
  if (in_use || !seen) return leaving_.start(again_ms);
  Q_EMIT over();
}

void MessageRow::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (event->spontaneous() || leaving_.isActive()) return;
  count_down();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void MessageRow::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!event->spontaneous()) leaving_.stop();
}

void MessageRow::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(palette());
  const QColor mark = kind_ == Kind::error ? theme.danger : palette().color(QPalette::Link);
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.fillRect(QRect(0, 0, 4, height()), mark);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.grid);
  draw_icon(painter, kind_ == Kind::error ? Icon::warning : Icon::notice, QRectF(14, (height() - 20) / 2.0, 20, 20),
            mark);
}

void MessageRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT over();
  QWidget::keyPressEvent(event);
}

}  // namespace evenkeel

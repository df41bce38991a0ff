#include "gui/panels/quantity_row.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "gui/panels/panel_widgets.h"
#include "gui/theme/theme.h"

namespace evenkeel {

QuantityRow::QuantityRow(QuantityInfo info, QWidget* parent)
    : QWidget(parent), info_(std::move(info)), scale_(info_.kind, info_.minimum, info_.maximum, info_.typical) {
  build();
  name_controls();
  connect_slider();
  begin_drag();
  connect(field_, &QLineEdit::editingFinished, this, &QuantityRow::commit_text);
  connect(field_, &QLineEdit::returnPressed, this, &QuantityRow::leave_field);
  connect(field_, &QLineEdit::textEdited, this, [this] { set_wrong({}); });
  connect(reset_, &QToolButton::clicked, this, &QuantityRow::reset_requested);
  show_value(info_.typical);
}

void QuantityRow::build() {
  symbol_ = new QLabel(symbol_markup(info_.symbol));
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setRange(0, scale_.last());
  slider_->setPageStep(std::max(1, scale_.last() / 10));
  slider_->setMinimumWidth(60);
  field_ = new QLineEdit;
  field_->setFixedWidth(field_->fontMetrics().horizontalAdvance("99.99 Mbit/s") + 14);
  reset_ = small_button("↺");
  QSizePolicy policy = reset_->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  reset_->setSizePolicy(policy);
  error_ = small_label({});
  error_->hide();

  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(6);
  layout->setVerticalSpacing(0);
  int column = 0;
  for (QWidget* widget : std::initializer_list<QWidget*>{symbol_, slider_, field_, reset_})
    layout->addWidget(widget, 0, column++);
  layout->setColumnStretch(1, 1);
  layout->addWidget(error_, 1, 0, 1, 4);
  reset_->hide();
}

void QuantityRow::name_controls() {
  const QString tip = tr("%1. Range %2.").arg(info_.meaning, range_text(info_));
  slider_->setAccessibleName(tr("%1, slider").arg(info_.name));
  field_->setAccessibleName(info_.name);
  reset_->setAccessibleName(tr("Reset %1").arg(info_.name));
  field_->setAccessibleDescription(tip);
  for (QWidget* widget : std::initializer_list<QWidget*>{symbol_, slider_, field_}) widget->setToolTip(tip);
  for (QWidget* widget : std::initializer_list<QWidget*>{slider_, field_}) {
    InputGuard::protect(widget);
    widget->installEventFilter(this);
  }
}

void QuantityRow::connect_slider() {
  throttle_.setSingleShot(true);
  throttle_.setInterval(50);
  // Keys within a second of each other are one step to undo, like a drag with the mouse.
  keys_pause_.setSingleShot(true);
  keys_pause_.setInterval(1000);
  connect(&throttle_, &QTimer::timeout, this, &QuantityRow::send_pending);
  connect(&keys_pause_, &QTimer::timeout, this, &QuantityRow::begin_drag);
  connect(slider_, &QSlider::valueChanged, this, &QuantityRow::move_to);
  connect(slider_, &QSlider::sliderPressed, this, &QuantityRow::begin_drag);
  connect(slider_, &QSlider::sliderReleased, this, [this] {
    send_pending();
    begin_drag();
  });
}

void QuantityRow::begin_drag() {
  static int drags = 0;
  keys_pause_.stop();
  drag_ = ++drags;
}

void QuantityRow::move_to(int position) {
  value_ = scale_.value(position);
  set_wrong({});
  show_text();
  pending_ = true;
  if (!throttle_.isActive()) send_pending();
}

void QuantityRow::send_pending() {
  if (!pending_) return;
  pending_ = false;
  throttle_.start();
  if (!slider_->isSliderDown()) keys_pause_.start();
  Q_EMIT edited(text_of(info_, value_), drag_);
}

void QuantityRow::commit_text() {
  if (!field_->isModified()) return;
  field_->setModified(false);
  Q_EMIT edited(completed(info_, field_->text(), value_), 0);
}

// A letter that is pressed next is a shortcut again: M mutes the microphone. A value that was refused is to be mended.
void QuantityRow::leave_field() {
  commit_text();
  if (error_->text().isEmpty()) slider_->setFocus();
}

void QuantityRow::show_value(double value) {
  if (slider_->isSliderDown()) return;
  pending_ = false;  // newer than the slider's value
  value_ = value;
  const QSignalBlocker blocker(slider_);
  slider_->setValue(scale_.position(value));
  if (field_->hasFocus() && field_->isModified()) return;
  set_wrong({});
  show_text();
}

void QuantityRow::show_text() {
  const QString text = shown_text(info_, value_);
  slider_->setAccessibleDescription(text);
  // Setting the text also clears the field's undo history, so that undo goes to the window again.
  if (field_->text() == text && !field_->isUndoAvailable()) return;
  field_->setText(text);
  field_->setCursorPosition(0);
}

void QuantityRow::show_error(const QString& sentence) { set_wrong(sentence); }

void QuantityRow::set_wrong(const QString& sentence) {
  if (error_->text() == sentence) return;
  error_->setText(sentence);
  error_->setVisible(!sentence.isEmpty());
  field_->setToolTip(sentence.isEmpty() ? slider_->toolTip() : sentence);
  field_->setAccessibleDescription(field_->toolTip());
  color_error();
}

void QuantityRow::color_error() {
  const QColor danger = theme_of(palette()).danger;
  set_text_color(error_, danger);
  if (error_->text().isEmpty())
    field_->setPalette(QPalette());
  else
    set_text_color(field_, danger);
}

void QuantityRow::show_reset(const QString& tool_tip) {
  const bool had_focus = reset_->hasFocus();
  reset_->setVisible(!tool_tip.isEmpty());
  reset_->setToolTip(tool_tip);
  if (had_focus && tool_tip.isEmpty()) slider_->setFocus();
}

void QuantityRow::remove_reset() {
  QSizePolicy policy = reset_->sizePolicy();
  policy.setRetainSizeWhenHidden(false);
  reset_->setSizePolicy(policy);
  reset_->hide();
}

int QuantityRow::symbol_width() const { return symbol_->sizeHint().width(); }

void QuantityRow::set_symbol_width(int pixels) { symbol_->setFixedWidth(pixels); }

QWidget* QuantityRow::follow_in_tab_order(QWidget* previous) {
  for (QWidget* widget : std::initializer_list<QWidget*>{slider_, field_, reset_}) {
    setTabOrder(previous, widget);
    previous = widget;
  }
  return previous;
}

bool QuantityRow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) Q_EMIT entered();
  if (watched == field_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && (field_->isModified() || !error_->text().isEmpty())) {
    set_wrong({});
    show_text();
    field_->setModified(false);
  }
  return QWidget::eventFilter(watched, event);
}

void QuantityRow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) color_error();
  QWidget::changeEvent(event);
}

void QuantityRow::enterEvent(QEnterEvent* event) {
  Q_EMIT entered();
  QWidget::enterEvent(event);
}

}  // namespace evenkeel

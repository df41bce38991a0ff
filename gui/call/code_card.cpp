#include "gui/call/code_card.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/call/qr_code.h"

namespace evenkeel {
namespace {

constexpr QMargins around_text(16, 12, 16, 14);
constexpr int around_code = 10;
constexpr int around_lines = 12;
constexpr int max_lines = 6;
constexpr int text_width = 232;   ///< at least, beside the code
constexpr int text_height = 240;  ///< at least, above the code
constexpr QSize largest(680, 320);
constexpr int tallest = 440;  ///< with the code below the text

/// Where the code has no room beside the text.
bool is_upright(QSize size) { return size.width() < 440 && size.height() > 380; }

}  // namespace

CodeCard::CodeCard(Icon icon, const QString& heading, QWidget* parent)
    : Card(icon, heading, {}, parent),
      words_(new QLabel),
      text_(new QPlainTextEdit),
      copy_(new Button(Icon::copy, tr("Copy"), tr("Copies it."), Button::Role::primary)),
      buttons_(new QHBoxLayout),
      more_buttons_(new QHBoxLayout),
      code_(new QrCode(this)) {
  words_->setWordWrap(true);
  contents().addWidget(words_);
  text_->setReadOnly(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text_->setWordWrapMode(QTextOption::WrapAnywhere);
  text_->setTabChangesFocus(true);
  text_->setMinimumHeight(2 * fontMetrics().lineSpacing() + around_lines);
  text_->setMaximumHeight(max_lines * fontMetrics().lineSpacing() + around_lines);
  contents().addWidget(text_, 1);
  buttons_->addWidget(copy_);
  buttons_->addStretch();
  contents().addLayout(buttons_);
  contents().addLayout(more_buttons_);
  contents().addStretch();
  copied_.setObjectName("copied");
  copied_.setSingleShot(true);
  copied_.setInterval(copied_ms);
  copy_->set_widest_word(tr("Copied"));
  connect(copy_, &Button::clicked, this, &CodeCard::copy);
  connect(&copied_, &QTimer::timeout, this, [this] { show_copied(false); });
}

void CodeCard::copy() {
  QApplication::clipboard()->setText(text_->toPlainText());
  show_copied(true);
  copied_.start();
}

/// A change of its name is told to screen readers.
void CodeCard::show_copied(bool copied) {
  copy_->setText(copied ? tr("Copied") : tr("Copy"));
  copy_->setAccessibleName(copy_->text());
}

void CodeCard::add_button(Button& button) { buttons_->insertWidget(buttons_->count() - 1, &button); }

void CodeCard::add_below(Button& button) {
  more_buttons_->addWidget(&button);
  more_buttons_->addStretch();
}

void CodeCard::set_words(const QString& hint, const QString& short_hint) {
  hint_ = hint;
  short_hint_ = short_hint;
  setAccessibleDescription(hint_);
  place_contents();
}

void CodeCard::set_text(const QString& text) {
  if (text == text_->toPlainText()) return;  // Else a selection would be lost.
  text_->setPlainText(text);
  show_copied(false);
  code_->set_text(text);
  place_contents();
}

QSize CodeCard::size_in(QSize room) const {
  if (is_upright(room)) return {room.width(), std::min(room.height(), tallest)};
  return room.boundedTo(largest);
}

void CodeCard::resizeEvent(QResizeEvent*) { place_contents(); }

void CodeCard::place_contents() {
  place_code();
  const auto fits = [this] { return contents().minimumHeightForWidth(width()) <= height(); };
  words_->setText(hint_);
  words_->setVisible(!hint_.isEmpty());
  if (fits()) return;
  words_->setText(short_hint_);
  if (!fits()) words_->hide();  // The buttons are worth more.
}

/// In the whole height of the card, which the rows of a layout would not leave to it.
void CodeCard::place_code() {
  const bool below = is_upright(size());
  const int room = below ? std::min(width() - 2 * around_code, height() - text_height)
                         : std::min(height() - 2 * around_code, width() - text_width - around_code);
  const int side = code_->side_within(room);
  QMargins margins = around_text;
  if (side > 0 && below) margins.setBottom(side + 2 * around_code);
  if (side > 0 && !below) margins.setRight(side + 2 * around_code);
  contents().setContentsMargins(margins);
  code_->setVisible(side > 0);
  const int left = below ? (width() - side) / 2 : width() - side - around_code;
  const int top = below ? height() - side - around_code : (height() - side) / 2;
  code_->setGeometry(left, top, side, side);
}

}  // namespace evenkeel

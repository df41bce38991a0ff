#include "gui/call/invitation_card.h"

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

QString whom() { return InvitationCard::tr("Give this link to one person you trust: whoever has it can ring you."); }

QString browsers(const QString& link, bool warn) {
  if (link.startsWith("evenkeel:")) return {};
  return ' ' + (warn ? InvitationCard::tr("It opens in a browser too, which will warn once of an unknown certificate.")
                     : InvitationCard::tr("It opens in a browser too."));
}

}  // namespace

InvitationCard::InvitationCard(QWidget* parent)
    : Card(Icon::listen, tr("Waiting for a call"), {}, parent),
      words_(new QLabel),
      link_(new QPlainTextEdit),
      copy_(new Button(Icon::copy, tr("Copy"), tr("Copies the link."), Button::Role::primary)),
      new_link_(new Button(Icon::refresh, tr("New link"),
                           tr("Makes another link: nobody can ring you by this one any more."))),
      code_(new QrCode(this)) {
  words_->setWordWrap(true);
  contents().addWidget(words_);
  link_->setReadOnly(true);
  link_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  link_->setWordWrapMode(QTextOption::WrapAnywhere);
  link_->setTabChangesFocus(true);
  link_->setMinimumHeight(2 * fontMetrics().lineSpacing() + around_lines);
  link_->setMaximumHeight(max_lines * fontMetrics().lineSpacing() + around_lines);
  link_->setAccessibleName(tr("Link to give away"));
  link_->setToolTip(tr("The other side opens this link, or pastes it on its start page."));
  contents().addWidget(link_, 1);
  build_buttons();
  contents().addStretch();
  connect(copy_, &Button::clicked, this, [this] { QApplication::clipboard()->setText(link_->toPlainText()); });
}

void InvitationCard::build_buttons() {
  auto* row = new QHBoxLayout;
  row->addWidget(copy_);
  row->addWidget(new_link_);
  row->addStretch();
  contents().addLayout(row);
}

void InvitationCard::set_link(const QString& link, const QString& unknown_certificate) {
  if (link == link_->toPlainText()) return;  // Else a selection would be lost.
  hint_ = whom() + browsers(link, !unknown_certificate.isEmpty());
  setAccessibleDescription(hint_);
  words_->setToolTip(unknown_certificate.isEmpty() ? hint_ : hint_ + "\n\nSHA-256 " + unknown_certificate);
  link_->setPlainText(link);
  code_->set_text(link);
  place_contents();
}

QSize InvitationCard::size_in(QSize room) const {
  if (is_upright(room)) return {room.width(), std::min(room.height(), tallest)};
  return room.boundedTo(largest);
}

void InvitationCard::resizeEvent(QResizeEvent*) { place_contents(); }

/// In a small card the words about browsers stand in the tool tip alone.
void InvitationCard::place_contents() {
  place_code();
  words_->setText(hint_);
  if (contents().minimumHeightForWidth(width()) > height()) words_->setText(whom());
}

/// In the whole height of the card, which the rows of a layout would not leave to it.
void InvitationCard::place_code() {
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

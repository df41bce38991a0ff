#include "gui/call/card.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int side = 16;
constexpr int card_icon_size = 24;

}  // namespace

Card::Card(Icon icon, const QString& heading, const QString& purpose, QWidget* parent)
    : QWidget(parent), icon_(icon), heading_(new QLabel), purpose_(new QLabel(this)), contents_(new QVBoxLayout(this)) {
  contents_->setContentsMargins(side, 12, side, 14);
  contents_->setSpacing(8);
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  large.setWeight(QFont::DemiBold);
  heading_->setFont(large);
  heading_->setIndent(card_icon_size + 8);
  heading_->setMinimumHeight(card_icon_size);
  contents_->addWidget(heading_);
  contents_->addWidget(purpose_);
  set_heading(heading);
  set_purpose(purpose);
}

void Card::set_heading(const QString& heading) {
  heading_->setText(heading);
  setAccessibleName(heading);
}

void Card::set_purpose(const QString& purpose) {
  purpose_->setText(purpose);
  purpose_->setVisible(!purpose.isEmpty());
  setAccessibleDescription(purpose);
}

void Card::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_of(palette()).grid, 1));
  // In the dark theme fields are darker than the card; in the light theme they have a visible frame.
  painter.setBrush(theme_of(palette()).dark ? palette().color(QPalette::Window).lighter(112)
                                            : palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);
  const double top = heading_->y() + (heading_->height() - card_icon_size) / 2.0;
  draw_icon(painter, icon_, QRectF(side, top, card_icon_size, card_icon_size), palette().color(QPalette::Link));
}

}  // namespace evenkeel

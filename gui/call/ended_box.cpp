#include "gui/call/ended_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/call/button.h"
#include "gui/call/call_words.h"

namespace evenkeel {
namespace {

Icon icon_of(CallKind kind) {
  if (kind == CallKind::demo) return Icon::demo;
  return kind == CallKind::listen ? Icon::listen : Icon::call;
}

}  // namespace

EndedBox::EndedBox(QWidget* parent)
    : QWidget(parent),
      text_(new QLabel),
      again_(new Button(Icon::call, again_words(CallKind::call), tr("Starts the same call again."),
                        Button::Role::primary)),
      back_(new Button(Icon::none, tr("Back to start"), tr("Shows the start page."))) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 18, 24, 18);
  layout->setSpacing(14);
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextFormat(Qt::PlainText);
  layout->addWidget(text_);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(again_);
  buttons->addWidget(back_);
  buttons->addStretch();
  layout->addLayout(buttons);
}

void EndedBox::set_status(const CallStatus& status, const QString& outcome) {
  QStringList sentences{status_words(status), outcome};
  sentences.removeAll(QString());
  text_->setText(sentences.join("\n\n"));
  setAccessibleName(sentences.join(". "));
  again_->set_icon(icon_of(status.kind));
  again_->setText(again_words(status.kind));
  again_->setAccessibleName(again_->text());
  again_->updateGeometry();
}

QString EndedBox::text() const { return text_->text(); }

void EndedBox::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Window));
  painter.drawRoundedRect(rect(), 10, 10);
}

}  // namespace evenkeel

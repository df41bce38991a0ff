#include "gui/call/message_bar.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/call/button.h"

namespace evenkeel {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent), place_in_tab_order_(new QWidget(this)), more_(new QLabel(this)) {
  place_in_tab_order_->setFocusPolicy(Qt::TabFocus);
  place_in_tab_order_->setAccessibleName(tr("Messages"));
  place_in_tab_order_->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  more_->setContentsMargins(44, 2, 6, 2);
  more_->setTextFormat(Qt::PlainText);
  layout->addWidget(more_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  hide();
}

void MessageBar::show_message(Kind kind, const QString& sentence) {
  if (sentence.isEmpty()) return;
  const auto same = std::ranges::find_if(
      rows_, [&](const MessageRow* row) { return row->kind() == kind && row->sentence() == sentence; });
  if (same != rows_.end()) {
    latest_ = *same;
    return latest_->repeat();
  }
  if (rows_.size() >= max_kept) drop_oldest();
  latest_ = new MessageRow(kind, sentence, this);
  static_cast<QVBoxLayout*>(layout())->insertWidget(static_cast<int>(rows_.size()), latest_);
  latest_->follow_in_tab_order(rows_.empty() ? place_in_tab_order_
                                             : static_cast<QWidget*>(&rows_.back()->close_button()));
  rows_.push_back(latest_);
  connect(latest_, &MessageRow::over, this, [this, row = latest_] {
    remove(row);
    arrange();
  });
  arrange();
}

void MessageBar::offer_folder(std::function<void()> show_it) {
  if (latest_ != nullptr) latest_->offer_folder(std::move(show_it));
}

QStringList MessageBar::all() const {
  QStringList sentences;
  for (const MessageRow* row : rows_) sentences << row->sentence();
  return sentences;
}

void MessageBar::dismiss() {
  while (!rows_.empty()) remove(rows_.back());
  arrange();
}

void MessageBar::dismiss(const QString& sentence) {
  const auto found = std::ranges::find(rows_, sentence, &MessageRow::sentence);
  if (found != rows_.end()) remove(*found);
  arrange();
}

/// Later than the click or key that closes it, which is still on its way through it.
void MessageBar::remove(MessageRow* row) {
  std::erase(rows_, row);
  if (latest_ == row) latest_ = rows_.empty() ? nullptr : rows_.back();
  row->hide();
  layout()->removeWidget(row);
  row->deleteLater();
}

void MessageBar::drop_oldest() {
  const auto notice = std::ranges::find_if(rows_, [](const MessageRow* row) { return row->kind() != Kind::error; });
  remove(notice == rows_.end() ? rows_.front() : *notice);
}

void MessageBar::arrange() {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i]->setVisible(i < max_shown);
  const auto waiting = static_cast<int>(rows_.size() - std::min(rows_.size(), max_shown));
  more_->setText(waiting == 1 ? tr("1 more message follows") : tr("%1 more messages follow").arg(waiting));
  more_->setVisible(waiting > 0);
  setVisible(!rows_.empty());
}

}  // namespace evenkeel

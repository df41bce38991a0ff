#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "gui/call/message_row.h"

class QLabel;

namespace evenkeel {

/// Messages that need no answer, one below the other in the order in which they came; hidden without any. The first
/// max_shown are shown, the others follow as these go. An error stays until somebody closes it, a notice until it could
/// be read; nothing replaces either. What is said again while it waits or is shown is counted there.
class MessageBar : public QWidget {
  Q_OBJECT
 public:
  using Kind = MessageRow::Kind;
  static constexpr std::size_t max_shown = 3;
  /// Above this the oldest notices go unseen, the errors last of all.
  static constexpr std::size_t max_kept = 40;

  explicit MessageBar(QWidget* parent = nullptr);

  void show_message(Kind kind, const QString& sentence);
  /// Adds a button to the message that came last.
  void offer_folder(std::function<void()> show_it);
  /// Of the message that came last; there is to be one.
  Button& folder() { return latest_->folder(); }
  /// The one that came last; empty: there is none.
  QString message() const { return latest_ ? latest_->sentence() : QString(); }
  /// All, in their order.
  QStringList all() const;
  bool contains(const QString& sentence) const { return all().contains(sentence); }
  void dismiss();
  void dismiss(const QString& sentence);

 private:
  void remove(MessageRow* row);
  void drop_oldest();
  void arrange();

  QWidget* place_in_tab_order_;  ///< of the rows, which come and go; never shown
  std::vector<MessageRow*> rows_;
  MessageRow* latest_ = nullptr;  ///< null: none
  QLabel* more_;
};

}  // namespace evenkeel

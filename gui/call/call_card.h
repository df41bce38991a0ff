#pragma once

#include <QStringList>

#include "gui/call/card.h"

class QLineEdit;
class QStringListModel;

namespace evenkeel {

class Button;

/// The card to call somebody: a field for the link, or for the address in plain RTP; then the recent addresses too, as
/// buttons. Links are never kept: whoever reads one can ring the other side.
class CallCard : public Card {
  Q_OBJECT
 public:
  static constexpr int max_recent = 10;  ///< stored, and suggested while typing
  static constexpr int max_shown = 3;    ///< as buttons

  explicit CallCard(QWidget* parent = nullptr);

  /// The newest first.
  const QStringList& recent() const { return recent_; }
  void set_recent(const QStringList& addresses);
  void set_insecure_rtp(bool insecure);
  QLineEdit& address() { return *address_; }
  Button& call_button() { return *call_; }
  Button& paste_button() { return *paste_; }

 Q_SIGNALS:
  /// The address, or the link, is not empty.
  void call_requested(const QString& address);
  /// Why the address cannot be called, in a sentence.
  void refused(const QString& sentence);

 private:
  void build_field();
  void call(const QString& text);
  void show_recent();

  QLineEdit* address_;
  Button* paste_;
  Button* call_;
  QStringListModel* completions_;
  QStringList recent_;
  bool insecure_rtp_ = false;
  QWidget* recent_box_;
  QList<Button*> recent_buttons_;
};

}  // namespace evenkeel

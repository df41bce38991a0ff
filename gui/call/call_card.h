#pragma once

#include <QStringList>
#include <functional>

#include "gui/call/card.h"

class QLabel;
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
  /// What says why a text cannot be called, in a sentence, or nothing. By default every text can be.
  using Check = std::function<QString(const QString& text)>;
  void set_check(Check check) { check_ = std::move(check); }
  QLineEdit& address() { return *address_; }
  Button& call_button() { return *call_; }
  Button& paste_button() { return *paste_; }
  /// Why what is in the field cannot be called; empty where nothing is wrong, or nobody has tried yet.
  QString problem() const;

 Q_SIGNALS:
  /// Of an address, or a link, that passed the check.
  void call_requested(const QString& address);

 private:
  void build_field();
  QString typed_or_copied() const;
  void call(const QString& text);
  QString reason_against(const QString& address) const;
  void show_problem(const QString& sentence);
  void show_recent();

  QLineEdit* address_;
  Button* paste_;
  Button* call_;
  QLabel* problem_;
  Check check_;
  QStringListModel* completions_;
  QStringList recent_;
  bool insecure_rtp_ = false;
  QWidget* recent_box_;
  QList<Button*> recent_buttons_;
};

}  // namespace evenkeel

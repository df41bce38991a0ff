#pragma once

#include "gui/call/card.h"

class QLabel;
class QPlainTextEdit;

namespace evenkeel {

class Button;
class QrCode;

/// Shown while a listener waits: the link for whoever shall call, as text to copy and as a QR code.
class InvitationCard : public Card {
  Q_OBJECT
 public:
  explicit InvitationCard(QWidget* parent = nullptr);

  /// `browsers_warn`: of the certificate of the page that the link leads to.
  void set_link(const QString& link, bool browsers_warn);
  /// The size that it takes of an area.
  QSize size_in(QSize room) const;

  QLabel& words() { return *words_; }
  QPlainTextEdit& link() { return *link_; }
  Button& copy_button() { return *copy_; }
  QrCode& code() { return *code_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place_contents();
  void place_code();

  QString hint_;
  QLabel* words_;
  QPlainTextEdit* link_;
  Button* copy_;
  QrCode* code_;
};

}  // namespace evenkeel

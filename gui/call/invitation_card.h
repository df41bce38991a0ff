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

  /// `unknown_certificate`: SHA-256 of the page's, where browsers warn of it; otherwise empty.
  void set_link(const QString& link, const QString& unknown_certificate);
  /// The size that it takes of an area.
  QSize size_in(QSize room) const;

  QLabel& words() { return *words_; }
  QPlainTextEdit& link() { return *link_; }
  Button& copy_button() { return *copy_; }
  Button& new_link_button() { return *new_link_; }
  QrCode& code() { return *code_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place_contents();
  void build_buttons();
  void place_code();

  QString hint_;
  QLabel* words_;
  QPlainTextEdit* link_;
  Button* copy_;
  Button* new_link_;
  QrCode* code_;
};

}  // namespace evenkeel

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

  void set_link(const QString& link);
  /// The size that it takes of an area.
  QSize size_in(QSize room) const;

  QPlainTextEdit& link() { return *link_; }
  Button& copy_button() { return *copy_; }
  Button& new_link_button() { return *new_link_; }
  QrCode& code() { return *code_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build_buttons();
  void place_code();

  QPlainTextEdit* link_;
  Button* copy_;
  Button* new_link_;
  QrCode* code_;
};

}  // namespace evenkeel

#pragma once

#include <QTimer>

#include "gui/call/card.h"

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;

namespace evenkeel {

class Button;
class QrCode;

/// A text for another device or another person: to be selected, copied, or read from the screen as a QR code.
class CodeCard : public Card {
  Q_OBJECT
 public:
  CodeCard(Icon icon, const QString& heading, QWidget* parent = nullptr);

  /// The size that it takes of an area.
  QSize size_in(QSize room) const;

  QLabel& words() { return *words_; }
  QPlainTextEdit& text() { return *text_; }
  Button& copy_button() { return *copy_; }
  QrCode& code() { return *code_; }

  /// So long the button says that it has copied the text.
  static constexpr int copied_ms = 2000;

 protected:
  /// `hint`: what it is for; in a small card only `short_hint` has room.
  void set_words(const QString& hint, const QString& short_hint);
  void set_text(const QString& text);
  /// Below the text, behind Copy.
  void add_button(Button& button);
  /// In a row of its own: there is little room beside the code.
  void add_below(Button& button);
  void resizeEvent(QResizeEvent* event) override;

 private:
  void copy();
  void show_copied(bool copied);
  void place_contents();
  void place_code();

  QString hint_, short_hint_;
  QLabel* words_;
  QPlainTextEdit* text_;
  Button* copy_;
  QHBoxLayout* buttons_;
  QHBoxLayout* more_buttons_;
  QrCode* code_;
  QTimer copied_{this};  ///< a child, so that tests find it
};

}  // namespace evenkeel

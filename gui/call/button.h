#pragma once

#include <QToolButton>

#include "gui/theme/icons.h"

namespace evenkeel {

/// The buttons of the start page and the call: an icon with a word.
class Button : public QToolButton {
  Q_OBJECT
 public:
  enum class Role { plain, primary, danger };
  enum class Shape { beside, under, icon_only };  ///< where the word stands

  /// The tool tip is also the accessible description; the word is the accessible name.
  Button(Icon icon, const QString& word, const QString& tool_tip, Role role = Role::plain, QWidget* parent = nullptr);

  void set_icon(Icon icon);
  void set_shape(Shape shape);
  Shape shape() const;
  /// Keeps room for this word, so that a word that changes does not move the neighbours.
  void set_widest_word(const QString& word);
  /// The colour of the icon; by default that of the word.
  void set_icon_color(const QColor& color);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void checkStateSet() override;

 private:
  void color();
  void show_icon(const QColor& color_of_icon);

  Icon icon_;
  Role role_;
  QString widest_word_;
  QColor icon_color_;
  Icon drawn_ = Icon::none;
  QColor drawn_color_;
};

}  // namespace evenkeel

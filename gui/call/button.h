#pragma once

#include <QAbstractButton>

#include "gui/call/icons.h"

namespace evenkeel {

/// The buttons of the start page and the call: an icon with a word, flat, with a ground that shows hovering, the state
/// of a toggle and the focus.
class Button : public QAbstractButton {
  Q_OBJECT
 public:
  enum class Role { plain, primary, danger };
  enum class Shape { beside, under, icon_only };  ///< where the word stands

  /// The tool tip is also the accessible description; the word is the accessible name.
  Button(Icon icon, const QString& word, const QString& tool_tip, Role role = Role::plain, QWidget* parent = nullptr);

  void set_icon(Icon icon);
  void set_shape(Shape shape);
  Shape shape() const { return shape_; }
  /// Keeps room for this word, so that a word that changes does not move the neighbours.
  void set_widest_word(const QString& word);
  /// The colour of the icon; by default that of the word.
  void set_icon_color(const QColor& color);
  /// The word at the left edge instead of in the middle, for buttons that form a list.
  void set_left_aligned(bool left);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QColor ground() const;
  QColor letters() const;
  void paint_contents(QPainter& painter);
  int word_width() const;

  Icon icon_;
  Role role_;
  Shape shape_ = Shape::beside;
  QString widest_word_;
  QColor icon_color_;
  bool left_ = false;
};

}  // namespace evenkeel

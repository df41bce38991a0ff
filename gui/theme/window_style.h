#pragma once

#include <QProxyStyle>

namespace evenkeel {

/// Fusion, with frames of boxes and choices that can be seen in the dark too: at least 3:1 against the window
/// (WCAG 1.4.11), where Fusion makes them of the window's colour, darker.
class WindowStyle : public QProxyStyle {
  Q_OBJECT
 public:
  WindowStyle() : QProxyStyle("Fusion") {}

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  /// No icons on the buttons of dialogs, as nowhere else beside these words.
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
};

}  // namespace evenkeel

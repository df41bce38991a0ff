#pragma once

#include <QColor>
#include <QPalette>
#include <array>

namespace evenkeel {

/// The colours of custom painting; widgets take theirs from the palette.
struct Theme {
  bool dark = false;
  QColor plot_background;
  QColor text;
  QColor faint_text;
  QColor grid;
  QColor axis;
  QColor cursor;
  QColor warning;  ///< something needs attention
  QColor danger;   ///< hang up, an unstable loop
  QColor good;     ///< in a call
  /// Okabe and Ito's colours, which people with the common kinds of colour blindness can distinguish, lightened or
  /// darkened for at least 3:1 contrast against plot_background.
  std::array<QColor, 7> curves;
};

const Theme& light_theme();
const Theme& dark_theme();
/// The one that goes with a palette: by the lightness of its window colour.
const Theme& theme_of(const QPalette& palette);

/// Palettes for the Fusion style.
QPalette light_palette();
QPalette dark_palette();

}  // namespace evenkeel

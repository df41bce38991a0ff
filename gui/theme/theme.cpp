#include "gui/theme/theme.h"

namespace evenkeel {

const Theme& light_theme() {
  static const Theme theme{
      .dark = false,
      .plot_background = QColor(0xff, 0xff, 0xff),
      .text = QColor(0x1c, 0x22, 0x28),
      .faint_text = QColor(0x5b, 0x66, 0x70),
      .grid = QColor(0xe4, 0xe8, 0xec),
      .axis = QColor(0x8a, 0x94, 0x9e),
      .cursor = QColor(0x30, 0x38, 0x40),
      .warning = QColor(0x9a, 0x5b, 0x00),
      .danger = QColor(0xc6, 0x28, 0x28),
      .good = QColor(0x00, 0x7a, 0x5a),
      .curves = {QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x8f, 0x6b), QColor(0xb4, 0x55, 0x8c),
                 QColor(0xa8, 0x78, 0x00), QColor(0x2b, 0x8c, 0xc4), QColor(0x4a, 0x50, 0x56)},
  };
  return theme;
}

const Theme& dark_theme() {
  static const Theme theme{
      .dark = true,
      .plot_background = QColor(0x16, 0x1a, 0x1f),
      .text = QColor(0xe6, 0xea, 0xee),
      .faint_text = QColor(0x9a, 0xa5, 0xb0),
      .grid = QColor(0x2a, 0x30, 0x37),
      .axis = QColor(0x6b, 0x76, 0x82),
      .cursor = QColor(0xd0, 0xd6, 0xdc),
      .warning = QColor(0xe6, 0x9f, 0x00),
      .danger = QColor(0xef, 0x6a, 0x5a),
      .good = QColor(0x2f, 0xc4, 0x99),
      .curves = {QColor(0x4d, 0xa6, 0xe0), QColor(0xf0, 0x80, 0x30), QColor(0x20, 0xb8, 0x90), QColor(0xd8, 0x85, 0xb6),
                 QColor(0xe6, 0xc2, 0x40), QColor(0x8f, 0xd0, 0xf5), QColor(0xb8, 0xc0, 0xc8)},
  };
  return theme;
}

const Theme& theme_of(const QPalette& palette) {
  return palette.color(QPalette::Window).lightnessF() < 0.5F ? dark_theme() : light_theme();
}

namespace {

QPalette palette_of(QColor window, QColor base, QColor button, QColor text, QColor faint, QColor highlight) {
  QPalette p;
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, button);
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::Button, button);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, Qt::white);
  p.setColor(QPalette::ToolTipBase, button);
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::Highlight, highlight);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, highlight);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, faint);
  }
  return p;
}

}  // namespace

QPalette light_palette() {
  return palette_of(QColor(0xf4, 0xf6, 0xf8), QColor(0xff, 0xff, 0xff), QColor(0xe9, 0xed, 0xf1), light_theme().text,
                    light_theme().faint_text, QColor(0x00, 0x5a, 0x9c));
}

QPalette dark_palette() {
  return palette_of(QColor(0x1f, 0x24, 0x2a), QColor(0x16, 0x1a, 0x1f), QColor(0x2b, 0x31, 0x39), dark_theme().text,
                    dark_theme().faint_text, QColor(0x2a, 0x78, 0xb4));
}

}  // namespace evenkeel

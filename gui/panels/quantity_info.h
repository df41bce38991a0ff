#pragma once

#include <QString>

#include "core/parameters/parameter_list.h"

namespace evenkeel {

/// What a row needs to show and parse a quantity. Values are in bit/s, s, bytes or `unit`.
struct QuantityInfo {
  QString symbol;   ///< short, before the slider
  QString name;     ///< for screen readers: "T_r of ldcc"
  QString meaning;  ///< one line
  ParameterKind kind = ParameterKind::number;
  QString unit;          ///< of a plain number
  bool percent = false;  ///< a number that is shown as a percentage: 0.01 as 1%
  double minimum = 0;
  double maximum = 1;
  double typical = 0.5;  ///< see SliderScale
};

/// As --set takes it: "80ms", "0.4".
QString text_of(const QuantityInfo& info, double value);
/// With the unit of a plain number: "0.5 /s", "30 packets".
QString shown_text(const QuantityInfo& info, double value);
/// "1ms to 10s"
QString range_text(const QuantityInfo& info);
/// Adds to a bare number the unit with which `value` is shown; other texts stay as they are.
QString completed(const QuantityInfo& info, const QString& text, double value);
/// "T_s,min" as rich text with an index, "alpha" as the letter.
QString symbol_markup(const QString& symbol);

}  // namespace evenkeel

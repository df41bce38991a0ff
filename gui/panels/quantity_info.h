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

/// A quantity as options and files have it ("2.5Mbps", "80ms"), in the spelling of the window: "2.5 Mbit/s", "80 ms".
/// Fields take both. Other texts stay as they are.
QString for_people(const QString& quantity);
/// As --set takes it: "80ms", "0.4".
QString text_of(const QuantityInfo& info, double value);
/// For people, with the unit of a plain number too: "80 ms", "0.5 /s", "30 packets".
QString shown_text(const QuantityInfo& info, double value);
/// "1 ms to 10 s"
QString range_text(const QuantityInfo& info);
/// Adds to a bare number the unit with which `value` is shown; other texts stay as they are.
QString completed(const QuantityInfo& info, const QString& text, double value);
/// "T_s,min" as rich text with an index, "alpha" as the letter.
QString symbol_markup(const QString& symbol);

}  // namespace evenkeel

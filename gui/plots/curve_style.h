#pragma once

#include <QPen>
#include <QString>

#include "gui/plots/plot_spec.h"
#include "gui/theme/theme.h"

namespace evenkeel {

constexpr std::size_t most_runs = 6;

/// The colour of a run where several are overlaid.
QColor run_color(std::size_t run, const Theme& theme);

/// Of one run, colours tell the curves of a plot apart; of several, colours tell the runs and line styles the curves.
QPen curve_pen(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs, const Theme& theme);

/// A value with about three digits and a true minus sign.
QString reading_text(double value);

QString text_of(std::string_view text);

}  // namespace evenkeel

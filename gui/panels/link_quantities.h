#pragma once

#include <QString>

#include "core/base/parsed.h"
#include "gui/panels/quantity_info.h"

namespace evenkeel {

/// The quantities of the link panel, with the ranges of their sliders.
QuantityInfo capacity_quantity();
QuantityInfo delay_quantity();
QuantityInfo buffer_quantity();
QuantityInfo loss_quantity();
QuantityInfo jitter_quantity();

/// Parses a typed value into base units; the error is a sentence: wrong form, or out of range.
Parsed<double> parse_quantity(const QuantityInfo& info, const QString& text);

/// Checks a schedule in the form of --link-schedule, "0s:2.5Mbps,10s:1Mbps", with ascending times. Returns an empty
/// string, or one sentence that says what is wrong.
QString check_schedule(const QString& text);

}  // namespace evenkeel

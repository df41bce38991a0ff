#pragma once

#include <QString>

#include "core/base/parsed.h"
#include "gui/panels/quantity_info.h"

namespace evenkeel {

/// What the link panel lets people change, with the ranges of its sliders.
QuantityInfo capacity_quantity();
QuantityInfo delay_quantity();
QuantityInfo buffer_quantity();
QuantityInfo loss_quantity();
QuantityInfo jitter_quantity();

/// A typed value in base units, or a sentence: wrong form, or outside the range.
Parsed<double> parse_quantity(const QuantityInfo& info, const QString& text);

/// Nothing where a text is a schedule as --link-schedule takes it, "0s:2.5Mbps,10s:1Mbps", with times that rise; else
/// one sentence that says what is wrong.
QString check_schedule(const QString& text);

}  // namespace evenkeel

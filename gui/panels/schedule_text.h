#pragma once

#include <QString>

namespace evenkeel {

/// Nothing where a text is a schedule as --link-schedule takes it, "0s:2.5Mbps,10s:1Mbps", with times that rise; else
/// one sentence that says what is wrong.
QString check_schedule(const QString& text);

}  // namespace evenkeel

#pragma once

// QCustomPlot's header uses Qt's keywords, which are disabled in our code (QT_NO_KEYWORDS): they are defined for it
// here.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(item, items) for (item : items)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

#pragma once

// QCustomPlot's header is written with Qt's keywords, which we keep out of our own code: they are lent to it here.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(item, items) for (item : items)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

#include "gui/panels/schedule_text.h"

#include <QObject>
#include <QStringList>

#include "core/base/quantity.h"

namespace evenkeel {

QString check_schedule(const QString& text) {
  Duration last{-1};
  for (const QString& part : text.split(',')) {
    const qsizetype colon = part.indexOf(':');
    if (colon < 0) return QObject::tr("'%1' is not TIME:RATE: write a schedule as 0s:2.5Mbps,10s:1Mbps.").arg(part);
    const auto at = parse_duration(part.left(colon).toStdString());
    if (!at) return QString::fromStdString(at.error);
    const auto rate = parse_rate(part.mid(colon + 1).toStdString());
    if (!rate) return QString::fromStdString(rate.error);
    if (*at <= last) return QObject::tr("'%1' is not later than the step before it: put the times in order.").arg(part);
    last = *at;
  }
  return {};
}

}  // namespace evenkeel

#include "gui/panels/link_quantities.h"

#include <QObject>
#include <QStringList>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

QuantityInfo quantity(const QString& symbol, const QString& meaning, ParameterKind kind) {
  QuantityInfo info;
  info.symbol = symbol;
  info.name = QObject::tr("%1 of the link").arg(symbol);
  info.meaning = meaning;
  info.kind = kind;
  return info;
}

QuantityInfo with_range(QuantityInfo info, double minimum, double maximum, double typical) {
  info.minimum = minimum;
  info.maximum = maximum;
  info.typical = typical;
  return info;
}

Parsed<double> parse_form(const QuantityInfo& info, const std::string& text) {
  if (info.percent) return parse_ratio(text);
  if (info.kind == ParameterKind::rate) {
    const auto rate = parse_rate(text);
    return rate ? Parsed<double>{(*rate).bps(), {}} : Parsed<double>{std::nullopt, rate.error};
  }
  const auto time = parse_duration(text);
  return time ? Parsed<double>{to_seconds(*time), {}} : Parsed<double>{std::nullopt, time.error};
}

}  // namespace

QuantityInfo capacity_quantity() {
  const QString meaning = QObject::tr("In both directions; setting it ends a schedule or trace");
  return with_range(quantity(QObject::tr("Capacity"), meaning, ParameterKind::rate), 0.1e6, 100e6, 2.5e6);
}

QuantityInfo delay_quantity() {
  const QString meaning = QObject::tr("One-way propagation delay");
  return with_range(quantity(QObject::tr("Delay"), meaning, ParameterKind::duration), 0, 0.5, 0.2);
}

QuantityInfo buffer_quantity() {
  const QString meaning = QObject::tr("Maximum queue of the link, as time at its capacity; what exceeds it is dropped");
  return with_range(quantity(QObject::tr("Buffer"), meaning, ParameterKind::duration), 0.01, 2, 0.3);
}

QuantityInfo loss_quantity() {
  QuantityInfo info = quantity(QObject::tr("Loss"), QObject::tr("Packets lost at random"), ParameterKind::number);
  info.percent = true;
  return with_range(info, 0, 0.2, 0.1);
}

QuantityInfo jitter_quantity() {
  const QString meaning = QObject::tr("Standard deviation of the delay from packet to packet");
  return with_range(quantity(QObject::tr("Jitter"), meaning, ParameterKind::duration), 0, 0.05, 0.02);
}

Parsed<double> parse_quantity(const QuantityInfo& info, const QString& text) {
  const auto parsed = parse_form(info, text.toStdString());
  if (!parsed || (*parsed >= info.minimum && *parsed <= info.maximum)) return parsed;
  const QString sentence = QObject::tr("%1: '%2' is outside the range, %3.").arg(info.symbol, text, range_text(info));
  return {std::nullopt, sentence.toStdString()};
}

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

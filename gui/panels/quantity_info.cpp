#include "gui/panels/quantity_info.h"

#include <QMap>
#include <QRegularExpression>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

/// A loss in bursts is a quotient of probabilities: in full it would be 40.00000000000001%.
constexpr int percent_digits = 6;

bool has_typed_unit(const QuantityInfo& info) {
  return info.percent || info.kind == ParameterKind::rate || info.kind == ParameterKind::duration ||
         info.kind == ParameterKind::size;
}

/// From a value other than zero, because "0s" does not show the usual unit.
QString unit_near(const QuantityInfo& info, double value) {
  for (const double example : {value, info.typical, info.maximum}) {
    if (example == 0) continue;
    const QString text = text_of(info, example);
    qsizetype begin = text.size();
    while (begin > 0 && !text[begin - 1].isDigit()) --begin;
    return text.mid(begin);
  }
  return {};
}

}  // namespace

QString for_people(const QString& quantity) {
  static const QRegularExpression form(QStringLiteral("^([^A-Za-z%]*[0-9]) ?([A-Za-z]+|%)( per s)?$"));
  const QRegularExpressionMatch found = form.match(quantity);
  if (!found.hasMatch()) return quantity;
  QString unit = found.captured(2);
  if (unit.endsWith(QStringLiteral("bps"))) unit = unit.chopped(2) + QStringLiteral("it/s");
  return found.captured(1) + QChar(' ') + unit + found.captured(3);
}

QString text_of(const QuantityInfo& info, double value) {
  return QString::fromStdString(info.percent ? format_ratio(value, percent_digits)
                                             : format_parameter(info.kind, value));
}

QString shown_text(const QuantityInfo& info, double value) {
  const QString text = text_of(info, value);
  if (has_typed_unit(info)) return for_people(text);
  if (info.unit.isEmpty()) return text;
  return text + " " + (info.unit.startsWith("1/") ? info.unit.mid(1) : info.unit);
}

QString range_text(const QuantityInfo& info) {
  return QObject::tr("%1 to %2")
      .arg(has_typed_unit(info) ? shown_text(info, info.minimum) : text_of(info, info.minimum),
           shown_text(info, info.maximum));
}

QString completed(const QuantityInfo& info, const QString& text, double value) {
  const QString trimmed = text.trimmed();
  const bool bare = !trimmed.isEmpty() && parse_number(trimmed.toStdString());
  return bare && has_typed_unit(info) ? trimmed + unit_near(info, value) : trimmed;
}

QString symbol_markup(const QString& symbol) {
  static const QMap<QString, QString> letters{{"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"},  {"eta", "η"},
                                              {"tau", "τ"},   {"theta", "θ"}, {"lambda", "λ"}, {"mu", "μ"}};
  const qsizetype split = symbol.indexOf('_');
  const QString base = split < 0 ? symbol : symbol.left(split);
  const QString letter = letters.value(base, base).toHtmlEscaped();
  return split < 0 ? letter : letter + "<sub>" + symbol.mid(split + 1).toHtmlEscaped() + "</sub>";
}

}  // namespace evenkeel

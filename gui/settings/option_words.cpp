#include "gui/settings/option_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "gui/settings/settings_rows.h"

namespace evenkeel {
namespace {

struct OptionWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::OptionWords)
};

/// What is chosen elsewhere than in the settings.
QString other_control(const QString& option) {
  if (option == "send-only") return OptionWords::tr("“Only send” on the start page");
  if (option == "receive-only") return OptionWords::tr("“Only receive” on the start page");
  return option == "whip" || option == "whep" ? OptionWords::tr("“%1:”").arg(option) : QString();
}

/// Empty where the window has none.
QString control_of(const QString& option, OptionPlace place) {
  if (const QString other = other_control(option); !other.isEmpty()) return other;
  const std::vector<SettingsRow> rows = settings_rows();
  const QString wanted = option == "out" ? QStringLiteral("recordings") : option;
  const auto row = std::ranges::find(rows, wanted, &SettingsRow::option);
  if (row == rows.end()) return {};
  const QString name = OptionWords::tr("“%1”").arg(row->words);
  return place == OptionPlace::settings ? name : OptionWords::tr("%1 in the settings").arg(name);
}

QString chosen_under(const QString& verb, const QString& control) {
  return (verb.startsWith('G') ? OptionWords::tr("Choose under %1") : OptionWords::tr("choose under %1")).arg(control);
}

template <class InWords>
QString replaced(const QString& sentence, const QRegularExpression& pattern, const InWords& in_words) {
  QString result;
  qsizetype end = 0;
  for (auto matches = pattern.globalMatch(sentence); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    const QString words = in_words(match);
    result += sentence.mid(end, match.capturedStart() - end) + (words.isEmpty() ? match.captured() : words);
    end = match.capturedEnd();
  }
  return result + sentence.mid(end);
}

}  // namespace

QString option_words(QString sentence, OptionPlace place) {
  // Help names the program's commands: "listen serves it" where the window waits.
  static const QRegularExpression served("\\blisten\\sserves");
  if (place == OptionPlace::settings) sentence.replace(served, OptionWords::tr("Evenkeel serves"));
  if (!sentence.contains("--")) return sentence;  // most of the time, and thirty times a second
  static const QRegularExpression other_port("another\\sport\\s\\(--bind\\)");
  static const QRegularExpression recorded("that\\s--out\\swrote");
  static const QRegularExpression with_value("start\\swith\\s--([a-z-]+)\\s([^\\s.;]+)");
  static const QRegularExpression named("(?<![\\w/.-])(?:([Gg]ive)\\s)?--([a-z]+(?:-[a-z]+)*)(?![\\w-])");
  if (place == OptionPlace::window)  // the settings have a row for it
    sentence.replace(other_port, OptionWords::tr("another port (“Port” on the start page)"));
  sentence.replace(recorded, OptionWords::tr("that Record wrote"));
  sentence = replaced(sentence, with_value, [&](const QRegularExpressionMatch& match) {
    const QString control = control_of(match.captured(1), place);
    return control.isEmpty() ? QString() : OptionWords::tr("set %1 to %2").arg(control, match.captured(2));
  });
  return replaced(sentence, named, [&](const QRegularExpressionMatch& match) {
    const QString verb = match.captured(1);
    const bool of_record = !verb.isEmpty() && match.captured(2) == "record";  // where a file cannot be written
    const QString control = control_of(of_record ? QStringLiteral("recordings") : match.captured(2), place);
    return verb.isEmpty() || control.isEmpty() ? control : chosen_under(verb, control);
  });
}

std::string option_words(const std::string& sentence) {
  return option_words(QString::fromStdString(sentence)).toStdString();
}

}  // namespace evenkeel

#pragma once

#include <QCoreApplication>
#include <QTranslator>

namespace evenkeel::test {

/// A text in a language that nobody speaks: as English, with accents, and its letters 40 % more of them. What is no
/// text stays: %1 and %n, the ampersand of a shortcut, markup, and keys behind a tabulator.
inline QString in_pseudo_language(const QString& text) {
  constexpr double more = 0.4;
  const QString plain = QStringLiteral("aeiouyAEIOUY");
  const QString accented = QStringLiteral("áéíóúýÁÉÍÓÚÝ");
  QString out;
  double owed = 0;
  const auto pay = [&](QChar letter) {
    for (; owed >= 1; owed -= 1) out += letter;
  };
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar sign = text[i];
    if (sign == '%' && i + 1 < text.size() && (text[i + 1].isDigit() || text[i + 1] == 'n')) {
      out += text.mid(i++, 2);
    } else if (sign == '<' && text.indexOf('>', i) > 0) {
      const qsizetype end = text.indexOf('>', i);
      out += text.mid(i, end - i + 1);
      i = end;
    } else if (sign == '\t') {
      pay('o');
      return out + text.mid(i);
    } else {
      const qsizetype vowel = plain.indexOf(sign);
      out += vowel < 0 ? sign : accented[vowel];
      if (sign.isLetter()) owed += more;
      if (vowel >= 0) pay(accented[vowel].toLower());
    }
  }
  pay('o');
  return out;
}

/// Has every text in the pseudo-language while it lives; windows that are there before keep what they have.
class PseudoLanguage : public QTranslator {
 public:
  PseudoLanguage() { QCoreApplication::installTranslator(this); }
  ~PseudoLanguage() override { QCoreApplication::removeTranslator(this); }
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* text, const char*, int) const override {
    return in_pseudo_language(QString::fromUtf8(text));
  }
};

}  // namespace evenkeel::test

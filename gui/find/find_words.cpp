#include "gui/find/find_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "gui/panels/quantity_info.h"
#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

struct FindWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::FindWords)
};

QString words_of(double use, double queue_ms) {
  return FindWords::tr("%1 % of the link, queue %2 ms").arg(reading_text(100 * use), reading_text(queue_ms));
}

}  // namespace

QString path_words(const QString& path) {
  static const QRegularExpression quantity(QStringLiteral("\\b[0-9.]+(?:[kMG]?bps|[mu]?s|[kM]?B|%)(?![A-Za-z])"));
  QString words;
  qsizetype end = 0;
  for (auto found = quantity.globalMatch(path); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    words += path.mid(end, match.capturedStart() - end) + for_people(match.captured());
    end = match.capturedEnd();
  }
  return words + path.mid(end);
}

QString measure_words(const TriedSet& set) { return words_of(set.use, set.queue_p95_ms); }

QString progress_words(const FoundSets& sets, bool compares, Baseline baseline) {
  const bool run = baseline == Baseline::run;
  if (sets.empty())
    return run ? FindWords::tr("Trying the run's own parameters") : FindWords::tr("Trying today's parameters");
  const QString both = (run ? FindWords::tr("the run's own %1; best %2") : FindWords::tr("today %1; best %2"))
                           .arg(measure_words(sets.all()[FoundSets::today]), measure_words(sets.all()[*sets.best()]));
  if (!compares) return FindWords::tr("So far: %1").arg(both);
  return (run ? FindWords::tr("Comparing the best with the run's own on other calls: %1")
              : FindWords::tr("Comparing the best with today's on other calls: %1"))
      .arg(both);
}

QString verdict_words(const FoundSets& sets, const SearchVerdict& verdict, Baseline baseline) {
  if (verdict.better) {
    return (baseline == Baseline::run
                ? FindWords::tr("Better: on %1 other calls the best came to %2, the run's own to %3.")
                : FindWords::tr("Better: on %1 other calls the best came to %2, today's to %3."))
        .arg(verdict.calls)
        .arg(words_of(verdict.use_best, verdict.queue_p95_best_ms),
             words_of(verdict.use_today, verdict.queue_p95_today_ms));
  }
  const QString who = baseline == Baseline::run     ? FindWords::tr("The run's own parameters are best for this goal:")
                      : baseline == Baseline::today ? FindWords::tr("Today's are best for this goal:")
                                                    : FindWords::tr("The defaults are best for this goal:");
  const bool none = sets.best() == FoundSets::today;
  return who + QChar(' ') +
         (none ? FindWords::tr("none of %1 other sets was better.").arg(sets.all().size() - 1)
               : FindWords::tr("the best of the search is not better on %1 other calls.").arg(verdict.calls));
}

QString cancelled_words(const FoundSets& sets) {
  if (sets.empty()) return FindWords::tr("Cancelled.");
  return FindWords::tr("Cancelled after %1 sets: the best so far was not compared on other calls.")
      .arg(sets.all().size());
}

}  // namespace evenkeel

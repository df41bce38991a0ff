#include "gui/call/call_quality.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

struct CallQualityWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::CallQuality)
};

enum class Shown { percent, milliseconds, kilobits };

/// From `fair` and from `poor` on the call is no better than that; where `poor` is less than `fair`, below them.
struct Rule {
  std::optional<double> CallConditions::*condition;
  double fair;
  double poor;
  Shown shown;
  const char* reason;  ///< %1 is the value
};

// In the order in which they are named where several are as bad.
constexpr Rule rules[] = {
    {&CallConditions::concealed, 0.01, 0.05, Shown::percent,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "%1 of the sound is missing")},
    {&CallConditions::frozen, 0.02, 0.10, Shown::percent,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "the picture stands still for %1 of the time")},
    {&CallConditions::lost_incoming, 0.02, 0.10, Shown::percent,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "%1 of packets lost on the way to you")},
    {&CallConditions::lost_outgoing, 0.02, 0.10, Shown::percent,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "%1 of packets lost on the way to the other side")},
    {&CallConditions::delay_ms, 250, 400, Shown::milliseconds,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "it takes %1 until you see the other side")},
    {&CallConditions::round_trip_ms, 500, 800, Shown::milliseconds,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "it takes %1 to the other side and back")},
    {&CallConditions::target_bps, 300e3, 100e3, Shown::kilobits,
     QT_TRANSLATE_NOOP("evenkeel::CallQuality", "the connection takes only %1 from you")},
};

QualityLevel level_of(const Rule& rule, double value) {
  const bool falling = rule.poor < rule.fair;
  const auto reached = [&](double limit) { return falling ? value < limit : value >= limit; };
  return reached(rule.poor) ? QualityLevel::poor : reached(rule.fair) ? QualityLevel::fair : QualityLevel::good;
}

QString value_words(Shown shown, double value) {
  if (shown == Shown::percent) return QString::number(value * 100, 'f', 0) + " %";
  if (shown == Shown::milliseconds) return QString::number(value / 10, 'f', 0) + "0 ms";  // More digits would twitch.
  return QString::number(value / 1e4, 'f', 0) + "0 kbit/s";
}

constexpr double fair_fps = 20;  ///< below it moving people are seen to jerk
constexpr double poor_fps = 10;
constexpr double most_shown = 0.9;  ///< of what comes: below it pictures are left out here
constexpr double busy_codec = 0.7;  ///< of the time: above it pictures are left out before it
constexpr double some_missing = 2;  ///< a second: what is skipped, lost or left out

constexpr double enough = 0.8;  ///< of the rate that a slow source has
constexpr double far_too_few = 0.4;

/// `chosen`: the rate of the source, 0 where it is not known.
QualityLevel level_of_fps(double fps, double chosen = 0) {
  const auto limit = [&](double usual, double share) { return chosen > 0 ? std::min(usual, share * chosen) : usual; };
  if (fps < limit(poor_fps, far_too_few)) return QualityLevel::poor;
  return fps < limit(fair_fps, enough) ? QualityLevel::fair : QualityLevel::good;
}

QString whole(double fps) { return QString::number(fps, 'f', 0); }

/// Lost pictures, and those that refer to them, are taken out of what came. Where they are many those that wait for a
/// mended one come together, and are overtaken by that.
bool is_too_busy(const CallConditions& conditions, double left_out) {
  const double lost = conditions.lost_fps.value_or(0);
  if (left_out - lost < some_missing) return false;
  return conditions.decoding > busy_codec || conditions.overtaken_fps >= std::max(some_missing, lost);
}

/// Why fewer pictures are shown than the other side sent; empty where it sent no more.
QString missing_words(const CallConditions& conditions) {
  const double shown = *conditions.shown_fps;
  const double received = conditions.received_fps.value_or(shown);
  const double left_out = received - shown;
  const bool is_less = shown < most_shown * received && left_out >= some_missing;
  if (is_less && is_too_busy(conditions, left_out))
    return CallQualityWords::tr("only %1 of %2 pictures a second are shown: this computer is too busy")
        .arg(whole(shown), whole(received));
  if (conditions.lost_fps >= some_missing)
    return CallQualityWords::tr("only %1 pictures a second are shown: others are lost on the way").arg(whole(shown));
  if (!is_less) return {};
  return CallQualityWords::tr("only %1 of %2 pictures a second are shown").arg(whole(shown), whole(received));
}

QString received_words(double shown) {
  if (shown < 0.5) return CallQualityWords::tr("no pictures come from the other side");
  return CallQualityWords::tr("only %1 pictures a second come from the other side").arg(whole(shown));
}

QString sent_words(const CallConditions& conditions) {
  const QString sent = whole(*conditions.sent_fps);
  if (conditions.encoding > busy_codec)
    return CallQualityWords::tr("only %1 pictures a second go to the other side: this computer is too busy").arg(sent);
  if (conditions.skipped_fps > some_missing)
    return CallQualityWords::tr("only %1 pictures a second go to the other side: the connection is too slow for more")
        .arg(sent);
  return CallQualityWords::tr("only %1 pictures a second go to the other side").arg(sent);
}

void worsen(Quality& quality, QualityLevel level, const QString& reason) {
  if (level > quality.level) quality = {level, reason};
}

/// The rate of the other side's source is not known: few pictures may be all that it means to send, as of a desktop.
/// They are no more than fair, and only where it lately sent as many as a camera does.
void judge_shown(const CallConditions& conditions, const QualityContext& context, Quality& quality) {
  const double shown = *conditions.shown_fps;
  const QualityLevel level = level_of_fps(shown);
  const QString missing = missing_words(conditions);
  if (level == QualityLevel::good) return worsen(quality, level, {});
  if (!missing.isEmpty()) return worsen(quality, level, missing);
  const bool fewer = conditions.expected_fps >= fair_fps && !context.remote_screen;
  worsen(quality, fewer ? QualityLevel::fair : QualityLevel::good, fewer ? received_words(shown) : QString());
}

/// Where this computer is too busy that is said first: its user can do something about it.
void judge_pictures(const CallConditions& conditions, const QualityContext& context, Quality& quality) {
  const auto say_sent = [&] {
    if (!conditions.sent_fps || context.own_irregular) return;
    const QualityLevel level = level_of_fps(*conditions.sent_fps, context.own_fps);
    worsen(quality, level, level == QualityLevel::good ? QString() : sent_words(conditions));
  };
  if (conditions.encoding > busy_codec) say_sent();
  if (conditions.shown_fps && !context.remote_still) judge_shown(conditions, context, quality);
  say_sent();
}

}  // namespace

Quality judge(const CallConditions& conditions, const QualityContext& context) {
  if (!context.in_call) return {};
  Quality quality;
  for (const Rule& rule : rules) {
    const auto& value = conditions.*rule.condition;
    const bool unseen = (context.remote_still || context.remote_screen) && rule.condition == &CallConditions::frozen;
    const bool unsent = (context.remote_silent && rule.condition == &CallConditions::concealed) ||
                        (context.own_muted && rule.condition == &CallConditions::target_bps);
    if (!value || unseen || unsent) continue;
    const QualityLevel level = level_of(rule, *value);
    worsen(quality, level,
           level == QualityLevel::good ? QString()
                                       : CallQualityWords::tr(rule.reason).arg(value_words(rule.shown, *value)));
  }
  judge_pictures(conditions, context, quality);
  if (quality.level == QualityLevel::unknown) return quality;
  if (context.video_paused)
    worsen(quality, QualityLevel::poor, CallQualityWords::tr("the connection is too slow for your picture"));
  if (context.remote_dark) worsen(quality, QualityLevel::fair, CallQualityWords::tr("the other side's camera is dark"));
  if (context.own_dark) worsen(quality, QualityLevel::fair, CallQualityWords::tr("your camera is dark"));
  return quality;
}

QString quality_words(const Quality& quality) {
  switch (quality.level) {
    case QualityLevel::unknown:
      return {};
    case QualityLevel::good:
      return CallQualityWords::tr("Good");
    case QualityLevel::fair:
      return CallQualityWords::tr("Fair: %1").arg(quality.reason);
    case QualityLevel::poor:
      break;
  }
  return CallQualityWords::tr("Poor: %1").arg(quality.reason);
}

const Quality& QualityWatch::look(Duration now, const Quality& quality) {
  if (last_ && now < *last_) *this = {};
  const Duration step = now - std::exchange(last_, now).value_or(now);
  if (quality.level != QualityLevel::unknown) {
    known_ += step;
    if (quality.level == QualityLevel::good) good_ += step;
    if (quality.level == QualityLevel::poor) poor_ += step;
  }
  const bool better = quality.level != QualityLevel::unknown && quality.level < shown_.level;
  if (!better) worse_until_ = now;
  const bool same = quality.level == shown_.level;
  if (now - (same ? said_ : worse_until_) < (better ? hold : same ? reason_kept : Duration::zero())) return shown_;
  shown_ = quality;
  said_ = now;
  return shown_;
}

QString QualityWatch::summary() const {
  if (known_ <= Duration::zero()) return {};
  const auto percent = [this](Duration part) {
    return QString::number(100.0 * to_seconds(part) / to_seconds(known_), 'f', 0) + " %";
  };
  if (poor_ <= Duration::zero()) return CallQualityWords::tr("It was good for %1 of the time.").arg(percent(good_));
  return CallQualityWords::tr("It was good for %1 of the time, poor for %2.").arg(percent(good_), percent(poor_));
}

}  // namespace evenkeel

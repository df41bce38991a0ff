#include "gui/panels/theory_panel.h"

#include <QObject>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/quantity.h"
#include "core/parameters/prediction.h"
#include "gui/panels/quantity_info.h"
#include "gui/theme/time_text.h"

namespace evenkeel {
namespace {

using Row = ReadingTable::Row;
using Style = ReadingTable::Style;
using Format = std::function<QString(double)>;

constexpr std::size_t max_steps = 4;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
/// In the spelling of the window. The table breaks texts between words: a number stays with its unit.
QString quantity_text(const std::string& quantity) {
  static const QRegularExpression before_unit(QStringLiteral("(?<=[0-9]) (?=[A-Za-z%])"));
  return for_people(text(quantity)).replace(before_unit, QChar(0xa0));
}
QString duration_text(Duration time) { return quantity_text(format_duration(time, 3)); }
QString rate_text(double bps) { return quantity_text(format_rate(bits_per_second(bps), 3)); }
QString delay_text(double ms) { return quantity_text(format_duration(from_seconds(ms / 1e3), 3)); }
QString none() { return QStringLiteral("–"); }

/// Whether the curve really changed. Relative to no change an overshoot would be large and meaningless.
bool moved(const StepResponse& response) {
  const double size = std::max(std::abs(response.initial), std::abs(response.final));
  return std::abs(response.final - response.initial) > 0.02 * size;
}

QString settling_text(const StepResponse& response) {
  if (!moved(response)) return none();
  return response.settling_time ? duration_text(*response.settling_time) : QObject::tr("not yet");
}

QString error_text(const StepResponse& response, const Format& format) {
  if (!response.steady_state_error) return none();
  return (*response.steady_state_error > 0 ? "+" : "") + format(*response.steady_state_error);
}

QString rise_text(const StepResponse& response) {
  return moved(response) && response.rise_time ? duration_text(*response.rise_time) : none();
}

QString overshoot_text(const StepResponse& response, const Format& format) {
  if (!moved(response)) return none();
  // For a small change, as of a delay that returns, the share says little, so the peak is shown.
  if (response.overshoot > 1) return QObject::tr("peak %1").arg(format(response.peak));
  return quantity_text(format_ratio(std::round(response.overshoot * 1000) / 1000, 3));
}

/// Final value, rise, overshoot, settling and error.
std::array<QString, 5> figures(const std::optional<StepResponse>& response, const Format& format) {
  if (!response) return {none(), none(), none(), none(), none()};
  return {format(response->final), rise_text(*response), overshoot_text(*response, format), settling_text(*response),
          error_text(*response, format)};
}

void add_step(std::vector<Row>& rows, const StepReport& step) {
  const std::array<std::array<QString, 2>, 5> names{{
      {QObject::tr("final value"), QObject::tr("Mean over the last fifth of what was observed, at most 10 s")},
      {QObject::tr("rise"), QObject::tr("From 10 % to 90 % of the step")},
      {QObject::tr("overshoot"), QObject::tr("Beyond the final value, as a share of the step")},
      {QObject::tr("settling"), QObject::tr("From the step until the curve stays within 5 % of the step")},
      {QObject::tr("error"), QObject::tr("Final value minus the link's capacity, or minus the predicted delay")},
  }};
  rows.push_back({Style::title, {text(step.what), {}, {}}, {}});
  const QString when =
      QObject::tr("at %1, observed for %2").arg(time_text(to_seconds(step.at), 1), duration_text(step.observed));
  rows.push_back({Style::note, {when, {}, {}}, {}});
  rows.push_back({Style::heads, {QString(), QObject::tr("sent rate"), QObject::tr("delay")}, {}});
  const auto rate = figures(step.rate, rate_text);
  const auto delay = figures(step.delay, delay_text);
  for (std::size_t i = 0; i < names.size(); ++i)
    rows.push_back({Style::figures, {names[i][0], rate[i], delay[i]}, names[i][1]});
}

/// A title and a row for each prediction; an alarming one is followed by a row that says why.
std::vector<Row> prediction_rows(const QString& title, const std::vector<Prediction>& predictions) {
  std::vector<Row> rows{{Style::title, {title, {}, {}}, {}}};
  if (predictions.empty()) rows.push_back({Style::note, {QObject::tr("No closed form is known."), {}, {}}, {}});
  for (const Prediction& p : predictions) {
    const QString meaning = text(p.meaning);
    const std::array<QString, 3> texts{text(p.name), quantity_text(p.value), text(p.source)};
    rows.push_back({p.alarming ? Style::alarming_reading : Style::reading, texts, meaning});
    const QString words = p.alarming ? QObject::tr("Warning: %1").arg(meaning) : QString();
    rows.push_back({p.alarming ? Style::warning : Style::hidden, {words, {}, {}}, meaning});
  }
  return rows;
}

/// What the controller does, in words; a hidden row if unknown. Not omitted, because a new row would shift those below
/// while they are read.
Row mode_row(std::optional<ControllerMode> mode) {
  if (!mode) return {Style::hidden, {}, {}};
  const QString words = QObject::tr("Now: %1.").arg(text(std::string(in_words(*mode))));
  return {Style::note, {words, {}, {}}, QObject::tr("What the controller is doing")};
}

/// What sets the rate, if the controller does not; otherwise a hidden row.
Row bound_row(RateBound bound) {
  QString words;
  if (bound == RateBound::source)
    words = QObject::tr("The source limits the rate: it sends less than the controller allows, and no queue settles.");
  if (bound == RateBound::maximum)
    words = QObject::tr("The maximum limits the rate: the controller would send more, and no queue settles.");
  const QString line = QObject::tr("The line in the delay plot is still the equilibrium of the controller's law.");
  return {words.isEmpty() ? Style::hidden : Style::note, {words, {}, {}}, line};
}

/// Whence the path is; %1: its values.
QString origin_of(TheoryPanel::Path from) {
  switch (from) {
    case TheoryPanel::Path::measured:
      return QObject::tr("Computed for the measured path: %1.");
    case TheoryPanel::Path::planned:
      return QObject::tr("Without a call, computed for the emulated link: %1.");
    case TheoryPanel::Path::switched_off:
      break;
  }
  return QObject::tr("Without a call, as it would be with the link of the Link tab, which is off: %1.");
}

/// What was measured before says nothing of how the path is now.
QString unmeasured_words(const PathConditions& path) {
  return path.min_round_trip_time ? QObject::tr("Nothing is sent at the moment, so that nothing tells how the path is.")
                                  : QObject::tr("The path has not been measured yet.");
}

bool is_measured(const PathConditions& path) {
  return path.rate || path.propagation_delay || path.backward_delay || path.round_trip_time;
}

/// The path in words.
Row path_row(const PathConditions& path, TheoryPanel::Path from) {
  QStringList parts;
  if (path.rate) parts << QObject::tr("rate %1").arg(rate_text(path.rate->bps()));
  if (path.propagation_delay) parts << QObject::tr("%1 forward").arg(duration_text(*path.propagation_delay));
  if (path.backward_delay) parts << QObject::tr("%1 back").arg(duration_text(*path.backward_delay));
  if (path.round_trip_time) parts << QObject::tr("round trip %1").arg(duration_text(*path.round_trip_time));
  if (path.min_round_trip_time) parts << QObject::tr("at least %1").arg(duration_text(*path.min_round_trip_time));
  const QString words = is_measured(path) ? origin_of(from).arg(parts.join(", ")) : unmeasured_words(path);
  return {Style::note, {words, {}, {}}, QObject::tr("The path for which the numbers above are computed")};
}

/// The last four steps (the newest last) with the figures of rate and delay, the newest first.
std::vector<Row> step_rows(const std::vector<StepReport>& steps) {
  std::vector<Row> rows{{Style::title, {QObject::tr("Step responses"), {}, {}}, {}}};
  if (steps.empty())
    rows.push_back({Style::note,
                    {QObject::tr("Change a parameter or the link's capacity to measure a step response."), {}, {}},
                    {}});
  const std::size_t count = std::min(steps.size(), max_steps);
  for (std::size_t i = 0; i < count; ++i) add_step(rows, steps[steps.size() - 1 - i]);
  return rows;
}

void append(std::vector<ReadingTable::Row>& all, const std::vector<ReadingTable::Row>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace

TheoryPanel::TheoryPanel(QWidget* parent)
    : QWidget(parent), table_(new ReadingTable), mode_(mode_row(std::nullopt)), bound_(bound_row(RateBound::none)) {
  table_->setAccessibleName(tr("What theory says, and what was measured after each step"));
  table_->setAccessibleDescription(tr("Rows are selected with the arrow keys and copied with Ctrl+C."));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(table_);
  set_theory({});
  set_path({});
  set_steps({});
}

void TheoryPanel::set_theory(const AlgorithmCatalog::Theory& theory) {
  theory_ = prediction_rows(tr("Controller"), theory.controller);
  append(theory_, prediction_rows(tr("Send loop"), theory.send_loop));
  show_all();
}

void TheoryPanel::set_mode(std::optional<ControllerMode> mode) {
  mode_ = mode_row(mode);
  show_all();
}

void TheoryPanel::set_steps(const std::vector<StepReport>& steps) {
  steps_ = step_rows(steps);
  show_all();
}

void TheoryPanel::set_path(const PathConditions& path, Path from) {
  path_ = {path_row(path, from)};
  bound_ = bound_row(path.bound);
  show_all();
}

void TheoryPanel::show_all() {
  std::vector<ReadingTable::Row> all = theory_;
  all.insert(all.begin() + 1, {mode_, bound_});  // below the first title
  append(all, path_);
  append(all, steps_);
  table_->show_rows(std::move(all));
}

}  // namespace evenkeel

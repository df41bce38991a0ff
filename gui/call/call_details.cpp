#include "gui/call/call_details.h"

#include <QRegularExpression>
#include <QResizeEvent>
#include <algorithm>
#include <utility>

#include "gui/call/loss_words.h"

namespace evenkeel {
namespace {

constexpr int side_margin = 6;
constexpr int lines = 4;

/// The number that people compare stays in one piece.
QString with_whole_number(QString text) {
  static const QRegularExpression number("(\\d{4}) (?=\\d{4})");
  return text.replace(number, QStringLiteral("\\1\u00a0"));
}

}  // namespace

CallDetails::CallDetails(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setContentsMargins(side_margin, 2, side_margin, 2);
  forget_height();
  setWordWrap(true);
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // What is long must not widen the plots.
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void CallDetails::show_call(const CallStatus& status, std::optional<ControllerMode> mode, const LossOutcome& outgoing,
                            const LossOutcome& incoming, const QString& drawn_by) {
  if (std::exchange(run_, status.run) != status.run) forget_height();
  of_call_ = {mode_words(status, mode)};
  if (status.phase == CallStatus::Phase::in_call)
    of_call_ << loss_words(incoming, outgoing) << tr("Picture drawn by: %1").arg(drawn_by);
  show_all();
}

void CallDetails::show_event(const QString& text) {
  event_ = text;
  show_all();
}

void CallDetails::end_call() {
  of_call_.clear();
  show_event({});
}

void CallDetails::resizeEvent(QResizeEvent* event) {
  if (event->oldSize().width() != width()) forget_height();
  QLabel::resizeEvent(event);
}

void CallDetails::forget_height() { setMinimumHeight(lines * fontMetrics().lineSpacing() + 2 * 2); }

void CallDetails::show_all() {
  QStringList parts = of_call_ + QStringList{event_};
  parts.removeAll(QString());
  const QString all = with_whole_number(parts.join('\n'));
  if (all == text()) return;
  setText(all);
  setMinimumHeight(std::max(minimumHeight(), heightForWidth(width())));
  setToolTip(all);
  setAccessibleName(parts.join(". "));
}

}  // namespace evenkeel

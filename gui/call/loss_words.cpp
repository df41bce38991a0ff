#include "gui/call/loss_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace evenkeel {
namespace {

struct LossWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::LossWords)
};

QString packets(int count, const QString& fate) {
  return count == 1 ? LossWords::tr("1 packet %1").arg(fate) : LossWords::tr("%1 packets %2").arg(count).arg(fate);
}

/// The number of those that share a fate, beside that of the lost ones: "2 repaired", "all repaired", "repaired". Never
/// more than were lost: a packet may also be repaired and come late, or be sent again twice.
QString part(int count, int lost, const QString& fate) {
  if (count < lost || lost == 0) return QString("%1 %2").arg(count).arg(fate);
  return lost == 1 ? fate : LossWords::tr("all %1").arg(fate);
}

int came_by(const LossOutcome& loss) { return loss.repaired.value_or(0) + loss.sent_again.value_or(0); }

/// Some packets were both repaired and sent again: which of the two mended them is unknown.
bool is_mended_twice(const LossOutcome& loss) {
  return loss.lost.value_or(0) > 0 && loss.repaired.value_or(0) > 0 && loss.sent_again.value_or(0) > 0 &&
         came_by(loss) > *loss.lost;
}

/// The frame that the decoder could go on from. A key frame may have another reason, if every packet came after all.
QString mending_words(const LossOutcome& loss) {
  const int jumps = loss.jumps.value_or(0);
  if (jumps > 0) return jumps == 1 ? LossWords::tr("mended by a jump") : LossWords::tr("mended by %1 jumps").arg(jumps);
  const bool all_came = came_by(loss) >= loss.lost.value_or(0);
  return loss.key_frames.value_or(0) > 0 && !all_came ? LossWords::tr("mended by a key frame") : QString();
}

QStringList fates(const LossOutcome& loss) {
  const int lost = loss.lost.value_or(0);
  QStringList parts;
  const auto add = [&](std::optional<int> count, const QString& fate) {
    if (count.value_or(0) > 0) parts += parts.isEmpty() ? packets(*count, fate) : part(*count, lost, fate);
  };
  add(loss.lost, LossWords::tr("lost"));
  if (is_mended_twice(loss)) {
    if (loss.jumps.value_or(0) == 0) parts += lost == 1 ? LossWords::tr("mended") : LossWords::tr("all mended");
    return parts;
  }
  add(loss.repaired, LossWords::tr("repaired"));
  add(loss.sent_again, LossWords::tr("sent again"));
  if (!loss.sent_again) add(loss.asked_for, LossWords::tr("asked for again"));
  return parts;
}

QString outcome_words(const LossOutcome& loss) {
  QStringList parts = fates(loss);
  if (!parts.isEmpty()) parts += mending_words(loss);
  parts.removeAll(QString());
  return parts.join(", ");
}

}  // namespace

QString loss_words(const LossOutcome& incoming, const LossOutcome& outgoing) {
  const QString in = outcome_words(incoming);
  const QString out = outcome_words(outgoing);
  QStringList parts;
  if (!in.isEmpty()) parts += LossWords::tr("Incoming: %1").arg(in);
  if (!out.isEmpty()) parts += (in.isEmpty() ? LossWords::tr("Outgoing: %1") : LossWords::tr("outgoing: %1")).arg(out);
  return parts.join(" · ");
}

}  // namespace evenkeel

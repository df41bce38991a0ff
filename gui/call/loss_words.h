#pragma once

#include <QString>

#include "gui/store/last_loss.h"

namespace evenkeel {

/// What became of the last losses of the two flows: "Incoming: 3 packets lost, 2 repaired, 1 sent again · outgoing:
/// 1 packet lost, mended by a jump". Never says that more were mended than lost. Empty if there was none lately.
QString loss_words(const LossOutcome& incoming, const LossOutcome& outgoing);

}  // namespace evenkeel

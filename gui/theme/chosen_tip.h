#pragma once

#include <QComboBox>

namespace evenkeel {

/// What is chosen, which may be longer than a list is wide, and below it what the list is for.
inline void set_chosen_tip(QComboBox& list, const QString& purpose) {
  list.setToolTip(list.currentText() + '\n' + purpose);
}

}  // namespace evenkeel

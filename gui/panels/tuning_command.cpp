#include "gui/panels/tuning_command.h"

namespace evenkeel {

bool TuningCommand::mergeWith(const QUndoCommand* other) {
  const auto* next = dynamic_cast<const TuningCommand*>(other);
  if (next == nullptr || next->drag_ != drag_ || next->key_ != key_) return false;
  after_ = next->after_;
  setText(next->text());
  // A drag that ended where it began is nothing to undo.
  setObsolete(after_ == before_);
  return true;
}

}  // namespace evenkeel

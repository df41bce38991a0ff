#pragma once

#include <QUndoCommand>

#include "gui/panels/tuning_model.h"

namespace evenkeel {

/// From one state to another. States are small, so that every kind of change is kept whole.
class TuningCommand : public QUndoCommand {
 public:
  TuningCommand(TuningModel& model, TuningState after, const QString& text, QString key, int drag)
      : QUndoCommand(text),
        model_(model),
        before_(model.state()),
        after_(std::move(after)),
        key_(std::move(key)),
        drag_(drag) {}

  void undo() override { model_.apply(before_); }
  void redo() override { model_.apply(after_); }
  int id() const override { return drag_ == 0 ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  TuningModel& model_;
  TuningState before_;
  TuningState after_;
  QString key_;
  int drag_;
};

}  // namespace evenkeel

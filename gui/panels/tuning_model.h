#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

/// What is tuned, with undo and redo. Every change goes through the undo stack and is told by the signals; texts are
/// kept in the form of format_parameter(), so that "0.1s" becomes "100ms". Knows no widgets.
class TuningModel : public QObject {
  Q_OBJECT

 public:
  /// The catalog must outlive the model. What `initial` says wrongly is left out.
  TuningModel(const AlgorithmCatalog& catalog, TuningState initial);

  const TuningState& state() const { return state_; }
  QUndoStack& undo_stack() { return undo_stack_; }

  /// Null where there is no such key. Its value and text are the paper's.
  const ParameterValue* parameter(const QString& key) const;
  QString text_of(const QString& key) const;
  QString default_text_of(const QString& key) const;
  /// In base units.
  double value_of(const QString& key) const;
  bool is_default(const QString& key) const;

  /// Unknown names change nothing.
  void choose_controller(const QString& name);
  void choose_send_loop(const QString& name);
  /// Returns an error sentence, or an empty one. Changes of one key with the same `drag`, unless it is 0, that follow
  /// each other are one step to undo.
  QString set(const QString& key, const QString& text, int drag = 0);
  void reset(const QString& key);
  /// The paper's values for the two algorithms that run.
  void reset_all();
  bool is_all_default() const;
  /// A state that was loaded; one step to undo. Where anything in it is wrong, nothing changes and a sentence says so.
  QString replace(const TuningState& loaded);

 Q_SIGNALS:
  /// Of any algorithm, running or not. Parameters come before the names in a change of both.
  void parameter_changed(const QString& key, const QString& text);
  void controller_changed(const QString& name);
  void send_loop_changed(const QString& name);
  void changed();

 private:
  friend class TuningCommand;
  /// Without the values that are the paper's, and every text in its usual form; `error` becomes the first sentence.
  TuningState normalized(const TuningState& state, QString& error) const;
  bool knows(const TuningState& state, QString& error) const;
  void push(const TuningState& after, const QString& what, const QString& key = {}, int drag = 0);
  void apply(const TuningState& state);
  void tell_parameters(const TuningState& before);

  const AlgorithmCatalog& catalog_;
  TuningState state_;
  QUndoStack undo_stack_;
};

}  // namespace evenkeel

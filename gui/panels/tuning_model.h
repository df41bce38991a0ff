#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

/// The tuning, with undo and redo. Every change goes through the undo stack and emits signals; texts are normalized by
/// format_parameter(): "0.1s" becomes "100ms". Independent of widgets.
class TuningModel : public QObject {
  Q_OBJECT

 public:
  /// The catalog must outlive the model. Invalid entries of `initial` are ignored.
  TuningModel(const AlgorithmCatalog& catalog, TuningState initial);

  const TuningState& state() const { return state_; }
  QUndoStack& undo_stack() { return undo_stack_; }

  /// Null if there is no such key. Value and text are the default.
  const ParameterValue* parameter(const QString& key) const;
  QString text_of(const QString& key) const;
  QString default_text_of(const QString& key) const;
  /// In base units.
  double value_of(const QString& key) const;
  bool is_default(const QString& key) const;

  /// Unknown names change nothing.
  void choose_controller(const QString& name);
  void choose_send_loop(const QString& name);
  /// Returns an empty string, or an error sentence. Consecutive changes of one key with the same `drag` other than 0
  /// are one undo step.
  QString set(const QString& key, const QString& text, int drag = 0);
  void reset(const QString& key);
  /// Resets the two chosen algorithms and loss recovery to their defaults.
  void reset_all();
  bool is_all_default() const;
  /// Replaces the state in one undo step, `what` in words. If anything in it is invalid, changes nothing and returns an
  /// error sentence.
  QString replace(const TuningState& loaded, const QString& what = tr("load a configuration"));

 Q_SIGNALS:
  /// Of any algorithm, chosen or not. If parameters and names change together, parameters come first.
  void parameter_changed(const QString& key, const QString& text);
  void controller_changed(const QString& name);
  void send_loop_changed(const QString& name);
  void changed();

 private:
  friend class TuningCommand;
  /// Without default values, and with every text normalized; `error` gets the first error sentence.
  TuningState normalized(const TuningState& state, QString& error) const;
  bool is_in_use(const std::string& key) const;
  bool knows(const TuningState& state, QString& error) const;
  void push(const TuningState& after, const QString& what, const QString& key = {}, int drag = 0);
  void apply(const TuningState& state);
  void emit_parameter_changes(const TuningState& before);

  const AlgorithmCatalog& catalog_;
  TuningState state_;
  QUndoStack undo_stack_;
};

}  // namespace evenkeel

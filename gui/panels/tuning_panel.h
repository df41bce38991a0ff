#pragma once

#include <QWidget>

#include "gui/panels/tuning_model.h"

class QLabel;
class QScrollArea;
class QToolButton;

namespace evenkeel {

class AlgorithmGroup;
class PresetChoice;
class ShadowChoice;

/// Controller, send loop, loss recovery and all their parameters, generated from the catalog; changes go to the model.
class TuningPanel : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive the panel.
  TuningPanel(const AlgorithmCatalog& catalog, TuningModel& model, QWidget* parent = nullptr);

  ShadowChoice& shadows() { return *shadows_; }

 Q_SIGNALS:
  void save_requested();
  void load_requested();
  void find_requested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build(const AlgorithmCatalog& catalog);
  QWidget* make_buttons();
  void connect_model();
  void show_undo();
  void order_tabs();

  TuningModel& model_;
  PresetChoice* preset_ = nullptr;
  ShadowChoice* shadows_ = nullptr;
  AlgorithmGroup* controller_ = nullptr;
  AlgorithmGroup* send_loop_ = nullptr;
  AlgorithmGroup* recovery_ = nullptr;
  QLabel* hint_ = nullptr;
  QToolButton* undo_ = nullptr;
  QToolButton* redo_ = nullptr;
  QToolButton* reset_ = nullptr;
  QToolButton* save_ = nullptr;
  QToolButton* load_ = nullptr;
  QToolButton* find_ = nullptr;
};

}  // namespace evenkeel

#include "gui/panels/tuning_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/panels/algorithm_group.h"
#include "gui/panels/panel_widgets.h"
#include "gui/panels/preset_choice.h"
#include "gui/panels/shadow_choice.h"
#include "gui/theme/flow_layout.h"
#include "gui/theme/theme.h"

namespace evenkeel {

TuningPanel::TuningPanel(const AlgorithmCatalog& catalog, TuningModel& model, QWidget* parent)
    : QWidget(parent), model_(model) {
  build(catalog);
  for (AlgorithmGroup* group : {controller_, send_loop_, recovery_}) {
    connect(group, &AlgorithmGroup::explained, hint_, &QLabel::setText);
    connect(group, &AlgorithmGroup::rows_changed, this, &TuningPanel::order_tabs);
    connect(&model_, &TuningModel::parameter_changed, group, &AlgorithmGroup::show_parameter);
  }
  connect_model();
  controller_->show_algorithm(QString::fromStdString(model_.state().controller));
  send_loop_->show_algorithm(QString::fromStdString(model_.state().send_loop));
  recovery_->show_algorithm(QString::fromStdString(catalog.recovery().name));
  show_undo();
}

void TuningPanel::build(const AlgorithmCatalog& catalog) {
  preset_ = new PresetChoice(catalog, model_.state(), PresetChoice::Meaning::in_tool_tip);
  controller_ = new AlgorithmGroup(tr("Controller"), catalog.controllers(), model_);
  send_loop_ = new AlgorithmGroup(tr("Send loop"), catalog.send_loops(), model_);
  recovery_ = new AlgorithmGroup(tr("Loss recovery"), {&catalog.recovery(), 1}, model_);
  find_ =
      text_button(tr("Find parameters…"), tr("Search for parameters of this controller, for the path of this call"));
  find_->setAccessibleName(tr("Find parameters…"));
  find_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(find_, &QToolButton::clicked, this, &TuningPanel::find_requested);
  auto* content = new QWidget;
  auto* groups = new QVBoxLayout(content);
  groups->setContentsMargins(0, 0, 6, 0);
  groups->setSpacing(6);
  auto* preset = new QHBoxLayout;
  preset->addWidget(title_label(tr("Preset")));
  preset->addWidget(preset_, 1);
  groups->addLayout(preset);
  groups->addWidget(find_);  // in sight without scrolling, before the parameters that it finds
  shadows_ = new ShadowChoice(catalog.controllers());
  auto* beside = new QHBoxLayout;
  beside->addWidget(title_label(tr("Beside it")));
  beside->addWidget(shadows_, 1);
  groups->addWidget(controller_);
  groups->addLayout(beside);
  groups->addWidget(send_loop_);
  groups->addWidget(recovery_);
  groups->addStretch();
  auto* scroll = make_scroll_area(content);

  hint_ = small_label(tr("Point at a parameter, or tab to it, to read what it does."));
  // As high as the longest explanation, so that nothing moves while the pointer does.
  hint_->setFixedHeight(hint_->fontMetrics().lineSpacing() * 3 + 2);
  hint_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  set_text_color(hint_, theme_of(palette()).faint_text);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->setSpacing(4);
  layout->addWidget(scroll, 1);
  layout->addWidget(hint_);
  layout->addWidget(make_buttons());
}

QWidget* TuningPanel::make_buttons() {
  undo_ = text_button(tr("Undo"), {});
  redo_ = text_button(tr("Redo"), {});
  reset_ = text_button(tr("Reset"), tr("Reset both algorithms and loss recovery to their defaults"));
  reset_->setAccessibleName(tr("Reset to the defaults"));
  save_ = text_button(tr("Save…"), tr("Save as a configuration file, which Load… and the command line take"));
  load_ = text_button(tr("Load…"), tr("Load a configuration file"));
  connect(undo_, &QToolButton::clicked, &model_.undo_stack(), &QUndoStack::undo);
  connect(redo_, &QToolButton::clicked, &model_.undo_stack(), &QUndoStack::redo);
  connect(reset_, &QToolButton::clicked, &model_, &TuningModel::reset_all);
  connect(save_, &QToolButton::clicked, this, &TuningPanel::save_requested);
  connect(load_, &QToolButton::clicked, this, &TuningPanel::load_requested);

  auto* box = new QWidget;
  auto* layout = new FlowLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(3);
  for (QToolButton* button : {undo_, redo_, reset_, save_, load_}) layout->addWidget(button);
  return box;
}

void TuningPanel::connect_model() {
  connect(controller_, &AlgorithmGroup::chosen, &model_, &TuningModel::choose_controller);
  connect(send_loop_, &AlgorithmGroup::chosen, &model_, &TuningModel::choose_send_loop);
  connect(&model_, &TuningModel::controller_changed, controller_, &AlgorithmGroup::show_algorithm);
  connect(&model_, &TuningModel::send_loop_changed, send_loop_, &AlgorithmGroup::show_algorithm);
  connect(preset_, &PresetChoice::chosen, this, [this] {
    preset_->apply_to(model_);
    preset_->show_state(model_.state());
  });
  connect(&model_, &TuningModel::changed, this, [this] { preset_->show_state(model_.state()); });
  connect(&model_, &TuningModel::changed, this, &TuningPanel::show_undo);
  connect(&model_.undo_stack(), &QUndoStack::indexChanged, this, &TuningPanel::show_undo);
  connect(&model_.undo_stack(), &QUndoStack::undoTextChanged, this, &TuningPanel::show_undo);
}

void TuningPanel::show_undo() {
  const QUndoStack& stack = model_.undo_stack();
  undo_->setEnabled(stack.canUndo());
  redo_->setEnabled(stack.canRedo());
  reset_->setEnabled(!model_.is_all_default());
  undo_->setToolTip(stack.canUndo() ? tr("Undo: %1").arg(stack.undoText()) : tr("Nothing to undo"));
  redo_->setToolTip(stack.canRedo() ? tr("Redo: %1").arg(stack.redoText()) : tr("Nothing to redo"));
}

void TuningPanel::order_tabs() {
  setTabOrder(preset_, find_);
  setTabOrder(controller_->follow_in_tab_order(find_), shadows_);
  QWidget* last = shadows_;
  for (AlgorithmGroup* group : {send_loop_, recovery_}) last = group->follow_in_tab_order(last);
  for (QWidget* button : std::initializer_list<QWidget*>{undo_, redo_, reset_, save_, load_}) {
    setTabOrder(last, button);
    last = button;
  }
}

void TuningPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) set_text_color(hint_, theme_of(palette()).faint_text);
  QWidget::changeEvent(event);
}

}  // namespace evenkeel

#pragma once

#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include "gui/plots/plot_stack.h"
#include "gui/window/dialogs.h"

namespace evenkeel {

/// The plots with a row of controls above: flow, time span, pause, visible plots, export.
class PlotPane : public QWidget {
  Q_OBJECT

 public:
  /// `dialogs` must outlive the pane.
  explicit PlotPane(const Dialogs& dialogs, QWidget* parent = nullptr);

  PlotStack& plots() { return *plots_; }
  /// Without a live call there is no Pause button.
  void set_live(bool live) { pause_->setVisible(live); }
  /// The flows to choose from, with texts; keeps the choice if possible.
  void set_flows(const std::vector<std::pair<FlowName, QString>>& flows);
  FlowName flow() const;
  int flow_count() const { return flow_->count(); }
  void toggle_pause() { plots_->set_following(!plots_->following()); }

  /// Ask for a file and write it.
  void export_csv();
  void export_picture();

 Q_SIGNALS:
  void flow_changed();
  void said(const QString& sentence);    ///< something was written
  void failed(const QString& sentence);  ///< it could not be

 private:
  QToolButton* make_button(const QString& text, const QString& name, const QString& tip);
  void fill_spans();
  void fill_plots_menu(QMenu* menu);
  void fill_export_menu(QMenu* menu);
  void show_following(bool following);
  void report(const QString& error, const QString& path);

  const Dialogs& dialogs_;
  QComboBox* flow_;
  QComboBox* span_;
  QToolButton* pause_;
  PlotStack* plots_;
};

}  // namespace evenkeel

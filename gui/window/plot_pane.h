#pragma once

#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include "gui/plots/plot_stack.h"
#include "gui/window/dialogs.h"

namespace evenkeel {

/// The plots with the row of controls above them: which flow, how long a time, pause, which plots, export.
class PlotPane : public QWidget {
  Q_OBJECT

 public:
  /// `questions` must outlive the pane.
  explicit PlotPane(const Questions& questions, QWidget* parent = nullptr);

  PlotStack& plots() { return *plots_; }
  /// A recorded run has no present that could be paused.
  void set_live(bool live) { pause_->setVisible(live); }
  /// Flows to choose from, with words for people; the choice stays where it can.
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
  void tell(const QString& error, const QString& path);

  const Questions& questions_;
  QComboBox* flow_;
  QComboBox* span_;
  QToolButton* pause_;
  PlotStack* plots_;
};

}  // namespace evenkeel

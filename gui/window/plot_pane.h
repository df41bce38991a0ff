#pragma once

#include <QComboBox>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QWidget>

#include "gui/data/data_pane.h"
#include "gui/plots/plot_stack.h"
#include "gui/window/dialogs.h"

namespace evenkeel {

/// The plots with a row of controls above: flow, time span, pause, visible plots, layouts, export; and below them, on
/// request, their data as tables and distributions.
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
  DataPane& data() { return *data_; }
  void set_data_shown(bool shown) { data_button_->setChecked(shown); }
  bool data_shown() const { return data_button_->isChecked(); }
  /// Whether the data is shown, which of its tabs, and how high: for the next start.
  QByteArray data_state() const;
  void restore_data(const QByteArray& state);
  void toggle_pause() { plots_->set_following(!plots_->following()); }

  /// Ask for a file and write it.
  void export_csv();
  void export_picture();
  /// Asks for a name and keeps which plots and curves are shown.
  void save_layout();

 Q_SIGNALS:
  void flow_changed();
  void default_layout_requested();       ///< which that is depends on what else is shown
  void said(const QString& sentence);    ///< something was written
  void failed(const QString& sentence);  ///< it could not be

 private:
  QToolButton* make_button(const QString& text, const QString& name, const QString& tip);
  QToolButton* make_menu_button(const QString& text, const QString& name, const QString& tip,
                                void (PlotPane::*fill)(QMenu*));
  QLayout* make_row();
  void fill_spans();
  void fill_plots_menu(QMenu* menu);
  void fill_export_menu(QMenu* menu);
  void fill_layouts_menu(QMenu* menu);
  void use_layout(const QString& name);
  void show_following(bool following);
  void show_data(bool shown);
  void report(const QString& error, const QString& path);

  const Dialogs& dialogs_;
  QComboBox* flow_;
  QComboBox* span_;
  QToolButton* pause_;
  QToolButton* data_button_;
  PlotStack* plots_;
  DataPane* data_;
  QSplitter* splitter_;
  bool data_placed_ = false;  ///< its height is its own, or somebody's choice, from then on
};

}  // namespace evenkeel

#include "gui/panels/shadow_choice.h"
#include "gui/window/main_window.h"

// The controllers that watch: a running call, and recorded runs.
namespace evenkeel {
namespace {

QStringList list_of(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list;
}

}  // namespace

void MainWindow::connect_shadows() {
  connect(&tuning_panel_->shadows(), &ShadowChoice::chosen, this, [this](const QStringList& names) {
    std::vector<std::string> chosen;
    for (const QString& name : names) chosen.push_back(name.toStdString());
    driver_.set_shadows(std::move(chosen));
  });
  connect(&runs_view_->shadows(), &ShadowChoice::chosen, this, &MainWindow::shadow_run);
  connect(runs_view_, &RunsView::run_chosen, this, &MainWindow::show_shadows);
  connect(plot_pane_, &PlotPane::flow_changed, this, &MainWindow::show_shadows);
  connect(&run_shadows_, &RunShadows::done, this, [this] { plot_pane_->plots().refresh(); });
  connect(&run_shadows_, &RunShadows::failed, this, [this](const QString& sentence) {
    show_error(sentence);
    show_shadows();
    plot_pane_->plots().refresh();
  });
}

/// Those of the command line, until others are chosen, and those of the chosen run.
void MainWindow::show_shadows() {
  if (!driver_.shadows() && driver_.has_call()) tuning_panel_->shadows().show_chosen(list_of(driver_.status().shadows));
  const int run = runs_view_->chosen_run();
  const RunData* recorded = open_runs_.at(run);
  if (recorded == nullptr) return runs_view_->shadows().show_chosen({});
  runs_view_->shadows().show_chosen(list_of(run_shadows_.of(run, matching_flow(recorded->store, plot_pane_->flow()))));
}

/// Those of a file take the place of what was chosen.
void MainWindow::take_shadows(const std::vector<std::string>& names) {
  tuning_panel_->shadows().show_chosen(list_of(names));
  driver_.set_shadows(names);
}

void MainWindow::shadow_run(const QStringList& names) {
  const int run = runs_view_->chosen_run();
  const RunData* recorded = open_runs_.at(run);
  if (recorded != nullptr) run_shadows_.watch(run, matching_flow(recorded->store, plot_pane_->flow()), names);
}

}  // namespace evenkeel

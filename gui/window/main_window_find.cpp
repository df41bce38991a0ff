#include <QShortcut>

#include "gui/find/find_dialog.h"
#include "gui/window/main_window.h"

// The search for parameters of a running call, and of a recorded run.
namespace evenkeel {
namespace {

constexpr Duration measured = std::chrono::seconds(60);

/// What a run used that is not the default: the controller, and parameters that are still known.
TuningState tuning_of(const RunData& run, const AlgorithmCatalog& catalog) {
  TuningState tuning;
  const auto controller = run.configuration.find("controller");
  if (controller != run.configuration.end()) tuning.controller = controller->second;
  for (const auto& [key, text] : run.configuration) {
    if (key.starts_with(tuning.controller + '.') && catalog.check(key, text).empty()) tuning.settings[key] = text;
  }
  return tuning;
}

}  // namespace

void MainWindow::find_parameters() {
  const CallStatus& status = driver_.status();
  const SampleStore& store = driver_.live().data().store;
  const FlowName flow(status.outgoing);
  const Duration now = store.extent().to;
  FindSubject subject;
  subject.source = tr("the last minute of the call");
  subject.path.flow = status.outgoing;
  subject.path.rows = store.rows_in(flow, {now - measured, now});
  if (status.has_link) subject.path.link = status.link;
  subject.limits = status.limits;
  subject.tuning = [this] { return tuning_.state(); };
  show_find(std::move(subject));
}

void MainWindow::find_parameters_of(int run) {
  const auto runs = open_runs_.runs();
  if (run < 0 || run >= static_cast<int>(runs.size())) return;
  const RunData& recorded = *runs[static_cast<std::size_t>(run)];
  FindSubject subject;
  subject.recorded = true;
  subject.source = tr("the last minute of the run %1").arg(QString::fromStdString(recorded.name));
  subject.path.folder = open_runs_.folders()[run].toStdString();
  subject.path.flow = matching_flow(recorded.store, plot_pane_->flow()).view();
  for (const char* name : {"start-bitrate", "min-bitrate", "max-bitrate"}) {
    const auto text = recorded.configuration.find(name);
    if (text != recorded.configuration.end()) subject.limits[name] = text->second;
  }
  subject.tuning = [tuning = tuning_of(recorded, services_.catalog)] { return tuning; };
  show_find(std::move(subject));
}

/// One at a time: another would take the first one's processors.
void MainWindow::show_find(FindSubject subject) {
  delete find_dialog_;
  find_dialog_ = new FindDialog(services_.make_search(), services_.catalog, std::move(subject), this);
  find_dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(find_dialog_, &FindDialog::applied, this, &MainWindow::apply_found);
  // Those of the menu are for the window alone.
  connect(new QShortcut(QKeySequence::Undo, find_dialog_), &QShortcut::activated, &tuning_.undo_stack(),
          &QUndoStack::undo);
  connect(new QShortcut(QKeySequence::Redo, find_dialog_), &QShortcut::activated, &tuning_.undo_stack(),
          &QUndoStack::redo);
  // What was told of a set that was applied is true until something else is tuned, or it is taken back.
  connect(&tuning_, &TuningModel::changed, find_dialog_, [dialog = find_dialog_.data()] { dialog->tell({}); });
  find_dialog_->show();
}

/// Told in the dialog, which covers the window.
void MainWindow::apply_found(const TuningState& found) {
  TuningState tuning = tuning_.state();
  tuning.controller = found.controller;
  for (const auto& [key, text] : found.settings)
    if (key.starts_with(found.controller + '.')) tuning.settings[key] = text;
  const QString name = QString::fromStdString(found.controller);
  const QString error = tuning_.replace(tuning, tr("use the found parameters of %1").arg(name));
  if (!error.isEmpty()) return find_dialog_->tell(error, true);
  find_dialog_->tell(tr("The found parameters of %1 are used; Ctrl+Z takes them back.").arg(name));
}

}  // namespace evenkeel

#include "gui/window/open_runs.h"

#include <QCoreApplication>

namespace evenkeel {

QString OpenRuns::refusal(const QString& folder) const {
  if (runs_.size() < max_runs) return {};
  return QCoreApplication::translate("OpenRuns",
                                     "'%1' is not opened: the plots show at most %2 runs; close some first.")
      .arg(folder)
      .arg(max_runs);
}

QString OpenRuns::add(OpenedRun run) {
  const QString folder = QString::fromStdString(run.folder);
  if (const QString refused = refusal(folder); !refused.isEmpty()) return refused;
  if (!run.data.summary) run.data.summary = summary_of(run.data.store);
  runs_.push_back(std::make_unique<RunData>(std::move(run.data)));
  folders_ << folder;
  return QString::fromStdString(run.notice).trimmed();
}

void OpenRuns::clear() {
  runs_.clear();
  folders_.clear();
}

std::vector<const RunData*> OpenRuns::runs() const {
  std::vector<const RunData*> all;
  for (const auto& run : runs_) all.push_back(run.get());
  return all;
}

}  // namespace evenkeel

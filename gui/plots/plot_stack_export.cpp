#include <QSaveFile>
#include <sstream>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_export.h"
#include "gui/plots/plot_stack.h"
#include "gui/store/range_csv.h"

// Files of what is visible.
namespace evenkeel {
namespace {

ExportHeading heading_of(const std::vector<const RunData*>& runs, const FlowName& flow) {
  ExportHeading heading;
  QStringList names;
  for (const RunData* run : runs) {
    names << text_of(run->name);
    if (runs.size() > 1) heading.runs.push_back(names.back());
  }
  heading.title = names.isEmpty() ? QStringLiteral("no run") : names.join(QStringLiteral(", "));
  if (!flow.view().empty()) heading.title += QStringLiteral(" \u00b7 flow %1").arg(text_of(flow.view()));
  return heading;
}

}  // namespace

QString PlotStack::export_csv(const QString& path) const {
  if (runs_.empty()) return QStringLiteral("There is no run to export; start a call or open a run first.");
  std::ostringstream text;
  write_range_csv(text, runs_.front()->store, visible_range());
  const QByteArray bytes = QByteArray::fromStdString(text.str());
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
  return QStringLiteral("The rows could not be written to %1: %2; choose another folder.")
      .arg(path, file.errorString());
}

QString PlotStack::export_png(const QString& path) {
  refresh();
  return write_png(path, shown_plots(), heading_of(runs_, flow_), theme_of(palette()));
}

QString PlotStack::export_pdf(const QString& path) {
  refresh();
  const QString failed = write_pdf(path, shown_plots(), heading_of(runs_, flow_), theme_of(palette()));
  refresh();
  return failed;
}

}  // namespace evenkeel

#include "gui/figures/figure_writer.h"

#include <QDir>

#include "gui/figures/figure_page.h"
#include "gui/plots/curve_style.h"
#include "gui/plots/drawing_file.h"

namespace evenkeel {
namespace {

std::string cannot_write(const QString& path, const QString& why) {
  return QStringLiteral("The figure could not be written to %1: %2; choose another folder.")
      .arg(path, why)
      .toStdString();
}

}  // namespace

std::string write_figure(const Figure& figure, const std::string& directory) {
  if (figure.panels.empty()) return "The figure " + figure.name + " has no panel, so it was not written; give it one.";
  const QString folder = text_of(directory);
  if (!QDir().mkpath(folder))
    return cannot_write(folder, QStringLiteral("there is no such folder and none can be made"));
  const FigurePage page(figure);
  const Drawing drawing{page.size(), text_of(figure.title), [&](QCPPainter& painter) { page.draw(painter); }};
  const QString path = QDir(folder).filePath(text_of(figure.name));
  for (const auto& [end, save] : {std::pair{".png", &save_png}, std::pair{".pdf", &save_pdf}}) {
    const QString failed = save(path + QLatin1String(end), drawing);
    if (!failed.isEmpty()) return cannot_write(path + QLatin1String(end), failed);
  }
  return {};
}

}  // namespace evenkeel

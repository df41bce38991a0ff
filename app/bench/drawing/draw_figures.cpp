#include "app/bench/drawing/draw_figures.h"

#include <QApplication>

#include "gui/figures/figure_writer.h"

namespace evenkeel::bench {

std::string draw_figures(const std::vector<Figure>& figures, const std::string& folder) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler(
      [](QtMsgType, const QMessageLogContext&, const QString&) {});  // hides warnings about the missing desktop
  int argc = 1;
  std::string name = "evenkeel";
  char* argv[] = {name.data(), nullptr};
  const QApplication application(argc, argv);
  for (const Figure& figure : figures) {
    if (std::string error = write_figure(figure, folder); !error.empty()) return error;
  }
  return {};
}

}  // namespace evenkeel::bench

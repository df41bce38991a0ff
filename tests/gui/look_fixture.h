#pragma once

#include <QDockWidget>

#include "app/cli/algorithm_catalog.h"
#include "gui/panels/reading_table.h"
#include "gui/plots/time_plot.h"
#include "gui/theme/theme.h"
#include "tests/gui/window_fixture.h"

namespace evenkeel::test {

struct RealAlgorithms {
  std::unique_ptr<AlgorithmCatalog> algorithms = make_algorithm_catalog();
};

/// The letters of the screenshots.
struct UsualFont {
  UsualFont() { QApplication::setFont(QFont("DejaVu Sans", 9)); }
  ~UsualFont() { QApplication::setFont(before); }
  QFont before = QApplication::font();
};

/// With the algorithms and the theory of the program.
struct LookFixture : UsualFont, RealAlgorithms, WindowFixture {
  explicit LookFixture(const QString& appearance) : WindowFixture(true, algorithms.get()) {
    close();
    QSettings().clear();
    QSettings().setValue("window/appearance", appearance);
    open();
  }
  ~LookFixture() { QApplication::setPalette(light_palette()); }

  /// Writes what was looked at, where somebody wants to look too.
  QImage look(const QString& name) {
    poll();
    const QImage image = window->grab().toImage();
    const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
    if (!folder.isEmpty()) image.save(folder + '/' + name + ".png");
    return image;
  }
  TimePlot& plot(std::string_view id) {
    for (TimePlot* one : window->findChildren<TimePlot*>())
      if (one->spec().id == id) return *one;
    throw std::runtime_error("no plot " + std::string(id));
  }
  /// With the theory of the algorithms that run, which is computed twice a second.
  ReadingTable& theory_table() {
    raise("theory");
    auto& table = *window->findChild<TheoryPanel*>()->findChild<ReadingTable*>();
    if (!QTest::qWaitFor([&] { return !table.findItems("pole", Qt::MatchExactly).isEmpty(); }))
      throw std::runtime_error("no theory of rmc");
    return table;
  }
  void raise(const char* dock) {
    window->findChild<QDockWidget*>(dock)->raise();
    poll();
  }
};

}  // namespace evenkeel::test

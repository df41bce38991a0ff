#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QTemporaryDir>
#include <QUrl>
#include <algorithm>
#include <catch2/catch.hpp>

#include "gui/plots/time_plot.h"
#include "gui/window/folder_drop.h"
#include "gui/window/named_layouts.h"
#include "tests/gui/window_fixture.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

// The plot tool in the window: layouts by name, the data below the plots, folders that are dropped.
namespace {

struct PlotsFixture : WindowFixture {
  QMenu& layouts() {
    QMenu& menu = *control<QToolButton>("Layouts").menu();
    Q_EMIT menu.aboutToShow();
    return menu;
  }
  void choose(QMenu& menu, const QString& text) {
    for (QAction* action : menu.actions())
      if (action->text() == text) return action->trigger();
    throw std::runtime_error("no entry " + text.toStdString());
  }
  PlotStack& plots() { return window->plot_pane().plots(); }
  void drop(const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    // Qt sends a drop to whoever accepted that it came in.
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    QDropEvent event({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &event);
    wait_for_runs();
  }
};

}  // namespace

TEST_CASE("window: a layout is saved by name, used after the next start, and removed") {
  PlotsFixture f;
  f.begin_demo();
  f.plots().add_curve("own-1", {.column = "framesPerSecond"});
  f.window->dialogs().words = [](auto&&...) { return QString("rates & more/less"); };
  f.choose(f.layouts(), "&Save as…");
  f.choose(f.layouts(), "&Default layout");
  CHECK_FALSE(f.plots().plot_shown("own-1"));
  f.close();
  f.open();
  CHECK_FALSE(f.plots().plot_shown("own-1"));
  f.choose(f.layouts(), "rates && more/less");
  CHECK(f.plots().plot_shown("own-1"));
  NamedLayouts::save("rates & more/less", "nonsense");
  f.choose(f.layouts(), "rates && more/less");
  CHECK(f.message().contains("it is damaged"));
  NamedLayouts::remove("rates & more/less");
  CHECK(NamedLayouts::names().isEmpty());
}

TEST_CASE("window: added curves are there again at the next start") {
  PlotsFixture f;
  f.begin_demo();
  f.plots().add_curve("delay", {.column = "pacerQueue"});
  f.plots().set_curve_shown("targetBitrate", false);
  f.close();
  f.open();
  CHECK(f.plots().layout_state().contains("delay+pacerQueue:"));
  CHECK_FALSE(f.plots().curve_shown("targetBitrate"));
}

TEST_CASE("window: folders of runs are dropped on it, or files in them, each once") {
  PlotsFixture f;
  const QTemporaryDir folder;
  const QString one = folder.filePath("one");
  const QString two = folder.filePath("two");
  QDir().mkpath(one);
  QDir().mkpath(two);
  QFile file(two + "/telemetry.csv");
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.close();
  f.runs[one.toStdString()] = recorded_run("one", "100ms");
  f.runs[two.toStdString()] = recorded_run("two", "80ms");
  f.drop({QUrl::fromLocalFile(one), QUrl::fromLocalFile(file.fileName()), QUrl::fromLocalFile(two)});
  CHECK(f.message().isEmpty());
  CHECK(f.plots().runs().size() == 2);
  CHECK(f.shows("differ in one setting:"));
  f.drop({QUrl("https://example.org/run"), QUrl::fromLocalFile("/no/such/folder")});
  CHECK(f.plots().runs().size() == 2);
}

TEST_CASE("window: the data below the plots are shown by a button, whole in light and dark") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  PlotsFixture f;
  f.close();
  QSettings().setValue("window/appearance", appearance);
  f.open();
  f.runs["/one"] = recorded_run("one", "100ms");
  f.runs["/two"] = recorded_run("two", "80ms");
  f.runs["/two"].events = {{9s, RunEvent::Kind::link, {}, "capacity 1Mbps"}};
  f.window->launch({.runs = {{"/one", f.runs["/one"], ""}, {"/two", f.runs["/two"], ""}}});
  CHECK_FALSE(f.window->plot_pane().data().isVisible());
  f.control<QToolButton>("Data of the plots").click();
  DataPane& data = f.window->plot_pane().data();
  CHECK(data.isVisible());
  for (int tab = 0; tab < data.count(); ++tab) {
    data.setCurrentIndex(tab);
    if (tab == 2) data.distribution().form().setCurrentIndex(1);
    QTest::qWait(300);
    const QImage image = f.window->grab().toImage();
    const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
    if (!folder.isEmpty()) image.save(folder + QString("/data-%1-%2.png").arg(tab).arg(appearance));
    CHECK(clipped_texts(*f.window) == std::vector<std::string>{});
  }
  f.control<QToolButton>("Data of the plots").click();
  CHECK_FALSE(data.isVisible());
  QApplication::setPalette(light_palette());
}

TEST_CASE("window: the data of the plots open with room for a distribution") {
  WindowFixture f;
  f.begin_call();
  f.window->docks().want_stats(true);
  f.poll();
  PlotPane& pane = f.window->plot_pane();
  pane.data().setCurrentWidget(&pane.data().distribution());
  pane.set_data_shown(true);
  f.poll();
  CHECK(pane.data().height() > pane.height() / 3);
  CHECK(pane.data().distribution().plot().height() > 120);
}

TEST_CASE(
    "window: plots keep a height in which they can be read beside the data, and scroll to the one that is chosen") {
  PlotsFixture f;
  f.window->resize(1280, 800);
  f.begin_demo();
  f.control<QToolButton>("Data of the plots").click();
  f.poll();
  const QList<TimePlot*> plots = f.plots().findChildren<TimePlot*>();
  int shown = 0;
  for (TimePlot* plot : plots) {
    if (plot->isHidden()) continue;
    ++shown;
    CAPTURE(std::string(plot->spec().id));
    CHECK(plot->canvas().height() >= PlotCanvas::least_height);
  }
  CHECK(shown == 5);
  f.plots().setFocus();
  for (int i = 0; i < shown; ++i) QTest::keyClick(&f.plots(), Qt::Key_Down);
  f.poll();
  CHECK(f.plots().selected_plot() == "pacer");
  const auto last = std::ranges::find(plots, "pacer", [](TimePlot* plot) { return plot->spec().id; });
  REQUIRE(last != plots.end());
  // Names of curves may still take a second line.
  CHECK(QTest::qWaitFor([&] {
    QTest::keyClick(&f.plots(), Qt::Key_Down);
    const QWidget& canvas = (*last)->canvas();
    return canvas.visibleRegion().boundingRect().height() == canvas.height();
  }));
}

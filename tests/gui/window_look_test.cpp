#include <QDockWidget>
#include <QProcess>
#include <QTabBar>
#include <catch2/catch.hpp>

#include "gui/plots/time_plot.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui/window_fixture.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct LookFixture : WindowFixture {
  explicit LookFixture(const QString& appearance) : WindowFixture(true) {
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
  void raise(const char* dock) {
    window->findChild<QDockWidget*>(dock)->raise();
    poll();
  }
};

const std::vector<std::string> none;

/// The window keeps spare bars for tabs, which nobody sees.
std::vector<std::string> unnamed(QWidget& window) {
  for (QTabBar* tabs : window.findChildren<QTabBar*>())
    if (tabs->count() == 0) tabs->setFocusPolicy(Qt::NoFocus);
  return unnamed_controls(window);
}

}  // namespace

TEST_CASE("window: on every page every control has a name, and nothing is clipped at 1280x720", "[window-look]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  LookFixture f(appearance);
  f.window->start_page().set_recent({"192.0.2.7:5004", "host.example"});
  const QImage start = f.look("start-" + appearance);
  CHECK(different_colors(start) > 30);
  CHECK(unnamed(*f.window) == none);
  CHECK(clipped_texts(*f.window) == none);

  f.calls.remote_pictures().put(half_white_picture(1280, 720));
  f.begin_demo();
  f.calls.remote_pictures().put(half_white_picture(1280, 720));
  f.calls.own_pictures().put(half_white_picture(640, 360));
  f.raise("theory");
  f.look("call-" + appearance);
  CHECK(unnamed(*f.window) == none);
  CHECK(clipped_texts(*f.window) == none);
  f.raise("link");
  f.look("link-" + appearance);
  CHECK(clipped_texts(*f.window) == none);

  f.set_status(status_of(CallStatus::Phase::ended, "No answer from 192.0.2.7 within 10 s: check the address."));
  f.look("ended-" + appearance);
  CHECK(clipped_texts(*f.window) == none);

  f.window->launch({.runs = {{"/one", recorded_run("one", "100ms"), ""}, {"/two", recorded_run("two", "80ms"), ""}}});
  f.look("runs-" + appearance);
  CHECK(unnamed(*f.window) == none);
  CHECK(clipped_texts(*f.window) == none);
}

TEST_CASE("window: nothing on a call page is empty, and every curve is on its plot", "[window-look]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  LookFixture f(appearance);
  const Theme& theme = appearance == "dark" ? dark_theme() : light_theme();
  f.begin_demo();
  f.calls.remote_pictures().put(half_white_picture(1280, 720));
  f.poll();
  CHECK(&theme_of(f.window->palette()) == &theme);
  const QImage picture = f.window->call_view().video().remote().grab().toImage();
  CHECK(pixels_like(picture, Qt::white, Qt::white) > picture.width() * picture.height() / 4);
  CHECK(different_colors(f.window->tuning_panel().grab().toImage()) > 30);
  CHECK(different_colors(f.window->call_view().controls().grab().toImage()) > 30);
  for (const char* dock : {"theory", "link"}) {
    f.raise(dock);
    CHECK(different_colors(f.window->findChild<QDockWidget*>(dock)->grab().toImage()) > 30);
  }
  f.window->plot_pane().plots().refresh();
  for (const char* id : {"rate", "delay", "queue", "mismatch", "pacer"}) {
    TimePlot& plot = f.plot(id);
    const QImage image = plot.canvas().grab().toImage();
    CHECK(pixels_like(image, theme.plot_background, theme.plot_background) > image.width() * image.height() / 3);
    for (std::size_t i = 0; i < plot.spec().curves.size(); ++i) {
      if (plot.spec().curves[i].mark != CurveSpec::Mark::none || plot.spec().curves[i].rare) continue;
      INFO(id << ": " << plot.spec().curves[i].column);
      CHECK(pixels_like(image, plot.curve_color(i, 0), theme.plot_background) > 10);
    }
  }
}

TEST_CASE("window: every control of the call says what it does") {
  LookFixture f("light");
  f.begin_demo();
  // The plots themselves show the texts of their marks instead.
  CHECK(controls_without_tool_tip(f.window->plot_pane()).size() == 1);
  CHECK(controls_without_tool_tip(f.window->tuning_panel()) == none);
  CHECK(controls_without_tool_tip(f.window->link_panel()) == none);
  CHECK(controls_without_tool_tip(f.window->call_view()) == none);
}

TEST_CASE("window: the same on a display of double density") {
  if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) return;  // this is the one below
  QProcess again;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("QT_SCALE_FACTOR", "2");
  again.setProcessEnvironment(environment);
  again.setProcessChannelMode(QProcess::MergedChannels);
  again.start(QCoreApplication::applicationFilePath(), {"[window-look]"});
  REQUIRE(again.waitForFinished(60'000));
  INFO(again.readAll().toStdString());
  CHECK(again.exitCode() == 0);
}

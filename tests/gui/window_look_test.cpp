#include <QDockWidget>
#include <QProcess>
#include <QTabBar>
#include <catch2/catch.hpp>

#include "tests/gui/call_pictures.h"
#include "tests/gui/look_fixture.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::vector<std::string> none;

/// The window keeps spare bars for tabs, which nobody sees.
std::vector<std::string> unnamed(QWidget& window) {
  for (QTabBar* tabs : window.findChildren<QTabBar*>())
    if (tabs->count() == 0) tabs->setFocusPolicy(Qt::NoFocus);
  return unnamed_controls(window);
}

}  // namespace

TEST_CASE("window: link, ringing and number are whole in a narrow window", "[window-look]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  const QSize size(720, 600);
  LookFixture f(appearance);
  f.window->start_page().wait_card().wait_button().click();
  f.window->resize(size);
  const QString name = QString("-%1x%2-").arg(size.width()).arg(size.height()) + appearance;
  for (const SecureStage& stage : secure_stages()) {
    f.set_status(stage.status);
    auto& accept = f.control<Button>("Accept");
    (void)QTest::qWaitFor([&] { return !accept.isVisible() || accept.isEnabled(); });
    f.look(stage.name + name);
    INFO((stage.name + name).toStdString());
    CHECK(unnamed(*f.window) == none);
    CHECK(clipped_texts(f.window->call_view()) == none);
    CHECK(controls_without_tool_tip(f.window->call_view()) == none);
  }
}

TEST_CASE("window: sound is whole in a narrow window, with all that can be wrong with it", "[window-look]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  const QSize size(720, 600);
  LookFixture f(appearance);
  f.window->resize(size);
  const QString name = QString("-%1x%2-").arg(size.width()).arg(size.height()) + appearance;
  f.calls.next.microphones = std::vector<SoundChoice>{{"mic:desk", "Built-in Audio Analog Stereo of a long name"}};
  CallStatus status;
  status.sound.microphone = {SoundDeviceStatus::State::missing, "",
                             "no microphone: no sound service runs; start PipeWire or PulseAudio, or choose another."};
  f.set_status(status);
  f.look("sound-start" + name);
  CHECK(unnamed(*f.window) == none);
  CHECK(clipped_texts(f.window->start_page()) == none);
  f.begin_demo();
  f.calls.own_pictures().put(half_white_picture(640, 360));
  status = secure_stages().back().status;
  status.sound.muted = true;
  status.sound.speaks_while_muted = true;
  status.sound.peer = SoundStatus::Peer::muted;
  status.sound.playing_level = 0.03;
  f.set_status(status);
  f.look("sound-muted" + name);
  CHECK(unnamed(*f.window) == none);
  CHECK(clipped_texts(f.window->call_view()) == none);
  status.sound = {};
  status.sound.video_paused = true;
  status.sound.capture_level = 0.2;
  status.sound.playing_level = 0.8;
  f.set_status(status);
  f.look("sound-only" + name);
  CHECK(clipped_texts(f.window->call_view()) == none);
}

TEST_CASE("window: what theory says of each algorithm is shown whole at 1280x720", "[window-look]") {
  LookFixture f("light");
  f.begin_demo();
  const ReadingTable& table = f.theory_table();
  for (const AlgorithmDescription& controller : f.catalog.controllers()) {
    for (const AlgorithmDescription& loop : f.catalog.send_loops()) {
      f.window->tuning().choose_controller(QString::fromStdString(controller.name));
      f.window->tuning().choose_send_loop(QString::fromStdString(loop.name));
      std::vector<std::string> clipped;
      add_clipped_cells(table, clipped);
      INFO(controller.name << " and " << loop.name << " in " << table.viewport()->width() << " pixels");
      CHECK(clipped == none);
    }
  }
}

TEST_CASE("window: the sources of darc's and rmc's theory take one line each at 1280x720", "[window-look]") {
  LookFixture f("light");
  f.begin_demo();
  const ReadingTable& table = f.theory_table();
  for (const char* source : {"q_0 + a/B + J", "d + target", "Proposition 1", "from eq. 10", "section IV"}) {
    INFO(source);
    const QList<QTableWidgetItem*> cells = table.findItems(source, Qt::MatchExactly);
    REQUIRE_FALSE(cells.isEmpty());
    CHECK(layout_of(table, *cells.front()).lines == 1);
  }
}

TEST_CASE("window: the equilibrium of Theory is the one that the delay plot draws, while the call runs") {
  LookFixture f("light");
  f.begin_demo();
  const ReadingTable& table = f.theory_table();
  const auto told = [&] {
    const auto names = table.findItems("equilibrium delay", Qt::MatchExactly);
    return names.isEmpty() ? QString() : table.item(names.front()->row(), 1)->text();
  };
  CHECK(QTest::qWaitFor([&] { return told() == "119\u00a0ms"; }));  // of the made-up rows
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  CHECK(QTest::qWaitFor([&] { return told() != "119\u00a0ms"; }));
  CHECK(told() == "58.8\u00a0ms");  // d + q_0 + a/B of the emulated link: 2.5 Mbit/s and 50 ms
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
  REQUIRE(again.waitForFinished(300'000));
  INFO(again.readAll().toStdString());
  CHECK(again.exitCode() == 0);
}

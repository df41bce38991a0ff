#include <QDockWidget>
#include <catch2/catch.hpp>
#include <fstream>

#include "app/capture/test_picture.h"
#include "app/cli/algorithm_catalog.h"
#include "app/window/run_reader.h"
#include "core/telemetry/csv_reader.h"
#include "gui/theme/theme.h"
#include "tests/gui/image_difference.h"
#include "tests/gui/project_folder.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

// The pictures of README and docs, drawn anew from two recorded demos and compared with those that are kept there: who
// changes what the window looks like has to renew them, by tests/docs/screenshots.
namespace {

std::string recorded(const std::string& name) {
  return (project_folder() + "/tests/gui/screenshots/").toStdString() + name;
}

/// At an instant at which its ball does not hide its clock.
std::shared_ptr<const Picture> test_picture(int width, int height) {
  auto picture = std::make_shared<Picture>();
  TestPicture(width, height, 1).draw(*picture, LocalTime(26'500ms));
  return picture;
}

struct RealAlgorithms {
  std::unique_ptr<AlgorithmCatalog> algorithms = make_algorithm_catalog();
};

/// A window as the program has it, algorithms and theory included; only the call behind it is made up.
struct Screenshots : RealAlgorithms, WindowFixture {
  explicit Screenshots(const QString& appearance) : WindowFixture(true, algorithms.get()) {
    services.read_run = [](const std::string& folder, std::string& notice, const RunProgress& progress) {
      return evenkeel::read_run(folder, notice, progress);
    };
    close();
    QSettings().clear();
    QSettings().setValue("window/appearance", appearance);
    QApplication::setFont(QFont("DejaVu Sans", 9));
    QApplication::setCursorFlashTime(0);
    window = std::make_unique<MainWindow>(services, tuning_of(CallOptions()));
    window->resize(1280, 720);
    window->show();
    (void)QTest::qWaitForWindowExposed(window.get());
  }
  ~Screenshots() {
    window.reset();
    QApplication::setFont(font_before_);
    QApplication::setPalette(light_palette());
  }

  /// A demo with darc as it stands after 25 s, with all instruments.
  void begin_recorded_demo() {
    window->docks().want_lab(true);
    window->resize(1100, 640);  // Larger ones take more than a file may.
    begin_recorded_call(CallKind::demo, "Demo: two peers on this machine");
    window->findChild<QDockWidget*>("theory")->raise();
  }

  /// With the rates and delays of that demo.
  void begin_recorded_call(CallKind kind, const QString& text) {
    window->start_page().demo_button().click();
    std::ifstream file(recorded("darc/telemetry.csv"));
    calls.next.samples = read_telemetry_csv(file).rows;
    CallStatus status = status_of(CallStatus::Phase::in_call, text.toStdString());
    status.kind = kind;
    status.run_time = 25s;
    status.encrypted = true;
    status.cipher = "AEAD_AES_128_GCM";
    if (kind == CallKind::call) status.peer = "192.0.2.7:5004";
    status.sound.microphone.state = SoundDeviceStatus::State::running;
    status.sound.loudspeaker.state = SoundDeviceStatus::State::running;
    status.sound.peer = SoundStatus::Peer::heard;
    status.sound.capture_level = 0.1;
    status.sound.playing_level = 0.05;
    set_status(status);
    calls.remote_pictures().put(test_picture(1280, 720));
    calls.own_pictures().put(test_picture(640, 360));
    poll();
    (void)QTest::qWaitFor([&] { return window->plot_pane().flow_count() == 2; });
  }

  /// Whether docs/images has it as it looks now. Writes what it looks like for tests/docs/screenshots to keep.
  void compare(const QString& name) {
    settle();
    const QImage now = window->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QString kept_path = project_folder() + "/docs/images/" + name + ".png";
    const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
    if (!folder.isEmpty()) REQUIRE(now.save(folder + '/' + name + ".png"));
    const QImage kept(kept_path);
    INFO(kept_path.toStdString() << " is not what the window looks like; renew it: tests/docs/screenshots");
    REQUIRE(kept.size() == now.size());
    CHECK(first_difference(now, kept) == "");
  }

 private:
  /// Nothing moves any longer: one plot is drawn per turn of the event loop, and figures follow twice a second.
  void settle() {
    QImage before;
    (void)QTest::qWaitFor(
        [&] {
          const QImage now = window->grab().toImage();
          const bool same = now == std::exchange(before, now);
          unchanged_ = same ? unchanged_ + 1 : 0;
          QTest::qWait(50);
          return unchanged_ >= 25;
        },
        20'000);
  }

  QFont font_before_ = QApplication::font();
  int unchanged_ = 0;
};

}  // namespace

TEST_CASE("screenshots: the start page", "[screenshots]") {
  Screenshots s("light");
  s.calls.next.cameras = std::vector<CameraChoice>{};
  s.calls.next.microphones = std::vector<SoundChoice>{};
  s.calls.next.status.sound.capture_level = 0.1;
  s.poll();
  s.calls.own_pictures().put(test_picture(1280, 720));
  s.poll();
  s.compare("start");
}

TEST_CASE("screenshots: a call", "[screenshots]") {
  Screenshots s("dark");
  s.window->resize(960, 540);
  s.begin_recorded_call(CallKind::call, "In a call with 192.0.2.7");
  s.compare("call");
}

TEST_CASE("screenshots: a demo", "[screenshots]") {
  if (!has_docks_of_kept_pictures()) return;
  Screenshots s("light");
  s.begin_recorded_demo();
  s.compare("lab");
}

TEST_CASE("screenshots: two recorded runs", "[screenshots]") {
  if (!has_docks_of_kept_pictures()) return;
  Screenshots s("light");
  std::vector<OpenedRun> runs;
  for (const char* name : {"ldcc", "darc"}) {
    std::string notice;
    auto run = read_run(recorded(name), notice);
    REQUIRE(run);
    runs.push_back({recorded(name), std::move(*run.value), notice});
  }
  s.window->launch({.runs = std::move(runs)});
  s.compare("runs");
}

TEST_CASE("screenshots: another word on a button is a difference, fewer colours are none", "[screenshots]") {
  Screenshots s("light");
  s.poll();
  const QImage before = s.window->grab().toImage().convertToFormat(QImage::Format_RGB32);
  CHECK(first_difference(before, before.convertToFormat(QImage::Format_Indexed8)) == "");
  s.window->start_page().demo_button().setText("Begin the demo");
  const QImage after = s.window->grab().toImage().convertToFormat(QImage::Format_RGB32);
  CHECK(first_difference(before, after) != "");
}

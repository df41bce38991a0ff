#pragma once

#include <QApplication>
#include <QComboBox>
#include <QSettings>
#include <QTest>
#include <QToolButton>
#include <cmath>
#include <memory>

#include "gui/call/button.h"
#include "gui/window/main_window.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/fake_backend.h"
#include "tests/gui/fake_catalog.h"
#include "tests/gui/fake_replay.h"
#include "tests/gui/fake_search.h"
#include "tests/gui/plain_options.h"
#include "tests/gui/window_words.h"

namespace evenkeel::test {

/// Twenty seconds of two flows, with every curve of the plots that are shown at first.
inline std::vector<Sample> twenty_seconds(const char* first = "a-b", const char* second = "b-a") {
  std::vector<Sample> samples;
  for (int i = 0; i < 200; ++i) {
    const double wave = std::sin(i * 0.06);
    for (const char* flow : {first, second}) {
      Sample s;
      s.time = i * 100ms;
      s.flow = flow;
      s.link_capacity_bps = i < 100 ? 2.5e6 : 1.5e6;
      s.target_bitrate_bps = 1.9e6 + 3e5 * wave;
      s.send_bitrate_bps = 1.7e6 + 3e5 * wave;
      s.receive_bitrate_bps = 1.5e6 + 3e5 * wave;
      s.media_bitrate_bps = 1.2e6 + 3e5 * wave;
      s.propagation_delay_ms = 50;
      s.delay_threshold_ms = 100;
      s.predicted_delay_ms = 119;
      s.one_way_delay_ms = 80 + 20 * wave;
      s.round_trip_time_ms = 150 + 20 * wave;
      s.link_queue_ms = 25 + 20 * wave;
      s.queueing_delay_ms = 24 + 20 * wave;
      s.rate_mismatch_bps = 2e5 * wave;
      s.data_mismatch_bytes = 3000 * std::cos(i * 0.06);
      s.pacer_queue_ms = 10 + 8 * wave;
      s.frame_width = 1280;
      s.frame_height = 720;
      s.frames_per_second = 30;
      samples.push_back(s);
    }
  }
  return samples;
}

inline CallStatus status_of(CallStatus::Phase phase, const std::string& text = {}) {
  CallStatus status;
  status.phase = phase;
  status.text = text;
  status.run = 1;
  status.run_time = 20s;
  status.outgoing = "a-b";
  status.incoming = "b-a";
  status.has_link = true;
  return status;
}

/// A window before a backend without a call. Files are answered by `dialogs`, runs and configurations by the
/// functions below.
struct WindowFixture {
  FakeBackend calls;
  FakeCatalog fake_algorithms;
  const AlgorithmCatalog& catalog;
  std::shared_ptr<PlainOptions> options = std::make_shared<PlainOptions>();
  std::map<std::string, RunData> runs;                          ///< by folder
  std::function<Parsed<RunData>(const RunProgress&)> long_run;  ///< what reads /runs/long
  std::map<std::string, Configuration> configurations;          ///< by path
  std::vector<ConfigurationChange> changes;                     ///< of each that is loaded
  std::optional<ConfigurationPart> taken;                       ///< of the last that was loaded
  std::shared_ptr<ReplayRecord> replays = std::make_shared<ReplayRecord>();
  std::shared_ptr<SearchRecord> searches = std::make_shared<SearchRecord>();
  QStringList addresses{"192.0.2.7", "2001:db8::7"};  ///< of this machine
  int address_questions = 0;
  WindowServices services{calls,
                          catalog,
                          options,
                          [this](const std::string& folder, std::string&, const RunProgress& progress) {
                            return folder == "/runs/long" && long_run ? long_run(progress) : read_run(folder);
                          },
                          [this](const std::string& path, const Configuration& shown) -> std::string {
                            if (path.starts_with("/full"))
                              return "Cannot write '" + path + "': the disk is full; choose another folder.";
                            configurations[path] = shown;
                            return {};
                          },
                          [this](const std::string& path, const AskForPart& ask) -> Parsed<Configuration> {
                            if (!changes.empty() && (taken = ask(changes)) == ConfigurationPart::nothing)
                              return {std::nullopt, ""};
                            const auto found = configurations.find(path);
                            if (found == configurations.end())
                              return {std::nullopt, "Cannot read '" + path + "': there is no such file."};
                            return {found->second, ""};
                          },
                          [this] { return std::make_unique<FakeSearch>(searches); },
                          [this] { return std::make_unique<FakeReplay>(replays); },
                          [this] { return ++address_questions, addresses; }};
  std::unique_ptr<MainWindow> window;

  /// `algorithms`: in place of the made-up ones.
  explicit WindowFixture(bool forget_settings = true, const AlgorithmCatalog* algorithms = nullptr)
      : catalog(algorithms == nullptr ? fake_algorithms : *algorithms) {
    if (forget_settings) QSettings().clear();
    open();
  }

  void open(const std::optional<TuningState>& told = std::nullopt) {
    window = std::make_unique<MainWindow>(services, told);
    window->resize(1280, 720);
    window->show();
    window->activateWindow();
    (void)QTest::qWaitForWindowActive(window.get());
    // No test may wait for somebody.
    window->dialogs() = {[](auto&&...) { return QString(); },
                         [](auto&&...) { return QString(); },
                         [](auto&&...) { return QString(); },
                         [](auto&&...) { return QString(); },
                         [](auto&&...) { return true; },
                         [](auto&&...) { return std::optional<std::size_t>(1); },
                         [](auto&&...) {}};
  }
  void close() {
    window->close();
    window.reset();
  }

  /// The window has taken what was prepared, and has had time to draw it.
  void poll() {
    const int until = calls.polls + 2;
    (void)QTest::qWaitFor([&] { return calls.polls >= until; });
    QCoreApplication::processEvents();
  }
  void set_status(const CallStatus& status) {
    calls.next.status = status;
    poll();
  }
  /// A demo of twenty seconds, as its call page shows it, with all instruments.
  void begin_demo() {
    begin_call();
    if (!window->docks().lab_wanted()) window->docks().want_lab(true);
    poll();
  }
  /// With those that were open, of which there are none at first.
  void begin_call() {
    window->start_page().demo_button().click();
    calls.next.samples = twenty_seconds();
    set_status(status_of(CallStatus::Phase::in_call, "Demo: two peers on this machine"));
    (void)QTest::qWaitFor([&] { return window->plot_pane().flow_count() == 2; });
  }

  /// As somebody does in the list of cameras and files.
  void choose_source(const QString& entry) {
    QComboBox& choice = window->start_page().camera_card().choice();
    const int index = choice.findText(entry);
    if (index < 0) throw std::runtime_error("no source " + entry.toStdString());
    choice.setCurrentIndex(index);
    Q_EMIT choice.activated(index);
  }

  /// To whatever has the focus, as a keyboard does.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget* focused = window->focusWidget();
    QTest::keyClick(focused ? focused : window.get(), key, modifiers);
  }
  void type(QLineEdit& field, const QString& text) {
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
  }
  template <class Widget>
  Widget& control(const QString& name) {
    Widget* found = find_control<Widget>(*window, name);
    if (!found) throw std::runtime_error("no control " + name.toStdString());
    return *found;
  }
  /// Runs are read by a thread of its own.
  void wait_for_runs() {
    REQUIRE(QTest::qWaitFor([this] { return !window->opens_runs(); }, 10'000));
    poll();
  }
  QString message() const { return window->messages().message(); }
  bool shows(const QString& part) { return visible_words(*window).contains(part, Qt::CaseInsensitive); }

 private:
  Parsed<RunData> read_run(const std::string& folder) {
    const auto found = runs.find(folder);
    if (found == runs.end()) return {std::nullopt, "Cannot open the run '" + folder + "': there is no such folder."};
    return {found->second, ""};
  }
};

inline RunData recorded_run(const std::string& name, const std::string& threshold) {
  RunData run;
  run.name = name;
  for (const Sample& sample : twenty_seconds()) run.store.add(sample);
  run.configuration = {{"controller", "ldcc"}, {"ldcc.T_r", threshold}};
  return run;
}

}  // namespace evenkeel::test

#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>

#include "app/cli/algorithm_catalog.h"
#include "app/window/call_service.h"
#include "app/window/window_services.h"
#include "gui/call/button.h"
#include "gui/window/main_window.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/window_words.h"

namespace evenkeel::test {

inline CallOptions small_pictures() {
  CallOptions options;
  options.source = "test";
  options.video = {320, 180, 30};
  options.bind = "127.0.0.1:0";
  return options;
}

/// The window as the program makes it, with the calls behind it.
struct CallFixture {
  QTemporaryDir folder;
  std::unique_ptr<AlgorithmCatalog> catalog = make_algorithm_catalog();
  std::unique_ptr<CallService> calls;
  std::unique_ptr<WindowServices> services;
  std::unique_ptr<MainWindow> window;

  explicit CallFixture(const CallOptions& options = small_pictures()) {
    QSettings().clear();
    calls = std::make_unique<CallService>(options, std::vector<std::string>{"evenkeel"});
    services = std::make_unique<WindowServices>(make_window_services(*calls, *catalog));
    window = std::make_unique<MainWindow>(*services, tuning_of(options));
    window->show();
    window->activateWindow();
    (void)QTest::qWaitForWindowActive(window.get());
    const auto nothing = [](auto&&...) { return QString(); };  // no test may wait for somebody
    window->dialogs() = {nothing,
                         nothing,
                         nothing,
                         nothing,
                         [](auto&&...) { return true; },
                         [](auto&&...) { return std::optional<std::size_t>(1); },
                         [](auto&&...) {}};
  }
  ~CallFixture() { window->close(); }

  std::string path(const QString& name) const { return folder.filePath(name).toStdString(); }
  static bool within(std::chrono::milliseconds patience, const std::function<bool()>& condition) {
    return QTest::qWaitFor(condition, static_cast<int>(patience.count()));
  }

  const RunData& live() { return window->driver().live().data(); }
  const CallStatus& status() { return window->driver().status(); }
  bool in_call() { return status().phase == CallStatus::Phase::in_call; }
  bool shows(const QString& part) { return visible_words(*window).contains(part, Qt::CaseInsensitive); }

  /// The row has come; so have those before it.
  bool has_row_of(const FlowName& flow, Duration time) {
    const auto last = live().store.last_row(flow);
    return last && last->time >= time;
  }
  /// With all instruments.
  void start_demo() {
    window->docks().want_lab(true);
    window->start_page().set_source("test");
    window->start_page().demo_button().click();
    REQUIRE(within(8s, [this] { return in_call(); }));
  }
  void run_until(Duration time) {
    REQUIRE(within(30s, [&] { return has_row_of("a-b", time); }));
  }
  /// Everything is written then, and has come to the window.
  void hang_up() {
    window->call_view().controls().hang_up().click();
    REQUIRE(within(5s, [this] { return status().phase == CallStatus::Phase::ended; }));
  }
  template <class Widget>
  Widget& control(const QString& name) {
    Widget* found = find_control<Widget>(*window, name);
    if (!found) throw std::runtime_error("no control " + name.toStdString());
    return *found;
  }
  void type(const QString& name, const QString& text) {
    auto& field = control<QLineEdit>(name);
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
  }
};

/// A demo that is written into a run folder.
inline CallOptions recorded(const QTemporaryDir& folder) {
  CallOptions options = small_pictures();
  options.out = folder.filePath("run").toStdString();
  return options;
}

}  // namespace evenkeel::test

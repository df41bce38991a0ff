#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <thread>

#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A run that is as long as a test wants.
struct LongRun {
  std::promise<void> read;
  std::shared_future<void> whole = read.get_future().share();
  std::atomic<bool> begun{false};
  std::atomic<bool> given_up{false};

  Parsed<RunData> operator()(const RunProgress& progress) {
    begun = true;
    while (whole.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
      if (progress(0.25)) continue;
      given_up = true;
      return {std::nullopt, ""};
    }
    return {recorded_run("long", "100ms"), ""};
  }
};

struct LoadingFixture : WindowFixture {
  LongRun run;
  LoadingFixture() {
    runs["/runs/short"] = recorded_run("short", "80ms");
    long_run = [this](const RunProgress& progress) { return run(progress); };
    begin_demo();
    window->open_runs({"/runs/long", "/runs/short"});
    REQUIRE(QTest::qWaitFor([this] { return run.begun.load(); }, 10'000));
  }
  ~LoadingFixture() { window.reset(); }  // before what its thread reads
  std::size_t runs_in_plots() { return window->plot_pane().plots().runs().size(); }
  QProgressDialog* dialog() {
    auto* found = window->findChild<QProgressDialog*>();
    return found != nullptr && found->isVisible() ? found : nullptr;
  }
};

}  // namespace

TEST_CASE("window: while a run is read the window and a call in it go on") {
  LoadingFixture f;
  CHECK(f.window->opens_runs());
  f.window->driver().send(MuteSound{true});
  f.window->call_view().controls().hang_up().click();
  CHECK(f.calls.sent<MuteSound>().size() == 1);
  CHECK(f.calls.sent<HangUp>().size() == 1);
  CHECK(f.runs_in_plots() == 1);  // that of the call
  f.run.read.set_value();
  f.wait_for_runs();
  CHECK(f.runs_in_plots() == 3);
  CHECK(f.message().isEmpty());
}

TEST_CASE("window: what takes a while to read says how far it is, and is given up by a button, with those behind it") {
  LoadingFixture f;
  REQUIRE(QTest::qWaitFor([&] { return f.dialog() != nullptr && f.dialog()->value() == 250; }, 10'000));
  CHECK(f.dialog()->labelText() == "Opening '/runs/long'");
  CHECK_FALSE(f.dialog()->isModal());
  f.dialog()->findChild<QPushButton*>()->click();
  f.wait_for_runs();
  CHECK(f.run.given_up);
  CHECK(f.runs_in_plots() == 1);
  CHECK(f.message().isEmpty());
  CHECK(f.dialog() == nullptr);
}

TEST_CASE("window: one that closes gives up the run that is being read") {
  LoadingFixture f;
  f.close();
  CHECK(f.run.given_up);
}

TEST_CASE("window: a disk that stands still holds up neither a run that is given up nor the end of the window") {
  const bool closes = GENERATE(false, true);
  struct Stalled {
    std::promise<void> answers;
    std::promise<void> ended;
  } disk;
  auto held_up = [&, answer = disk.answers.get_future().share()](const RunProgress&) {
    answer.wait();
    disk.ended.set_value_at_thread_exit();
    return Parsed<RunData>{std::nullopt, ""};
  };
  WindowFixture f;  // which the thread uses to its end
  f.long_run = held_up;
  f.window->open_runs({"/runs/long"});
  REQUIRE(f.window->opens_runs());
  if (!closes) {
    REQUIRE(QTest::qWaitFor([&] { return f.window->findChild<QProgressDialog*>() != nullptr; }, 10'000));
    const QPointer<QProgressDialog> dialog = f.window->findChild<QProgressDialog*>();
    dialog->findChild<QPushButton*>()->click();
    CHECK(QTest::qWaitFor([&] { return !f.window->opens_runs() && dialog == nullptr; }, 10'000));
  }
  f.window.reset();
  disk.answers.set_value();
  disk.ended.get_future().wait();
}

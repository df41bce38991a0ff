#include "gui/window/window_title.h"

#include <catch2/catch.hpp>

#include "tests/gui/secure_stages.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

QString title(CallKind kind, Phase phase, const std::string& peer = "10.0.0.2:5004") {
  CallStatus status;
  status.kind = kind;
  status.phase = phase;
  status.peer = peer;
  return call_title(status);
}

}  // namespace

TEST_CASE("the title of a call says who is in it, or what it waits for") {
  CHECK(title(CallKind::call, Phase::in_call) == "Call with 10.0.0.2");
  CHECK(title(CallKind::listen, Phase::silent, "[2001:db8::7]:5004") == "Call with 2001:db8::7");
  CHECK(title(CallKind::listen, Phase::ringing) == "10.0.0.2 calls");
  CHECK(title(CallKind::listen, Phase::ringing, "") == "Incoming call");
  CHECK(title(CallKind::call, Phase::ringing) == "Ringing");
  CHECK(title(CallKind::listen, Phase::waiting) == "Waiting for a call");
  CHECK(title(CallKind::call, Phase::connecting) == "Calling");
  CHECK(title(CallKind::demo, Phase::in_call) == "Demo");
  CHECK(title(CallKind::call, Phase::ended).isEmpty());
  CallStatus by_server;
  by_server.kind = CallKind::call;
  by_server.phase = Phase::in_call;
  by_server.server = "media.example.org";
  CHECK(call_title(by_server) == "Call by media.example.org");
}

TEST_CASE("window: its title follows the call") {
  WindowFixture f;
  CHECK(f.window->windowTitle() == "Evenkeel");
  f.window->start_page().wait_card().wait_button().click();
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  CHECK(f.window->windowTitle() == "Waiting for a call - Evenkeel");
  f.set_status(secure_status(CallKind::listen, Phase::in_call));
  CHECK(f.window->windowTitle() == "Call with 198.51.100.23 - Evenkeel");
  f.set_status(status_of(Phase::ended, "You hung up."));
  CHECK(f.window->windowTitle() == "Evenkeel");
  f.window->launch({.runs = {{"/one", recorded_run("one", "100ms"), ""}}});
  CHECK(f.window->windowTitle() == "one - Evenkeel");
  f.window->launch({.runs = {{"/two", recorded_run("two", "80ms"), ""}}});
  CHECK(f.window->windowTitle() == "2 recorded runs - Evenkeel");
}

TEST_CASE("window: dialogs have names of their own in the desktop's list") {
  WindowFixture f;
  std::vector<QString> titles;
  f.window->dialogs().words = [&](QWidget*, const QString& title, auto&&...) {
    return titles.push_back(title), QString();
  };
  f.begin_call();
  f.press(Qt::Key_N);
  Q_EMIT f.window->start_page().settings_requested();
  titles.push_back(f.window->findChild<SettingsDialog*>()->windowTitle());
  show_shortcuts(f.window.get());
  for (auto* dialog : f.window->findChildren<QDialog*>())
    if (dialog->isVisible()) titles.push_back(dialog->windowTitle());
  CHECK(std::ranges::count(titles, QString("Keyboard shortcuts")) == 1);
  for (const QString& title : titles) CHECK((!title.isEmpty() && title != "Evenkeel"));
}

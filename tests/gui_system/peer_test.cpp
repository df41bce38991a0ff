#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QUdpSocket>
#include <catch2/catch.hpp>

#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/recorded_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

quint16 port_where_nobody_listens() {
  QUdpSocket socket;
  REQUIRE(socket.bind(QHostAddress::LocalHost));
  return socket.localPort();
}

/// A peer in a process of its own, which can be killed.
struct Listener {
  QProcess process;
  QString address;

  Listener() {
    process.start(
        QCoreApplication::applicationDirPath() + "/evenkeel",
        {"listen", "--headless", "--insecure-rtp", "--source", "test", "--size", "320x180", "--bind", "127.0.0.1:0"});
    QString said;
    const QRegularExpression waiting("waiting for a call at (\\S+:\\d+)\n");
    const bool told = QTest::qWaitFor(
        [&] {
          said += process.readAllStandardError();
          return waiting.match(said).hasMatch();
        },
        15000);
    INFO(said.toStdString());
    REQUIRE(told);
    address = waiting.match(said).captured(1);
  }
  ~Listener() {
    process.kill();
    process.waitForFinished();
  }
};

/// Addresses are called, not links.
CallOptions plain_rtp() {
  CallOptions options = small_pictures();
  options.insecure_rtp = true;
  return options;
}

}  // namespace

TEST_CASE("an address that is none is said in words, with what to do") {
  CallFixture f(plain_rtp());
  f.window->start_page().set_source("test");
  f.type("Address to call", "no-such-machine.invalid");
  REQUIRE(f.within(30s, [&] { return f.shows("Cannot find the host 'no-such-machine.invalid'"); }));
  CHECK(f.within(1s, [&] { return f.shows("Call again"); }));
}

TEST_CASE("a port where nobody listens is said in words after ten seconds") {
  CallFixture f(plain_rtp());
  const QString address = QString("127.0.0.1:%1").arg(port_where_nobody_listens());
  f.window->start_page().set_source("test");
  f.type("Address to call", address);
  CHECK(f.within(3s, [&] { return f.shows("Calling " + address); }));
  CHECK(f.within(15s, [&] { return f.shows("No answer from " + address); }));
  CHECK(f.shows("nothing listens there"));
  CHECK(f.shows("Call again"));
}

TEST_CASE("of a call that only sends Record writes the own picture") {
  CallFixture f(plain_rtp());
  Listener listener;
  f.window->start_page().set_source("test");
  f.window->start_page().set_direction(Direction::send);
  f.type("Address to call", listener.address);
  REQUIRE(f.within(8s, [&] { return f.in_call(); }));
  REQUIRE_FALSE(f.status().receives);
  f.window->driver().send(StartRecording{f.path("mine")});
  REQUIRE(f.within(8s, [&] { return f.status().recorded_time > 3s; }));
  CHECK(f.status().recorded > bytes(5000));
  f.window->driver().send(StopRecording{});
  REQUIRE(f.within(3s, [&] { return f.status().recording.empty(); }));
  CHECK(f.window->messages().message().toStdString() == "Recorded into " + f.path("mine"));
  f.hang_up();
  CHECK(pictures_in(f.path("mine/call.webm")) > 20);
}

TEST_CASE("a peer that is killed is called silent within five seconds, with for how long") {
  CallFixture f(plain_rtp());
  Listener listener;
  f.window->start_page().set_source("test");
  f.type("Address to call", listener.address);
  REQUIRE(f.within(8s, [&] { return f.in_call(); }));
  CHECK(f.shows("In a call with"));
  CHECK(f.within(5s, [&] { return f.window->call_view().video().remote().has_picture(); }));
  listener.process.kill();
  CHECK(f.within(5s, [&] { return f.shows("The other side has been silent for"); }));
  CHECK(f.within(3s, [&] { return f.shows("for 4 s"); }));
  f.hang_up();
  CHECK(f.shows("You hung up."));
}

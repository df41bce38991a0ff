#include "gui/desktop/screen_awake.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <QDBusArgument>
#include <QDBusObjectPath>
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <memory>

#include "tests/gui/private_bus.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

enum class There { nothing, portal, screen_saver, login1, silent_portal, silent_all, portal_without_backend };

constexpr const char* portal = "org.freedesktop.portal.Desktop";
constexpr const char* screen_saver = "org.freedesktop.ScreenSaver";
constexpr const char* login1 = "org.freedesktop.login1";

/// What a desktop has, and what is held there.
struct Desktop {
  std::vector<std::unique_ptr<FakeService>> services;
  int pipe[2]{-1, -1};  ///< login1 lends its second end

  explicit Desktop(There there) {
    const bool all = there == There::silent_all;
    if (there == There::portal) add(portal, portal_answer);
    if (there == There::silent_portal || all) add(portal, {});
    if (there == There::portal_without_backend) add(portal, portal_answer);
    if (there == There::screen_saver || there == There::silent_portal || there == There::portal_without_backend)
      add(screen_saver,
          [](const QDBusMessage& call) { return call.member() == "Inhibit" ? QVariantList{uint{7}} : QVariantList{}; });
    if (all) add(screen_saver, {});
    if (there == There::login1) add(login1, [this](const QDBusMessage&) { return lend_lock(); });
    if (all) add(login1, {});
  }
  ~Desktop() {
    if (pipe[0] >= 0) ::close(pipe[0]);
  }

  FakeService& of(const QString& name) {
    for (const auto& service : services)
      if (service->objectName() == name) return *service;
    throw std::runtime_error("no such service");
  }
  /// The lock of login1: nobody has its descriptor any more.
  bool is_unlocked() const {
    char byte = 0;
    return ::read(pipe[0], &byte, 1) == 0;
  }

 private:
  static QVariantList portal_answer(const QDBusMessage& call) {
    if (call.member() != "Inhibit") return {};
    const QString token = qdbus_cast<QVariantMap>(call.arguments().at(2)).value("handle_token").toString();
    const QString sender = call.service().mid(1).replace('.', '_');
    return {QVariant::fromValue(QDBusObjectPath("/org/freedesktop/portal/desktop/request/" + sender + '/' + token))};
  }
  QVariantList lend_lock() {
    REQUIRE(::pipe2(pipe, O_NONBLOCK | O_CLOEXEC) == 0);
    const QDBusUnixFileDescriptor lock(pipe[1]);  // a copy
    ::close(pipe[1]);
    return {QVariant::fromValue(lock)};
  }
  void add(const char* name, FakeService::Answer answer) {
    services.push_back(std::make_unique<FakeService>(name, std::move(answer)));
    services.back()->setObjectName(name);
  }
};

bool within(const std::function<bool()>& condition, int ms = 5000) { return QTest::qWaitFor(condition, ms); }

}  // namespace

TEST_CASE("the screen stays on in a call, by what the desktop has, until it ends in whatever way") {
  if (PrivateBus::start() == nullptr) {
    WARN("skipped: no dbus-daemon");
    return;
  }
  const There there = GENERATE(There::portal, There::screen_saver, There::login1, There::nothing, There::silent_portal,
                               There::silent_all);
  enum class End { hang_up, peer_vanishes, window_closes };
  const End end = GENERATE(End::hang_up, End::peer_vanishes, End::window_closes);
  CAPTURE(static_cast<int>(there), static_cast<int>(end));
  Desktop desktop(there);
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  for (const auto& service : desktop.services) CHECK_FALSE(service->asked.contains("Inhibit"));
  f.set_status(secure_status(CallKind::listen, Phase::in_call));

  const bool by_saver = there == There::screen_saver || there == There::silent_portal;
  if (there == There::portal) REQUIRE(within([&] { return desktop.of(portal).asked.contains("Inhibit"); }));
  if (by_saver) REQUIRE(within([&] { return desktop.of(screen_saver).asked.contains("Inhibit"); }));
  if (there == There::login1) REQUIRE(within([&] { return desktop.pipe[0] >= 0; }));
  if (there == There::silent_all) REQUIRE(within([&] { return desktop.of(login1).asked.contains("Inhibit"); }, 9000));
  f.poll();
  if (there == There::portal) CHECK(desktop.of(portal).last.arguments().at(1).toUInt() == 12);
  if (there == There::login1) {
    CHECK(desktop.of(login1).last.arguments().at(0).toString() == "idle:sleep");
    CHECK_FALSE(desktop.is_unlocked());
  }

  f.set_status(secure_status(CallKind::listen, Phase::silent));  // it may return
  if (there == There::portal) CHECK_FALSE(desktop.of(portal).asked.contains("Close"));
  if (end == End::hang_up) f.set_status(secure_status(CallKind::listen, Phase::ended));
  if (end == End::peer_vanishes) f.set_status(secure_status(CallKind::listen, Phase::waiting));
  if (end == End::window_closes) f.window->close();
  if (there == There::portal) CHECK(within([&] { return desktop.of(portal).asked.contains("Close"); }));
  if (by_saver) {
    CHECK(within([&] { return desktop.of(screen_saver).asked.contains("UnInhibit"); }));
    CHECK(desktop.of(screen_saver).last.arguments() == QVariantList{uint{7}});
  }
  if (there == There::login1) CHECK(within([&] { return desktop.is_unlocked(); }));
  f.poll();
  for (const auto& service : desktop.services) CHECK(service->asked.count("Inhibit") == 1);
}

TEST_CASE("a portal that nothing stands behind is passed over, and a service that starts again is asked again") {
  if (PrivateBus::start() == nullptr) {
    WARN("skipped: no dbus-daemon");
    return;
  }
  auto desktop = std::make_unique<Desktop>(There::portal_without_backend);
  ScreenAwake awake;
  awake.keep(true);
  REQUIRE(within([&] { return awake.holds(); }));
  FakeService& asked = desktop->of(portal);
  const QString token = qdbus_cast<QVariantMap>(asked.last.arguments().at(2)).value("handle_token").toString();
  const QString request = "/org/freedesktop/portal/desktop/request/" +
                          QDBusConnection::sessionBus().baseService().mid(1).replace('.', '_') + '/' + token;
  QDBusMessage refusal = QDBusMessage::createSignal(request, "org.freedesktop.portal.Request", "Response");
  refusal << uint{2} << QVariantMap();
  asked.bus().send(refusal);
  REQUIRE(within([&] { return desktop->of(screen_saver).asked.contains("Inhibit"); }));
  REQUIRE(within([&] { return awake.holds(); }));
  desktop.reset();  // all of it, and one comes back
  desktop = std::make_unique<Desktop>(There::screen_saver);
  CHECK(within([&] { return desktop->of(screen_saver).asked.contains("Inhibit"); }));
  awake.keep(false);
  CHECK(within([&] { return desktop->of(screen_saver).asked.contains("UnInhibit"); }));
}

TEST_CASE("a system bus that accepts and says nothing does not stop the window") {
  if (PrivateBus::start() == nullptr) {
    WARN("skipped: no dbus-daemon");
    return;
  }
  const QTemporaryDir folder;
  const QString path = folder.filePath("system bus");
  const int bus = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  qstrncpy(address.sun_path, path.toLocal8Bit(), sizeof address.sun_path);
  REQUIRE(::bind(bus, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  REQUIRE(::listen(bus, 8) == 0);
  const QByteArray before = qgetenv("DBUS_SYSTEM_BUS_ADDRESS");
  qputenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + path.toLocal8Bit().replace(" ", "%20") + ",guid=1");
  QElapsedTimer since_last;
  qint64 longest = 0;
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, &beat, [&] { longest = std::max(longest, since_last.restart()); });
  since_last.start();
  beat.start(10);
  ScreenAwake awake;
  awake.keep(true);
  int asked = -1;
  CHECK(within([&] { return (asked = ::accept4(bus, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0; }));
  char byte = 0;
  CHECK(within([&] { return ::read(asked, &byte, 1) == 1; }));  // it has been asked
  while (::read(asked, &byte, 1) > 0) continue;
  CHECK(within([&] { return ::read(asked, &byte, 1) == 0; }));  // and is given up
  CHECK_FALSE(awake.holds());
  CHECK(longest < ScreenAwake::answer_ms / 2);
  ::close(asked);
  ::close(bus);
  qputenv("DBUS_SYSTEM_BUS_ADDRESS", before);
}

TEST_CASE("what a slow service grants too late is given back") {
  if (PrivateBus::start() == nullptr) {
    WARN("skipped: no dbus-daemon");
    return;
  }
  Desktop desktop(There::silent_all);
  ScreenAwake awake;
  awake.keep(true);
  FakeService& saver = desktop.of(screen_saver);
  REQUIRE(within([&] { return saver.asked.contains("Inhibit"); }));
  awake.keep(false);  // the call is short
  saver.bus().send(saver.last.createReply(QVariantList{uint{3}}));
  CHECK(within([&] { return saver.asked.contains("UnInhibit"); }));
  CHECK(saver.last.arguments() == QVariantList{uint{3}});
  CHECK_FALSE(awake.holds());
}

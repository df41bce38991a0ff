#include "gui/desktop/screen_awake.h"

#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusUnixFileDescriptor>
#include <memory>
#include <utility>

#include "gui/desktop/system_bus.h"
#include "gui/theme/session_bus.h"

namespace evenkeel {
namespace {

// A late answer has to be seen, or what it grants would be held to the end of the program.
constexpr int late_answer_ms = 120'000;
constexpr int again_ms = 1'000;  // to a service that went away, which may be starting anew

struct Service {
  const char* name;
  const char* path;
  const char* interface;
};
constexpr Service portal{"org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                         "org.freedesktop.portal.Inhibit"};
constexpr Service screen_saver{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
                               "org.freedesktop.ScreenSaver"};
constexpr Service login1{"org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"};
constexpr const char* request_interface = "org.freedesktop.portal.Request";

constexpr uint suspend_and_idle = 4 | 8;  // of the portal's flags

QDBusMessage call_of(const Service& service, const char* method) {
  return QDBusMessage::createMethodCall(service.name, service.path, service.interface, method);
}

/// Where the portal will have the request that a call with this token makes.
QString request_path(const QDBusConnection& bus, const QString& token) {
  const QString sender = bus.baseService().mid(1).replace('.', '_');
  return QStringLiteral("/org/freedesktop/portal/desktop/request/%1/%2").arg(sender, token);
}

QDBusMessage portal_question(const QString& token, const QString& reason) {
  QDBusMessage call = call_of(portal, "Inhibit");
  call << QString() << suspend_and_idle << QVariantMap{{"handle_token", token}, {"reason", reason}};
  return call;
}

QDBusMessage screen_saver_question(const QString& reason) {
  QDBusMessage call = call_of(screen_saver, "Inhibit");
  call << QStringLiteral("Evenkeel") << reason;
  return call;
}

QDBusMessage login1_question(const QString& reason) {
  QDBusMessage call = call_of(login1, "Inhibit");
  call << QStringLiteral("idle:sleep") << QStringLiteral("Evenkeel") << reason << QStringLiteral("block");
  return call;
}

std::function<void()> release_of_screen_saver(const QDBusConnection& bus, const QDBusPendingReply<uint>& reply) {
  return [bus, cookie = reply.value()] {
    QDBusMessage call = call_of(screen_saver, "UnInhibit");
    call << cookie;
    bus.send(call);
  };
}

/// The lock lasts as long as the descriptor is open.
std::function<void()> release_of_login1(const QDBusPendingReply<QDBusUnixFileDescriptor>& reply) {
  return [lock = std::make_shared<QDBusUnixFileDescriptor>(reply.value())] { *lock = QDBusUnixFileDescriptor(); };
}

}  // namespace

ScreenAwake::ScreenAwake(QObject* parent) : QObject(parent) {
  limit_.setSingleShot(true);
  connect(&limit_, &QTimer::timeout, this, [this] { ask(after(asked_)); });
  services_.setWatchMode(QDBusServiceWatcher::WatchForOwnerChange);
  connect(&services_, &QDBusServiceWatcher::serviceOwnerChanged, this, &ScreenAwake::lost_service);
  again_.setSingleShot(true);
  again_.setInterval(again_ms);
  connect(&again_, &QTimer::timeout, this, [this] { ask(Way::portal); });
}

ScreenAwake::~ScreenAwake() { keep(false); }

void ScreenAwake::keep(bool awake) {
  if (std::exchange(wanted_, awake) == awake) return;
  awake ? ask(Way::portal) : give_back();
}

std::optional<ScreenAwake::Way> ScreenAwake::after(Way way) {
  if (way == Way::login1) return std::nullopt;
  return way == Way::portal ? Way::screen_saver : Way::login1;
}

/// Nullopt: all have been asked.
void ScreenAwake::ask(std::optional<Way> way) {
  limit_.stop();
  const int question = ++question_;
  close_request();
  if (!way || !wanted_) return;
  asked_ = *way;
  limit_.start(answer_ms);
  const auto go_on = [this, way = *way, question](const std::optional<QDBusConnection>& bus) {
    if (question == question_) bus ? ask(way, *bus) : ask(after(way));
  };
  *way == Way::login1 ? find_system_bus(this, answer_ms, go_on) : go_on(session_bus());
}

void ScreenAwake::ask(Way way, const QDBusConnection& bus) {
  const QString reason = tr("In a call");
  QDBusMessage call = way == Way::screen_saver ? screen_saver_question(reason) : login1_question(reason);
  if (way == Way::portal) {
    const QString token = QStringLiteral("evenkeel_awake%1").arg(question_);
    call = portal_question(token, reason);
    follow_request(bus, request_path(bus, token));
  }
  auto* reply = new QDBusPendingCallWatcher(bus.asyncCall(call, late_answer_ms), this);
  connect(reply, &QDBusPendingCallWatcher::finished, this,
          [this, way, question = question_, bus, reply] { answered(way, question, bus, *reply); });
  limit_.start(answer_ms);
}

void ScreenAwake::answered(Way way, int question, QDBusConnection bus, QDBusPendingCallWatcher& reply) {
  reply.deleteLater();
  const bool is_awaited = question == question_ && wanted_;
  if (reply.isError()) {
    if (is_awaited) ask(after(way));
    return;
  }
  std::function<void()> release = [this] { close_request(); };
  if (way == Way::screen_saver) release = release_of_screen_saver(bus, reply);
  if (way == Way::login1) release = release_of_login1(reply);
  if (!is_awaited) return way == Way::portal ? void() : release();  // the portal's request was closed before
  limit_.stop();
  release_ = std::move(release);
  const Service& service = way == Way::portal ? portal : way == Way::screen_saver ? screen_saver : login1;
  follow(bus, service.name);
}

/// A portal without a part that can do it says so by the response.
void ScreenAwake::portal_responded(uint code, const QVariantMap&) {
  if (code == 0 || !wanted_) return;
  release_ = {};
  ask(Way::screen_saver);
}

void ScreenAwake::follow(const QDBusConnection& bus, const QString& service) {
  services_.setConnection(bus);
  services_.setWatchedServices({service});
}

/// Its path is known before the answer, so a portal that is slow is taken back by the same path.
void ScreenAwake::follow_request(QDBusConnection bus, const QString& request) {
  request_ = request;
  bus.connect(portal.name, request, request_interface, "Response", this, SLOT(portal_responded(uint, QVariantMap)));
}

void ScreenAwake::close_request() {
  if (request_.isEmpty()) return;
  const QString request = std::exchange(request_, {});
  QDBusConnection bus = QDBusConnection::sessionBus();
  bus.disconnect(portal.name, request, request_interface, "Response", this, SLOT(portal_responded(uint, QVariantMap)));
  bus.send(QDBusMessage::createMethodCall(portal.name, request, request_interface, "Close"));
}

/// What it held went with it.
void ScreenAwake::lost_service() {
  release_ = {};
  services_.setWatchedServices({});
  if (wanted_) again_.start();
}

void ScreenAwake::give_back() {
  limit_.stop();
  again_.stop();
  ++question_;
  services_.setWatchedServices({});
  close_request();
  if (release_) std::exchange(release_, {})();
}

}  // namespace evenkeel

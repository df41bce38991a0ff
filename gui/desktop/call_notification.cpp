#include "gui/desktop/call_notification.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <utility>

#include "gui/theme/session_bus.h"

namespace evenkeel {
namespace {

constexpr const char* service = "org.freedesktop.Notifications";
constexpr const char* path = "/org/freedesktop/Notifications";
constexpr uchar critical = 2;  // stays until it is closed, and is shown over full screens
constexpr int until_closed = 0;
constexpr int answer_limit_ms = 10'000;

QDBusMessage call_of(const char* method) { return QDBusMessage::createMethodCall(service, path, service, method); }

}  // namespace

CallNotification::~CallNotification() { close(); }

void CallNotification::show(const QString& peer) {
  const auto bus = session_bus();
  if (!bus || shown_) return;
  listen();
  shown_ = true;
  const int number = ++number_;
  const QString summary = peer.isEmpty() ? tr("Incoming call") : tr("Incoming call from %1").arg(peer);
  const QStringList actions{"default", tr("Open"), "open", tr("Open")};
  const QVariantMap hints{{"urgency", QVariant::fromValue(critical)},
                          {"category", "call.incoming"},
                          {"desktop-entry", "evenkeel"},
                          {"suppress-sound", true}};  // it rings already
  QDBusMessage call = call_of("Notify");
  call << QStringLiteral("Evenkeel") << uint{0} << QStringLiteral("evenkeel") << summary
       << tr("Open the window to compare the number and to answer.") << actions << hints << until_closed;
  auto* reply = new QDBusPendingCallWatcher(bus->asyncCall(call, answer_limit_ms), this);
  connect(reply, &QDBusPendingCallWatcher::finished, this, [this, reply, number] { answered(*reply, number); });
}

void CallNotification::answered(QDBusPendingCallWatcher& reply, int number) {
  reply.deleteLater();
  const QDBusPendingReply<uint> id = reply;
  if (!id.isValid()) return;
  if (!shown_ || number != number_) return close(id.value());  // the ringing ended before it was there
  id_ = id.value();
}

void CallNotification::close() {
  shown_ = false;
  if (id_) close(*std::exchange(id_, std::nullopt));
}

void CallNotification::close(uint id) {
  const auto bus = session_bus();
  if (!bus) return;
  QDBusMessage call = call_of("CloseNotification");
  call << id;
  bus->send(call);
}

void CallNotification::listen() {
  if (std::exchange(listens_, true)) return;
  QDBusConnection bus = QDBusConnection::sessionBus();
  bus.connect(service, path, service, "ActionInvoked", this, SLOT(action_invoked(uint, QString)));
  bus.connect(service, path, service, "NotificationClosed", this, SLOT(notification_closed(uint, uint)));
  bus.connect(service, path, service, "ActivationToken", this, SLOT(activation_token(uint, QString)));
}

void CallNotification::activation_token(uint id, const QString& token) {
  if (id_ == id) qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
}

void CallNotification::action_invoked(uint id, const QString&) {
  if (id_ == id) Q_EMIT open_requested();
}

void CallNotification::notification_closed(uint id, uint) {
  if (id_ == id) id_.reset();
}

}  // namespace evenkeel

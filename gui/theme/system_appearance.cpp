#include "gui/theme/system_appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QTimer>

#include "gui/theme/session_bus.h"
#include "gui/theme/theme.h"
#include "gui/theme/window_style.h"

namespace evenkeel {
namespace {

const char* const service = "org.freedesktop.portal.Desktop";
const char* const path = "/org/freedesktop/portal/desktop";
const char* const interface = "org.freedesktop.portal.Settings";
const char* const group_name = "org.freedesktop.appearance";
const char* const key_name = "color-scheme";

}  // namespace

SystemAppearance::SystemAppearance(QObject* parent)
    : QObject(parent), platform_dark_(theme_of(QApplication::palette()).dark) {
  QApplication::setStyle(new WindowStyle);
  set_palette();
  // Not before the window is there.
  QTimer::singleShot(0, this, &SystemAppearance::ask_portal);
}

void SystemAppearance::apply(Appearance appearance) {
  appearance_ = appearance;
  set_palette();
}

bool SystemAppearance::is_dark() const {
  if (appearance_ != Appearance::system) return appearance_ == Appearance::dark;
  return portal_dark_.value_or(platform_dark_);
}

std::optional<bool> SystemAppearance::dark_of(const QVariant& value) {
  QVariant inner = value;
  while (inner.canConvert<QDBusVariant>()) inner = inner.value<QDBusVariant>().variant();
  bool is_number = false;
  const uint scheme = inner.toUInt(&is_number);
  if (!is_number || (scheme != 1 && scheme != 2)) return std::nullopt;
  return scheme == 1;
}

void SystemAppearance::ask_portal() {
  auto bus = session_bus();
  if (!bus) return;
  bus->connect(service, path, interface, "SettingChanged", this, SLOT(setting_changed(QString, QString, QDBusVariant)));
  QDBusMessage question = QDBusMessage::createMethodCall(service, path, interface, "Read");
  question << group_name << key_name;
  auto* watcher = new QDBusPendingCallWatcher(bus->asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, &SystemAppearance::answered);
}

void SystemAppearance::answered(QDBusPendingCallWatcher* watcher) {
  watcher->deleteLater();
  const QDBusPendingReply<QDBusVariant> reply = *watcher;
  if (reply.isValid()) follow(dark_of(reply.value().variant()));
}

void SystemAppearance::setting_changed(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == group_name && key == key_name) follow(dark_of(value.variant()));
}

void SystemAppearance::follow(std::optional<bool> portal_dark) {
  const bool was_dark = is_dark();
  portal_dark_ = portal_dark;
  if (is_dark() != was_dark) set_palette();
}

void SystemAppearance::set_palette() {
  QApplication::setPalette(is_dark() ? dark_palette() : light_palette());
  Q_EMIT changed(is_dark());
}

}  // namespace evenkeel

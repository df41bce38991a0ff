#include "gui/window/window_settings.h"

#include <QFileInfo>
#include <QSettings>

#include "gui/call/recent_address.h"

namespace evenkeel {
namespace {

constexpr int max_recent = 10;
// As for --source and --audio. A screen is asked for by the desktop each time.
bool begins_next_start(const QString& source) { return source != "test" && source != "screen"; }

}  // namespace

QByteArray WindowSettings::bytes(const QString& key) const { return QSettings().value(key).toByteArray(); }
void WindowSettings::set_bytes(const QString& key, const QByteArray& value) { QSettings().setValue(key, value); }
QString WindowSettings::text(const QString& key) const { return QSettings().value(key).toString(); }
void WindowSettings::set_text(const QString& key, const QString& value) { QSettings().setValue(key, value); }
QStringList WindowSettings::list(const QString& key) const { return QSettings().value(key).toStringList(); }
void WindowSettings::set_list(const QString& key, const QStringList& value) { QSettings().setValue(key, value); }

QString WindowSettings::source(const QString& key) const {
  const QString source = text(key);
  return begins_next_start(source) ? source : QString();  // of an earlier version
}

void WindowSettings::set_source(const QString& key, const QString& source) {
  if (begins_next_start(source)) set_text(key, source);
}

void WindowSettings::add_recent_address(const QString& address) {
  if (!may_be_remembered(address)) return;
  prepend("start/recent", address);
}

void WindowSettings::add_recent_run(const QString& folder) {
  prepend("start/runs", QFileInfo(folder).absoluteFilePath());
}

void WindowSettings::prepend(const QString& key, const QString& text) {
  QStringList all = list(key);
  all.removeAll(text);
  all.prepend(text);
  set_list(key, all.mid(0, max_recent));
}

OptionTexts WindowSettings::options() const {
  QSettings settings;
  settings.beginGroup("options");
  OptionTexts options;
  for (const QString& name : settings.childKeys()) {
    options[name.toStdString()] = settings.value(name).toString().toStdString();
  }
  return options;
}

void WindowSettings::set_options(const OptionTexts& options) {
  QSettings settings;
  settings.remove("options");
  settings.beginGroup("options");
  for (const auto& [name, text] : options)
    settings.setValue(QString::fromStdString(name), QString::fromStdString(text));
}

std::optional<TuningState> WindowSettings::preset() const {
  QSettings settings;
  if (!settings.contains("preset/controller")) return std::nullopt;
  TuningState tuning;
  tuning.controller = text("preset/controller").toStdString();
  tuning.send_loop = text("preset/send_loop").toStdString();
  for (const QString& setting : list("preset/settings")) {
    const auto equals = setting.indexOf('=');
    if (equals > 0) tuning.settings[setting.left(equals).toStdString()] = setting.mid(equals + 1).toStdString();
  }
  return tuning;
}

void WindowSettings::set_preset(const TuningState& tuning) {
  set_text("preset/controller", QString::fromStdString(tuning.controller));
  set_text("preset/send_loop", QString::fromStdString(tuning.send_loop));
  QStringList settings;
  for (const auto& [key, value] : tuning.settings) settings << QString::fromStdString(key + '=' + value);
  set_list("preset/settings", settings);
}

}  // namespace evenkeel

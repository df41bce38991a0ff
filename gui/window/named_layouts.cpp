#include "gui/window/named_layouts.h"

#include <QSettings>
#include <QUrl>

namespace evenkeel {
namespace {

const QString group = QStringLiteral("plots/named");

/// QSettings takes a slash for a group.
QString key_of(const QString& name) {
  const QByteArray encoded = QUrl::toPercentEncoding(name.left(NamedLayouts::max_name_length));
  return group + QChar('/') + QString::fromLatin1(encoded);
}

}  // namespace

QStringList NamedLayouts::names() {
  QSettings settings;
  settings.beginGroup(group);
  QStringList names;
  for (const QString& key : settings.childKeys()) names << QUrl::fromPercentEncoding(key.toLatin1());
  names.sort(Qt::CaseInsensitive);
  return names;
}

void NamedLayouts::save(const QString& name, const QByteArray& state) { QSettings().setValue(key_of(name), state); }

void NamedLayouts::remove(const QString& name) { QSettings().remove(key_of(name)); }

QByteArray NamedLayouts::state(const QString& name) { return QSettings().value(key_of(name)).toByteArray(); }

}  // namespace evenkeel

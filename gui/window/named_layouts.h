#pragma once

#include <QByteArray>
#include <QStringList>

namespace evenkeel {

/// Layouts of the plots that were saved by name, in QSettings.
class NamedLayouts {
 public:
  static constexpr int max_name_length = 60;

  /// In alphabetical order.
  static QStringList names();
  /// Replaces one of the same name; longer names are cut.
  static void save(const QString& name, const QByteArray& state);
  static void remove(const QString& name);
  /// As PlotStack::layout_state() gave it; empty if there is none of this name.
  static QByteArray state(const QString& name);
};

}  // namespace evenkeel

#pragma once

#include <QStringList>
#include <QToolButton>
#include <vector>

#include "gui/backend/algorithm_catalog.h"

class QMenu;

namespace evenkeel {

/// A button with a list of the controllers: those that are checked, up to three, run beside the one in the loop.
class ShadowChoice : public QToolButton {
  Q_OBJECT

 public:
  static constexpr int max_shadows = 3;

  explicit ShadowChoice(const std::vector<AlgorithmDescription>& controllers, QWidget* parent = nullptr);

  /// Shows which are checked, in their order.
  void show_chosen(const QStringList& names);
  const QStringList& names() const { return names_; }
  /// Checks one, or no longer.
  void toggle(const QString& name);

 Q_SIGNALS:
  void chosen(const QStringList& names);  ///< by somebody

 private:
  void show_names();

  QMenu* menu_;
  QStringList names_;
};

}  // namespace evenkeel

#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <QSize>
#include <array>

namespace evenkeel {

/// The plots and the panels around the call, which can be moved, floated and closed. By default the plots have the
/// right side, and tuning and link lie beside the theory below the picture.
class Docks : public QObject {
  Q_OBJECT

 public:
  enum Panel { tuning, theory, link };

  Docks(QMainWindow& window, QWidget* plots, const std::array<QWidget*, 3>& panels);

  /// Which docks the shown page has; those that the user closed stay closed.
  void set_available(bool plots, bool panels);

  bool plots_wanted() const { return plots_wanted_; }
  bool panels_wanted() const { return panels_wanted_; }
  void want_plots(bool wanted);
  /// Shows or hides all panels, including those closed one by one.
  void want_panels(bool wanted);
  void set_default_layout();

  bool eventFilter(QObject* watched, QEvent* event) override;

  QByteArray layout() const;
  void restore_layout(const QByteArray& layout);

 Q_SIGNALS:
  void changed();

 private:
  QDockWidget* add(const QString& title, const QString& name, QWidget* content);
  void set_sizes();
  void remember_panel_sizes();
  void restore_panel_sizes();
  void set_shown(QDockWidget& dock, bool shown);
  void release_focus(const QDockWidget& dock);
  void show();
  void on_closed();

  QMainWindow& window_;
  QDockWidget* plots_;
  std::array<QDockWidget*, 3> panels_;
  bool plots_available_ = false;
  bool panels_available_ = false;
  bool plots_wanted_ = true;
  std::array<bool, 3> closed_{};  ///< of the panels: by the user, one by one
  bool panels_wanted_ = true;
  bool showing_ = false;
  std::array<QSize, 3> panel_sizes_;  ///< of those that are hidden: Qt's saved state has none of them
  QByteArray state_;                  ///< as it was when all were last available; empty: by default
};

}  // namespace evenkeel

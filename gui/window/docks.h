#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <array>

namespace evenkeel {

/// The instruments around the call, which can be moved, floated and closed. A call begins without any. *Stats* has the
/// plots at the right side; *Lab* has the plots, and tuning and link beside the theory below the picture. Each of the
/// two arrangements keeps what was moved in it.
class Docks : public QObject {
  Q_OBJECT

 public:
  enum Panel { tuning, theory, link };
  enum class Arrangement { none, stats, lab, runs };

  Docks(QMainWindow& window, QWidget* plots, const std::array<QWidget*, 3>& panels);

  /// Which docks the shown page has: a call both, recorded runs the plots alone, which then cannot be closed.
  void set_available(bool plots, bool panels);

  /// In a call, by *Stats* or in the lab.
  bool plots_wanted() const { return lab_wanted_ ? !closed_[plots] : stats_wanted_; }
  bool lab_wanted() const { return lab_wanted_; }
  void want_stats(bool wanted);
  /// Shows or hides all instruments, including those closed one by one.
  void want_lab(bool wanted);
  Arrangement arrangement() const;
  void set_default_layout();

  bool eventFilter(QObject* watched, QEvent* event) override;

  QByteArray layout() const;
  void restore_layout(const QByteArray& layout);

 Q_SIGNALS:
  void changed();

 private:
  static constexpr std::size_t arrangements = 4;
  enum { plots = 3, docks = 4 };

  QDockWidget* add(const QString& title, const QString& name, QWidget* content);
  void arrange_by_default();
  void set_sizes();
  int least_panels_height() const;
  void raise_low_panels();
  bool is_wanted(std::size_t dock) const;
  void set_shown(QDockWidget& dock, bool shown);
  void release_focus(const QDockWidget& dock);
  QByteArray state_of(Arrangement arrangement) const;
  void update();
  void show();
  void on_closed();

  QMainWindow& window_;
  std::array<QDockWidget*, docks> docks_;
  bool plots_available_ = false;
  bool panels_available_ = false;
  bool stats_wanted_ = false;
  bool lab_wanted_ = false;
  std::array<bool, docks> closed_{};  ///< in the lab, one by one
  bool showing_ = false;
  bool restoring_ = false;          ///< the arrangement that is shown still gets its sizes
  bool lab_of_last_start_ = false;  ///< the lab was not yet shown since its layout was restored
  Arrangement shown_ = Arrangement::none;
  std::array<QByteArray, arrangements> states_;  ///< as each was when it was last left; empty: by default
};

}  // namespace evenkeel

#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "gui/backend/commands.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace evenkeel {

class QuantityRow;
struct QuantityInfo;

/// Controls the emulated link during a call: sliders, buttons that step the capacity, a schedule or a trace.
class LinkPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LinkPanel(QWidget* parent = nullptr);

  /// Shows the link as the call reports it; may be called with every poll. Does not emit. Ignored for half a second
  /// after an edit, until the call has carried it out.
  void set_link(const LinkSettings& settings, const QString& program);
  /// If disabled, shows a sentence instead of the controls.
  void set_enabled_with_reason(bool enabled, const QString& reason = no_link_reason());
  static QString no_link_reason();

 Q_SIGNALS:
  void link_changed(const LinkSettings& settings);
  void schedule_chosen(const QString& text);
  void trace_requested();

 private:
  QWidget* make_controls();
  void make_rows(QVBoxLayout& layout);
  QuantityRow* make_row(QVBoxLayout& layout, const QuantityInfo& info);
  QWidget* make_steps();
  void add_step(QGridLayout& grid, int place, const QString& text, double factor, double bps);
  QWidget* make_programs();
  void edit(QuantityRow& row, const QString& text);
  void step_to(double bps);
  void step_back();
  void run_schedule();
  void send();
  void show_reported();
  void show_program(const QString& program);
  LinkSettings settings() const;

  LinkSettings reported_;
  std::vector<double> before_steps_;  // capacities, the newest last
  QTimer hold_;
  QStackedLayout* pages_ = nullptr;
  QLabel* reason_ = nullptr;
  QuantityRow* capacity_ = nullptr;
  QuantityRow* delay_ = nullptr;
  QuantityRow* buffer_ = nullptr;
  QuantityRow* loss_ = nullptr;
  QuantityRow* jitter_ = nullptr;
  QToolButton* back_ = nullptr;
  QLineEdit* schedule_ = nullptr;
  QLabel* schedule_error_ = nullptr;
  QLabel* program_ = nullptr;
};

}  // namespace evenkeel

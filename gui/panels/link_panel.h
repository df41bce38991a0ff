#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/backend/commands.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace evenkeel {

class QuantityRow;
struct QuantityInfo;

/// Controls the emulated link during a call: sliders, buttons that step the capacity, a schedule or a trace. A switch
/// has calls over the real network emulate one as well.
class LinkPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LinkPanel(QWidget* parent = nullptr);

  /// Shows the link as the call reports it; may be called with every poll. Does not emit. Ignored for half a second
  /// after an edit, until the call has carried it out.
  void set_link(const LinkSettings& settings, const QString& program);
  /// Whether a link is emulated in the call; `in_call`: whether there is one. Without a link the controls are there
  /// only while the switch is on, for the next call.
  void set_has_link(bool has_link, bool in_call);
  /// A demo sends over a link whatever the switch says, which is shown on then, and cannot be changed.
  void set_demo(bool demo);
  /// What of the switch is shown is not always the choice for the next call.
  QCheckBox& emulation() { return *emulation_; }
  /// As shown: of the call, or of the next one that emulates a link.
  LinkSettings settings() const;

 Q_SIGNALS:
  /// What is emulated in calls from the next one on; nullopt: nothing.
  void emulation_changed(const std::optional<evenkeel::LinkSettings>& link);
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
  void show_state();
  void emit_emulation();
  void show_emulation();
  void show_program(const QString& program);

  LinkSettings reported_;
  std::vector<double> before_steps_;  // capacities, the newest last
  QTimer hold_;
  bool has_link_ = true;
  bool in_call_ = false;
  bool demo_ = false;
  bool wanted_ = false;  ///< by the switch, in calls
  QCheckBox* emulation_ = nullptr;
  QLabel* state_ = nullptr;
  QWidget* controls_ = nullptr;
  QWidget* programs_ = nullptr;
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

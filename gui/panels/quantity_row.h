#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/panels/quantity_info.h"
#include "gui/panels/slider_scale.h"

class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace evenkeel {

/// One quantity: symbol, slider, text field and, optionally, a reset button. It emits every change, and shows the value
/// that its owner then sets.
class QuantityRow : public QWidget {
  Q_OBJECT

 public:
  explicit QuantityRow(QuantityInfo info, QWidget* parent = nullptr);

  const QuantityInfo& info() const { return info_; }
  /// Does not emit. Does not disturb a slider that is being dragged or a text that is being typed.
  void show_value(double value);
  double value() const { return value_; }
  /// Turns the field red and shows the sentence below it, until the next value or edit.
  void show_error(const QString& sentence);
  /// Shows the reset button; without a tool tip hides it.
  void show_reset(const QString& tool_tip);
  /// Removes the reset button and its space.
  void remove_reset();
  int symbol_width() const;
  void set_symbol_width(int pixels);
  /// Puts its controls after `previous` in the tab order and returns the last of them.
  QWidget* follow_in_tab_order(QWidget* previous);

  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  /// A text in the form of --set, or as typed. Edits of one drag, or of keys without a long pause, have the same `drag`
  /// number; typed ones have 0. While the slider moves, emitted at most every 50 ms, and once at the end.
  void edited(const QString& text, int drag);
  void reset_requested();
  /// The row got the focus or the pointer, so that its meaning can be shown.
  void entered();

 protected:
  void changeEvent(QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;

 private:
  void build();
  void connect_slider();
  void name_controls();
  void move_to(int position);
  void send_pending();
  void commit_text();
  void leave_field();
  void show_text();
  void set_wrong(const QString& sentence);
  void color_error();
  void begin_drag();

  QuantityInfo info_;
  SliderScale scale_;
  double value_ = 0;
  bool pending_ = false;
  int drag_ = 0;
  QTimer throttle_;
  QTimer keys_pause_;
  QLabel* symbol_ = nullptr;
  QSlider* slider_ = nullptr;
  QLineEdit* field_ = nullptr;
  QToolButton* reset_ = nullptr;
  QLabel* error_ = nullptr;
};

}  // namespace evenkeel

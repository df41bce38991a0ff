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

/// One quantity: symbol, slider, text field and, where its owner wants one, an arrow back to the value it came from.
/// It asks its owner for every change and shows what the owner answers.
class QuantityRow : public QWidget {
  Q_OBJECT

 public:
  explicit QuantityRow(QuantityInfo info, QWidget* parent = nullptr);

  const QuantityInfo& info() const { return info_; }
  /// Does not emit. A slider that is being dragged and a text that is being typed are left alone.
  void show_value(double value);
  double value() const { return value_; }
  /// The field turns red and the sentence stands below it, until the next value or edit.
  void show_error(const QString& sentence);
  /// The arrow; without a tool tip it is hidden.
  void show_reset(const QString& tool_tip);
  /// No place is kept for the arrow.
  void remove_reset();
  int symbol_width() const;
  void set_symbol_width(int pixels);
  /// Puts its controls behind `previous` and returns the last of them.
  QWidget* follow_in_tab_order(QWidget* previous);

  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  /// A text as --set takes it, or as it was typed. Edits of one drag, or of keys without a long pause between, have the
  /// same number; typed ones have 0. While the slider moves it comes at most every 50 ms, and once at the end.
  void edited(const QString& text, int drag);
  void reset_requested();
  /// The row got the focus or the pointer: its meaning may be shown.
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

#pragma once

#include <QWidget>
#include <optional>

namespace evenkeel {

/// How loud a sound is, on a scale of decibels, as a bar that rises at once and falls slowly, so that the eye can
/// follow. Greyed out where there is no sound to measure. Screen readers get its name and "-23 dB".
class LevelMeter : public QWidget {
  Q_OBJECT
 public:
  static constexpr double least_db = -60;  ///< below full scale: the empty bar
  static constexpr double fall_db = 1.5;   ///< at most, per set_level()

  LevelMeter(Qt::Orientation orientation, const QString& name, const QString& tool_tip, QWidget* parent = nullptr);

  /// W3C's audioLevel, 0 to 1 of full scale; nullopt: there is nothing to measure. To be called about 30 times a
  /// second, which is then how often it is painted at most.
  void set_level(std::optional<double> level);
  bool is_active() const { return active_; }
  double shown_db() const { return shown_db_; }
  /// The value in words.
  QString words() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int filled() const;
  void draw_level(QPainter& painter) const;
  void draw_limits(QPainter& painter) const;

  Qt::Orientation orientation_;
  bool active_ = false;
  double shown_db_ = least_db;
};

}  // namespace evenkeel

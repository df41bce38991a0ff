#include "gui/call/level_meter.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int thickness = 8;
constexpr int shortest = 28;
constexpr double loud_db = -12;
constexpr double too_loud_db = -3;  ///< speech is distorted soon

double db_of(double level) {
  return level > 0 ? std::max(20 * std::log10(level), LevelMeter::least_db) : LevelMeter::least_db;
}

/// Widgets tell screen readers no value by themselves.
class AccessibleMeter : public QAccessibleWidget, public QAccessibleValueInterface {
 public:
  explicit AccessibleMeter(LevelMeter& meter) : QAccessibleWidget(&meter, QAccessible::ProgressBar), meter_(meter) {}

  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
  }
  QString text(QAccessible::Text which) const override {
    return which == QAccessible::Value ? meter_.words() : QAccessibleWidget::text(which);
  }
  QVariant currentValue() const override { return std::round(meter_.shown_db()); }
  void setCurrentValue(const QVariant&) override {}  // It only measures.
  QVariant maximumValue() const override { return 0.0; }
  QVariant minimumValue() const override { return LevelMeter::least_db; }
  QVariant minimumStepSize() const override { return 1.0; }

 private:
  LevelMeter& meter_;
};

QAccessibleInterface* make_accessible(const QString&, QObject* object) {
  auto* meter = qobject_cast<LevelMeter*>(object);
  return meter == nullptr ? nullptr : new AccessibleMeter(*meter);
}

}  // namespace

LevelMeter::LevelMeter(Qt::Orientation orientation, const QString& name, const QString& tool_tip, QWidget* parent)
    : QWidget(parent), orientation_(orientation) {
  QAccessible::installFactory(make_accessible);  // Installed once, however often it is asked for.
  setAccessibleName(name);
  setToolTip(tool_tip);
  const bool lies = orientation == Qt::Horizontal;
  setSizePolicy(lies ? QSizePolicy::Expanding : QSizePolicy::Fixed, lies ? QSizePolicy::Fixed : QSizePolicy::Preferred);
}

void LevelMeter::set_level(std::optional<double> level) {
  const int filled_before = filled();
  const bool active_before = active_;
  active_ = level.has_value();
  shown_db_ = active_ ? std::max(db_of(*level), shown_db_ - fall_db) : least_db;
  shown_db_ = std::clamp(shown_db_, least_db, 0.0);
  if (filled() != filled_before || active_ != active_before) update();
}

QString LevelMeter::words() const {
  if (!active_) return tr("no sound");
  return shown_db_ <= least_db ? tr("silent") : tr("%1 dB").arg(std::round(shown_db_));
}

QSize LevelMeter::sizeHint() const {
  return orientation_ == Qt::Horizontal ? QSize(shortest, thickness) : QSize(thickness, shortest);
}

/// In pixels of the bar.
int LevelMeter::filled() const {
  const int length = orientation_ == Qt::Horizontal ? width() : height();
  return static_cast<int>(std::lround(length * (1 - shown_db_ / least_db)));
}

void LevelMeter::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(active_ ? theme.axis : theme.grid);
  painter.setOpacity(active_ ? 0.45 : 1);
  const double radius = std::min(width(), height()) / 2.0;
  painter.drawRoundedRect(QRectF(rect()), radius, radius);
  painter.setOpacity(1);
  if (filled() > 0) draw_level(painter);
  if (active_) draw_limits(painter);
}

void LevelMeter::draw_level(QPainter& painter) const {
  const Theme& theme = theme_of(palette());
  QRectF part = rect();
  if (orientation_ == Qt::Horizontal) {
    part.setWidth(filled());
  } else {
    part.setTop(height() - filled());
  }
  painter.setBrush(shown_db_ >= too_loud_db ? theme.danger : shown_db_ >= loud_db ? theme.warning : theme.good);
  painter.setClipRect(part);  // Round where the bar is, straight where the level is.
  const double radius = std::min(width(), height()) / 2.0;
  painter.drawRoundedRect(QRectF(rect()), radius, radius);
  painter.setClipping(false);
}

/// Gaps where it becomes loud and too loud: the colour alone does not tell everybody.
void LevelMeter::draw_limits(QPainter& painter) const {
  for (const double db : {loud_db, too_loud_db}) {
    const double share = 1 - db / least_db;
    const QRectF gap = orientation_ == Qt::Horizontal ? QRectF(std::round(width() * share), 0, 1, height())
                                                      : QRectF(0, std::round(height() * (1 - share)), width(), 1);
    painter.fillRect(gap, palette().color(QPalette::Window));
  }
}

}  // namespace evenkeel

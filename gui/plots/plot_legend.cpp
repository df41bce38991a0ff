#include "gui/plots/plot_legend.h"

#include <QEvent>
#include <QKeyEvent>
#include <algorithm>

#include "gui/plots/curve_style.h"
#include "gui/plots/flow_layout.h"

namespace evenkeel {

PlotLegend::PlotLegend(const PlotSpec& plot, QWidget* parent) : QWidget(parent) {
  auto* flow = new FlowLayout(this);
  flow->setContentsMargins(8, 2, 4, 0);
  flow->setSpacing(2);
  title_ = new QLabel(text_of(plot.title), this);
  unit_ = new QLabel(this);
  title_->setMargin(2);
  unit_->setMargin(2);
  QFont bold(font());
  bold.setBold(true);
  title_->setFont(bold);
  flow->addWidget(title_);
  flow->addWidget(unit_);
  items_.resize(plot.curves.size());
  const auto add = [&](std::size_t i) {
    items_[i] = new LegendItem(text_of(plot.curves[i].label), plot.curves[i].mark, this);
    flow->addWidget(items_[i]);
    items_[i]->installEventFilter(this);
    order_.push_back(i);
  };
  // The curve drawn last is on top and matters most, so it is named first.
  for (std::size_t i = items_.size(); i-- > 0;)
    if (plot.curves[i].mark == CurveSpec::Mark::none) add(i);
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (plot.curves[i].mark != CurveSpec::Mark::none) add(i);
  if (!order_.empty()) make_tab_stop(items_[order_.front()]);
  set_units(text_of(plot.unit), text_of(plot.right_unit));
  apply_palette();
}

void PlotLegend::make_tab_stop(const QObject* item) {
  for (LegendItem* other : items_) other->setFocusPolicy(other == item ? Qt::TabFocus : Qt::NoFocus);
}

bool PlotLegend::move_focus(const QObject* from, int key) {
  if (key != Qt::Key_Left && key != Qt::Key_Right) return false;
  const auto at = std::find_if(order_.begin(), order_.end(), [&](std::size_t i) { return items_[i] == from; });
  const std::ptrdiff_t step = key == Qt::Key_Right ? 1 : -1;
  const auto end = static_cast<std::ptrdiff_t>(order_.size());
  for (auto place = at - order_.begin() + step; place >= 0 && place < end; place += step) {
    LegendItem* item = items_[order_[static_cast<std::size_t>(place)]];
    if (item->isHidden()) continue;
    item->setFocus(Qt::TabFocusReason);
    break;
  }
  return true;
}

bool PlotLegend::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) make_tab_stop(watched);
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier && move_focus(watched, key->key())) return true;
  }
  return QWidget::eventFilter(watched, event);
}

void PlotLegend::set_units(const QString& left, const QString& right) {
  const QString text = right.isEmpty() ? left : QStringLiteral("%1 | %2").arg(left, right);
  if (text == unit_->text()) return;
  unit_->setText(text);
  unit_->setToolTip(right.isEmpty() ? QStringLiteral("The unit of the axis")
                                    : QStringLiteral("The unit of the left-hand axis, and of the right-hand one"));
  updateGeometry();
}

void PlotLegend::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) apply_palette();
}

void PlotLegend::apply_palette() {
  const Theme& theme = theme_of(palette());
  QPalette faint(unit_->palette());
  faint.setColor(QPalette::WindowText, theme.faint_text);
  unit_->setPalette(faint);
  QPalette clear(title_->palette());
  clear.setColor(QPalette::WindowText, theme.text);
  title_->setPalette(clear);
}

}  // namespace evenkeel

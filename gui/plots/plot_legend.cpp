#include "gui/plots/plot_legend.h"

#include <QEvent>

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
    order_.push_back(i);
  };
  // What is drawn last lies on top and matters most: it is named first.
  for (std::size_t i = items_.size(); i-- > 0;)
    if (plot.curves[i].mark == CurveSpec::Mark::none) add(i);
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (plot.curves[i].mark != CurveSpec::Mark::none) add(i);
  set_units(text_of(plot.unit), text_of(plot.right_unit));
  dress();
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
  if (event->type() == QEvent::PaletteChange) dress();
}

void PlotLegend::dress() {
  const Theme& theme = theme_of(palette());
  QPalette faint(unit_->palette());
  faint.setColor(QPalette::WindowText, theme.faint_text);
  unit_->setPalette(faint);
  QPalette clear(title_->palette());
  clear.setColor(QPalette::WindowText, theme.text);
  title_->setPalette(clear);
}

}  // namespace evenkeel

#include "gui/plots/plot_legend.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/plots/curve_style.h"
#include "gui/theme/flow_layout.h"

namespace evenkeel {
namespace {

QString name_of(const CurveSpec& curve) {
  QString name = words_of(curve.label);
  if (curve.added && curve.growth) name = PlotLegend::tr("%1 per s").arg(name);
  return curve.flow.view().empty() ? name : PlotLegend::tr("%1 of %2").arg(name, text_of(curve.flow.view()));
}

}  // namespace

PlotLegend::PlotLegend(const PlotSpec& plot, QWidget* parent) : QWidget(parent) {
  auto* flow = new FlowLayout(this);
  flow->setContentsMargins(8, 2, 4, 0);
  flow->setSpacing(2);
  title_ = new QLabel(words_of(plot.title), this);
  unit_ = new QLabel(this);
  title_->setMargin(2);
  unit_->setMargin(2);
  QFont bold(font());
  bold.setBold(true);
  title_->setFont(bold);
  flow->addWidget(title_);
  flow->addWidget(unit_);
  set_curves(plot);
  set_units(words_of(plot.unit), words_of(plot.right_unit));
  apply_palette();
}

void PlotLegend::set_curves(const PlotSpec& plot) {
  for (LegendItem* item : items_) {
    item->hide();
    item->deleteLater();  // it may be the one whose key is handled
    layout()->removeWidget(item);
  }
  items_.assign(plot.curves.size(), nullptr);
  order_.clear();
  // The curve drawn last is on top and matters most, so it is named first.
  for (std::size_t i = items_.size(); i-- > 0;)
    if (plot.curves[i].mark == CurveSpec::Mark::none) add_item(plot.curves[i], i);
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (plot.curves[i].mark != CurveSpec::Mark::none) add_item(plot.curves[i], i);
  if (!order_.empty()) make_tab_stop(items_[order_.front()]);
  updateGeometry();
}

void PlotLegend::add_item(const CurveSpec& curve, std::size_t index) {
  items_[index] = new LegendItem(name_of(curve), curve.mark, curve.added, this);
  layout()->addWidget(items_[index]);
  items_[index]->show();
  items_[index]->installEventFilter(this);
  connect(items_[index], &LegendItem::remove_asked, this, [this, index] { Q_EMIT remove_asked(index); });
  order_.push_back(index);
}

void PlotLegend::set_selected(bool selected) {
  if (selected == std::exchange(selected_, selected)) return;
  update();
}

void PlotLegend::paintEvent(QPaintEvent*) {
  if (!selected_) return;
  QPainter painter(this);
  painter.fillRect(QRect(1, 2, 4, height() - 4), palette().color(QPalette::Highlight));
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
  unit_->setToolTip(right.isEmpty() ? tr("The unit of the axis")
                                    : tr("The unit of the left-hand axis, and of the right-hand one"));
  updateGeometry();
}

/// No plot may become so low that names of its curves are cut off.
void PlotLegend::keep_room() {
  const int needed = layout()->heightForWidth(width());
  if (needed != minimumHeight()) setMinimumHeight(needed);
}

void PlotLegend::resizeEvent(QResizeEvent*) { keep_room(); }

bool PlotLegend::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest) keep_room();
  return done;
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

#include "gui/figures/axes_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gui/figures/figure_content.h"
#include "gui/figures/figure_text.h"
#include "gui/figures/figure_ticker.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int axes_height = 216;
constexpr int top_margin = 12;
constexpr int right_margin = 30;  // half of the last number below the axis

/// A layer of our own drawing between QCustomPlot's grid and axes.
class DrawnLayer : public QCPLayerable {
 public:
  DrawnLayer(QCustomPlot* plot, const QString& layer, std::function<void(QCPPainter&)> drawing)
      : QCPLayerable(plot, layer), drawing_(std::move(drawing)) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  QRect clipRect() const override { return mParentPlot->viewport(); }
  void draw(QCPPainter* painter) override { drawing_(*painter); }

 private:
  std::function<void(QCPPainter&)> drawing_;
};

QSharedPointer<QCPAxisTicker> ticker_of(bool logarithmic, int max_labels) {
  if (logarithmic) return QSharedPointer<QCPAxisTicker>(new FigureLogTicker(max_labels));
  QSharedPointer<QCPAxisTicker> ticker(new FigureTicker);
  ticker->setTickCount(max_labels - 2);
  return ticker;
}

constexpr double turned_by = 35;  // degrees

/// A turned name in as many lines as fit between its neighbours. One that would begin left of the picture is cut,
/// because QCustomPlot would omit it.
QStringList turned_lines(const QString& name, double place, double tick) {
  const QFont& font = figure_fonts().text;
  const auto room = static_cast<qsizetype>(place * std::sin(qDegreesToRadians(turned_by)) / line_height(font));
  const double longest = std::min(220.0, tick / std::cos(qDegreesToRadians(turned_by)) - line_height(font));
  for (const double width : {140.0, 220.0}) {
    const QStringList lines = wrap_text(name, font, std::min(width, longest));
    if (lines.size() <= room) return lines;
  }
  return {QFontMetricsF(font).elidedText(name, Qt::ElideMiddle, longest)};
}

}  // namespace

AxesPlot::AxesPlot(const FigurePanel& panel, int width)
    : panel_(panel), width_(width), x_range_(x_range(panel)), y_range_(y_range(panel)) {
  if (!panel.categories.empty() && !y_range_) x_range_.reset();
  setBackground(light_theme().plot_background);
  const int beside = has_data() ? static_cast<int>(std::ceil(limit_label_width(panel))) : 0;
  axisRect()->setMinimumMargins({0, top_margin, std::max(beside, right_margin), 0});
  set_up_axis(*xAxis, panel.x, x_range_);
  set_up_axis(*yAxis, panel.y, y_range_);
  set_ticks();
  set_up_layers();
  arrange();
  set_names();
  arrange();
  set_categories();
  make_room_above();
}

void AxesPlot::set_up_axis(QCPAxis& axis, const FigureAxis& of, const std::optional<FigureRange>& range) {
  const Theme& theme = light_theme();
  for (const auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
    (axis.*set)(QPen(theme.axis, 1));
  axis.setTickLabelFont(figure_fonts().text);
  axis.setLabelFont(figure_fonts().text);
  axis.setTickLabelColor(theme.text);
  axis.setLabelColor(theme.text);
  axis.setLabelPadding(5);
  axis.grid()->setPen(QPen(theme.grid, 1));
  axis.grid()->setZeroLinePen(QPen(theme.axis, 1));
  axis.setScaleType(of.logarithmic && range ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (!of.logarithmic) axis.setSubTicks(false);
  if (range) axis.setRange(range->lower, range->upper);
  axis.setTicks(has_data());
  axis.setTickLabels(has_data());
  axis.grid()->setVisible(has_data());
}

void AxesPlot::set_ticks() {
  xAxis->setTicker(ticker_of(panel_.x.logarithmic, 9));
  yAxis->setTicker(ticker_of(panel_.y.logarithmic, 7));
  if (panel_.categories.empty()) return;
  xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerText));  // set_categories() gives it names
  xAxis->setScaleType(QCPAxis::stLinear);
  xAxis->grid()->setVisible(false);
  xAxis->setTickLength(0);
}

void AxesPlot::set_up_layers() {
  if (!has_data()) return;
  new DrawnLayer(this, QStringLiteral("background"), [this](QPainter& p) { draw_spans(p, axes(), panel_); });
  new DrawnLayer(this, QStringLiteral("main"), [this](QPainter& painter) {
    draw_bars(painter, axes(), panel_, bar_styles(panel_));
    draw_limits(painter, axes(), panel_);
    const std::vector<FigureStyle> styles = series_styles(panel_);
    for (std::size_t i = 0; i < styles.size(); ++i)
      draw_series(painter, axes(), panel_.series[i], styles[i], i, styles.size());
  });
  new DrawnLayer(this, QStringLiteral("overlay"), [this](QPainter& painter) {
    draw_labels(painter, span_labels(axes(), panel_), Qt::AlignHCenter);
    draw_labels(painter, limit_labels(axes(), panel_), Qt::AlignLeft);
  });
}

/// Names of categories wrap within their space; if a word is too long, all are turned.
void AxesPlot::set_categories() {
  if (panel_.categories.empty() || !has_data()) return;
  const double place = area().width() / static_cast<double>(panel_.categories.size()) - 8;
  const bool turned = std::ranges::any_of(panel_.categories, [&](const std::string& name) {
    return text_width(figure_text(name).split(QChar(' ')), figure_fonts().text) > place;
  });
  QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  for (std::size_t i = 0; i < panel_.categories.size(); ++i) {
    const QString name = figure_text(panel_.categories[i]);
    const QStringList lines = turned ? turned_lines(name, place, xAxis->coordToPixel(static_cast<double>(i + 1)))
                                     : wrap_text(name, figure_fonts().text, place);
    names->addTick(static_cast<double>(i + 1), lines.join(QChar('\n')));
  }
  if (turned) xAxis->setTickLabelRotation(-turned_by);
  xAxis->setTicker(names);
}

void AxesPlot::set_names() {
  xAxis->setLabel(wrap_text(figure_text(panel_.x.label), figure_fonts().text, area().width()).join(QChar('\n')));
  yAxis->setLabel(wrap_text(figure_text(panel_.y.label), figure_fonts().text, axes_height).join(QChar('\n')));
}

/// Makes room above the axes for the rows of span labels, and for limit labels near the top.
void AxesPlot::make_room_above() {
  arrange();
  if (!has_data()) return;
  double above = 0;
  for (const PlacedLabel& label : span_labels(axes(), panel_)) above = std::max(above, area().top() - label.area.top());
  for (const PlacedLabel& label : limit_labels(axes(), panel_))
    above = std::max(above, area().top() - label.area.top());
  QMargins least = axisRect()->minimumMargins();
  least.setTop(std::max(top_margin, static_cast<int>(std::ceil(above)) + 2));
  axisRect()->setMinimumMargins(least);
  arrange();
}

void AxesPlot::set_left_margin(int margin) {
  QMargins least = axisRect()->minimumMargins();
  least.setLeft(margin);
  axisRect()->setMinimumMargins(least);
  arrange();
  set_categories();
  make_room_above();
}

/// All axes have the same height, whatever labels are around them.
void AxesPlot::arrange() {
  setViewport({0, 0, width_, 2 * axes_height});
  updateLayout();
  const QMargins margins = axisRect()->margins();
  setViewport({0, 0, width_, axes_height + margins.top() + margins.bottom()});
  updateLayout();
}

void AxesPlot::draw_at(QCPPainter& painter, QPointF top_left) {
  painter.save();
  painter.translate(top_left);
  toPainter(&painter, width_, full_height());
  if (!has_data()) {
    painter.setFont(figure_fonts().text);
    painter.setPen(light_theme().faint_text);
    painter.drawText(area(), Qt::AlignCenter, QStringLiteral("no data"));
  }
  painter.restore();
}

}  // namespace evenkeel

#include "gui/plots/dressed_plot.h"

namespace evenkeel {

void dress_plot(QCustomPlot& plot, const Theme& theme, const QFont& font) {
  plot.setBackground(QBrush(theme.plot_background));
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(QPen(theme.axis));
    axis->setTickPen(QPen(theme.axis));
    axis->setSubTicks(false);
    axis->setTickLabelColor(theme.faint_text);
    axis->setLabelColor(theme.faint_text);
    axis->setTickLabelFont(font);
    axis->setLabelFont(font);
    axis->grid()->setPen(QPen(theme.grid));
    axis->grid()->setZeroLinePen(QPen(theme.grid));
  }
  plot.legend->setTextColor(theme.text);
  plot.legend->setFont(font);
  plot.legend->setBrush(theme.plot_background);
}

}  // namespace evenkeel

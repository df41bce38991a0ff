#include <QFileInfo>
#include <QSaveFile>
#include <QString>
#include <sstream>
#include <vector>

#include "gui/plots/curve_style.h"
#include "gui/plots/drawing_file.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/time_plot.h"
#include "gui/store/run_data.h"

// Files of what is visible.
namespace evenkeel {
namespace {

/// The heading of an exported picture.
struct ExportHeading {
  QString title;              ///< runs and flow
  std::vector<QString> runs;  ///< their names, if there are several
};

constexpr int padding = 12;
constexpr int sample_width = 18;

/// A page with plots, as wide as on the screen.
class Page {
 public:
  Page(const std::vector<TimePlot*>& plots, const ExportHeading& heading, const Theme& theme)
      : plots_(plots), heading_(heading), theme_(theme), font_(plots.front()->font()), metrics_(font_) {}

  QSize size() const {
    int height = 2 * padding + line() * (heading_.runs.empty() ? 1 : 2) + line();
    for (TimePlot* plot : plots_) height += legend_height(*plot) + plot->canvas().height();
    return {plots_.front()->canvas().width() + 2 * padding, height};
  }

  Drawing drawing() const {
    return {size(), heading_.title, [this](QCPPainter& painter) { draw(painter); }};
  }

 private:
  void draw(QCPPainter& painter) const {
    painter.fillRect(QRect(QPoint(), size()), theme_.plot_background);
    painter.setFont(font_);
    double y = padding;
    y += draw_heading(painter, y);
    for (TimePlot* plot : plots_) {
      y += draw_legend(painter, *plot, y);
      y += draw_canvas(painter, *plot, y);
    }
    painter.setFont(font_);
    painter.setPen(theme_.faint_text);
    const QRectF area(padding, y, plots_.front()->canvas().width(), line());
    painter.drawText(area, Qt::AlignCenter, PlotStack::tr("time [min:s]"));
  }

  int line() const { return metrics_.height() + 4; }
  int legend_height(TimePlot& plot) const { return line() * lines(plot, nullptr); }

  double draw_heading(QCPPainter& painter, double y) const {
    QFont bold(font_);
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme_.text);
    painter.drawText(QRectF(padding, y, size().width() - 2 * padding, line()), Qt::AlignLeft, heading_.title);
    painter.setFont(font_);
    double x = padding;
    for (std::size_t i = 0; i < heading_.runs.size(); ++i) {
      x = draw_item(painter, {x, y + line()}, run_look(i, theme_), CurveSpec::Mark::none, heading_.runs[i]);
    }
    return line() * (heading_.runs.empty() ? 1 : 2);
  }

  double draw_item(QCPPainter& painter, QPointF at, const CurveLook& look, CurveSpec::Mark mark,
                   const QString& text) const {
    draw_legend_sample(painter, QRectF(at, QSizeF(sample_width, line())), look, mark, theme_);
    painter.setPen(theme_.text);
    const int width = metrics_.horizontalAdvance(text) + 2;
    painter.drawText(QRectF(at.x() + sample_width + 4, at.y(), width, line()), Qt::AlignLeft | Qt::AlignVCenter, text);
    return at.x() + sample_width + width + 18;
  }

  /// The number of lines of the legend; draws it if there is a painter.
  int lines(TimePlot& plot, QCPPainter* painter, double y = 0) const {
    const double right = padding + plot.canvas().width();
    const QString title = words_of(plot.spec().title) + QStringLiteral("  [%1]").arg(plot.legend().units());
    double x = padding + metrics_.horizontalAdvance(title) + 28;
    int count = 1;
    if (painter != nullptr) draw_title(*painter, title, y);
    for (const std::size_t i : plot.legend().order()) {
      if (!plot.legend().item(i).isChecked() || plot.legend().item(i).isHidden()) continue;
      const QString name = plot.legend().item(i).text();
      const double width = sample_width + metrics_.horizontalAdvance(name) + 20;
      if (x + width > right) {
        x = padding;
        ++count;
      }
      const QPointF at(x, y + (count - 1) * line());
      if (painter != nullptr) draw_item(*painter, at, plot.legend_look(i), plot.spec().curves[i].mark, name);
      x += width;
    }
    return count;
  }

  void draw_title(QCPPainter& painter, const QString& title, double y) const {
    QFont bold(font_);
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme_.text);
    painter.drawText(QRectF(padding, y, 600, line()), Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(font_);
  }

  double draw_legend(QCPPainter& painter, TimePlot& plot, double y) const { return line() * lines(plot, &painter, y); }

  double draw_canvas(QCPPainter& painter, TimePlot& plot, double y) const {
    PlotCanvas& canvas = plot.canvas();
    painter.save();
    painter.translate(padding, y);
    canvas.toPainter(&painter, canvas.width(), canvas.height());
    painter.restore();
    return canvas.height();
  }

  const std::vector<TimePlot*>& plots_;
  const ExportHeading& heading_;
  const Theme& theme_;
  QFont font_;
  QFontMetrics metrics_;
};

QString cannot_write(const QString& path, const QString& why) {
  if (why.isEmpty()) return {};
  return PlotStack::tr("The plots could not be written to %1: %2; choose another folder.").arg(path, why);
}

QString nothing_shown() { return PlotStack::tr("No plot is shown, so there is nothing to export; show one first."); }

/// Draws the plots as they are shown, below each other, with the heading and legends. Returns an empty string, or one
/// sentence that says what failed. So does write_paper(), in the colours of paper.
QString write_png(const QString& path, const std::vector<TimePlot*>& plots, const ExportHeading& heading,
                  const Theme& theme) {
  if (plots.empty()) return nothing_shown();
  const Page page(plots, heading, theme);
  return cannot_write(path, save_png(path, page.drawing()));
}

/// By one of save_pdf() and save_svg().
QString write_paper(const QString& path, const std::vector<TimePlot*>& plots, const ExportHeading& heading,
                    const Theme& screen_theme, QString (*save)(const QString&, const Drawing&)) {
  if (plots.empty()) return nothing_shown();
  for (TimePlot* plot : plots) plot->apply_theme(light_theme());
  const Page page(plots, heading, light_theme());
  const QString failed = cannot_write(path, save(path, page.drawing()));
  for (TimePlot* plot : plots) plot->apply_theme(screen_theme);
  return failed;
}

ExportHeading heading_of(const std::vector<const RunData*>& runs, const FlowName& flow) {
  ExportHeading heading;
  QStringList names;
  for (const RunData* run : runs) {
    names << text_of(run->name);
    if (runs.size() > 1) heading.runs.push_back(names.back());
  }
  heading.title = names.isEmpty() ? PlotStack::tr("no run") : names.join(QStringLiteral(", "));
  if (!flow.view().empty()) heading.title += PlotStack::tr(" \u00b7 flow %1").arg(text_of(flow.view()));
  return heading;
}

}  // namespace

QString PlotStack::export_csv(const QString& path) const {
  if (runs_.empty()) return tr("There is no run to export; start a call or open a run first.");
  std::ostringstream text;
  std::vector<RunRange> runs;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const TimeRange visible = visible_range();
    runs.push_back({runs_[i], {visible.from - offset(i), visible.to - offset(i)}});
  }
  runs.size() == 1 ? write_range_csv(text, runs_.front()->store, runs.front().range) : write_runs_csv(text, runs);
  const QByteArray bytes = QByteArray::fromStdString(text.str());
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
  return tr("The rows could not be written to %1: %2; choose another folder.").arg(path, file.errorString());
}

QString PlotStack::export_png(const QString& path) {
  refresh();
  return write_png(path, shown_plots(), heading_of(runs_, flow_), theme_of(palette()));
}

QString PlotStack::export_pdf(const QString& path) { return export_paper(path, &save_pdf); }
QString PlotStack::export_svg(const QString& path) { return export_paper(path, &save_svg); }

QString PlotStack::export_paper(const QString& path, QString (*save)(const QString&, const Drawing&)) {
  refresh();
  const QString failed = write_paper(path, shown_plots(), heading_of(runs_, flow_), theme_of(palette()), save);
  refresh();
  return failed;
}

QString PlotStack::export_picture(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "png") return export_png(path);
  if (suffix == "pdf") return export_pdf(path);
  if (suffix == "svg") return export_svg(path);
  return tr("The plots are not written to %1, since the end of its name is no format that Evenkeel writes; let it end "
            "in "
            ".png, .pdf or .svg.")
      .arg(path);
}

}  // namespace evenkeel

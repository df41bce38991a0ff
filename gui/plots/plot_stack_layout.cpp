#include <QMap>
#include <QSplitter>
#include <QUrl>
#include <algorithm>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/time_plot.h"
#include "gui/theme/vertical_scroll_area.h"

// Which curves plots have, which plot is selected, and how all this is kept.
namespace evenkeel {
namespace {

// Of layout_state(), which is text: "plots 3", then "rate:250" for each shown plot with its height, "rate+COLUMN:FLOW"
// for each added curve and "-COLUMN" for each hidden one. A settings file may contain anything, and QDataStream and
// QSplitter::restoreState() would allocate any amount of memory that it names. Layouts of version 2 have no curves;
// those of version 1 are ignored: they would hide the queue plot, which did not exist then.
constexpr const char* layout_version = "plots 3";
constexpr const char* former_version = "plots 2";
constexpr int largest_height = 100'000;
constexpr std::size_t most_added = 200;

struct Layout {
  QMap<QString, int> heights;
  std::vector<std::pair<QString, ColumnChoice>> added;  ///< with the id of the plot
  QStringList hidden;
};

bool read_height(const QString& part, Layout& layout) {
  const auto colon = part.indexOf(QChar(':'));
  const QString id = part.left(colon);
  bool is_number = false;
  const int height = part.mid(colon + 1).toInt(&is_number);
  const bool fits = is_number && height >= 0 && height <= largest_height;
  if (colon < 0 || !fits || !PlotStack::plot_ids().contains(id) || layout.heights.contains(id)) return false;
  layout.heights[id] = height;
  return true;
}

bool read_added(const QString& part, Layout& layout) {
  const auto plus = part.indexOf(QChar('+'));
  const QString id = part.left(plus);
  const auto choice = parse_choice(part.mid(plus + 1));
  if (!choice || !PlotStack::plot_ids().contains(id) || layout.added.size() >= most_added) return false;
  layout.added.emplace_back(id, *choice);
  return true;
}

bool read_hidden(const QString& part, Layout& layout) {
  if (find_column(part.mid(1).toStdString()) == nullptr) return false;
  layout.hidden << part.mid(1);
  return true;
}

std::optional<Layout> read_layout(const QByteArray& state) {
  const QStringList parts = QString::fromLatin1(state).split(QChar(' '));
  if (parts.size() < 3) return std::nullopt;
  const QString version = parts[0] + QChar(' ') + parts[1];
  if (version != QLatin1String(layout_version) && version != QLatin1String(former_version)) return std::nullopt;
  Layout layout;
  for (const QString& part : parts.mid(2)) {
    const bool read = part.startsWith(QChar('-')) ? read_hidden(part, layout)
                      : part.contains(QChar('+')) ? read_added(part, layout)
                                                  : read_height(part, layout);
    if (!read) return std::nullopt;
  }
  return layout.heights.isEmpty() ? std::nullopt : std::optional(layout);
}

}  // namespace

QByteArray PlotStack::layout_state() const {
  const QStringList ids = plot_ids();
  QString state = QString::fromLatin1(layout_version);
  for (qsizetype i = 0; i < ids.size(); ++i)
    if (plot_shown(ids[i])) state += QStringLiteral(" %1:%2").arg(ids[i]).arg(splitter_->sizes()[i]);
  for (const TimePlot* plot : plots_) {
    for (const CurveSpec& curve : plot->spec().curves)
      if (curve.added) state += QChar(' ') + text_of(plot->spec().id) + QChar('+') + choice_text(choice_of(curve));
  }
  for (const QString& column : hidden_curves_) state += QStringLiteral(" -") + column;
  return state.toLatin1();
}

bool PlotStack::restore_layout(const QByteArray& state) {
  const auto layout = read_layout(state);
  if (!layout) return false;
  remove_added_curves();
  for (const auto& [id, choice] : layout->added) plot(id)->add_curve(choice);
  set_hidden_curves(layout->hidden);
  QList<int> sizes;
  for (const QString& id : plot_ids()) {
    set_plot_shown(id, layout->heights.contains(id));
    sizes << layout->heights.value(id, 0);
  }
  splitter_->setSizes(sizes);
  return true;
}

void PlotStack::restore_default_layout() {
  remove_added_curves();
  set_hidden_curves({});
  for (const PlotSpec& spec : plot_specs()) set_plot_shown(text_of(spec.id), spec.shown_by_default);
  share_height();
}

bool PlotStack::add_curve(const QString& plot_id, const ColumnChoice& choice) {
  TimePlot* wanted = plot(plot_id);
  if (wanted == nullptr || !wanted->add_curve(choice)) return false;
  set_curve_shown(text_of(choice.column), true);
  set_plot_shown(plot_id, true);
  select_plot(plot_id);
  return true;
}

void PlotStack::remove_added_curves() {
  for (TimePlot* plot : plots_) plot->remove_added_curves();
}

QString PlotStack::selected_plot() const {
  if (plot_shown(selected_)) return selected_;
  const TimePlot* first = reference_plot();
  return first == nullptr ? QString() : text_of(first->spec().id);
}

void PlotStack::select_plot(const QString& id) {
  selected_ = id;
  show_selection();
}

void PlotStack::step_selection(int by) {
  const std::vector<TimePlot*> shown = shown_plots();
  if (shown.empty()) return;
  const auto at = std::ranges::find(shown, plot(selected_plot())) - shown.begin();
  const auto last = static_cast<std::ptrdiff_t>(shown.size()) - 1;
  TimePlot* next = shown[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + by, 0, last))];
  select_plot(text_of(next->spec().id));
  scroll_->ensureWidgetVisible(next, 0, 0);
}

void PlotStack::set_selection_shown(bool shown) {
  selection_shown_ = shown;
  show_selection();
}

void PlotStack::show_selection() {
  const QString selected = selected_plot();
  for (TimePlot* plot : plots_)
    plot->legend().set_selected((selection_shown_ || hasFocus()) && text_of(plot->spec().id) == selected);
}

std::vector<ShownCurve> PlotStack::shown_curves() const {
  std::vector<ShownCurve> curves;
  for (TimePlot* plot : shown_plots()) {
    for (const std::size_t i : plot->legend().order()) {
      if (plot->spec().curves[i].mark != CurveSpec::Mark::none || !plot->curve_shown(i)) continue;
      for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (!plot->run_shown(run) || !plot->drawn(run, i)) continue;
        curves.push_back({words_of(plot->spec().title), plot->legend().item(i).text(), plot->unit_of(i), run,
                          text_of(runs_[run]->name), plot->look(i, run), plot->source(run, i)});
      }
    }
  }
  return curves;
}

}  // namespace evenkeel

#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/plots/added_curve.h"
#include "gui/plots/curve_style.h"
#include "gui/plots/marked_graph.h"
#include "gui/plots/plot_canvas.h"
#include "gui/plots/plot_legend.h"
#include "gui/plots/plot_spec.h"
#include "gui/plots/value_view.h"
#include "gui/plots/y_scale.h"
#include "gui/store/curve_source.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// One plot of the stack: its legend and its canvas. It redraws only on request. Columns can be dropped on it.
class TimePlot : public QWidget {
  Q_OBJECT

 public:
  explicit TimePlot(const PlotSpec& spec, QWidget* parent = nullptr);

  const PlotSpec& spec() const { return spec_; }
  PlotCanvas& canvas() { return *canvas_; }
  const PlotCanvas& canvas() const { return *canvas_; }
  PlotLegend& legend() { return *legend_; }
  void apply_theme(const Theme& theme);

  void set_runs(std::vector<const RunData*> runs);
  void set_flow(const FlowName& flow) { flow_ = flow; }
  /// By how much each run is moved on the time axis.
  void set_offsets(std::vector<Duration> offsets) { offsets_ = std::move(offsets); }
  void set_curve_shown(std::size_t curve, bool shown);
  void set_run_shown(std::size_t run, bool shown);
  /// False if the plot has it already, or if it cannot be drawn.
  bool add_curve(const ColumnChoice& choice);
  void remove_curve(std::size_t curve);
  void remove_added_curves();
  /// Scales the axes automatically again.
  void autoscale();
  ValueView value_view() const;
  void set_value_view(const ValueView& view);

  /// Reads the curves of a range from the stores. `now_s` is a clock in real time for the smoothing of the scales;
  /// nullopt: the scales fit at once.
  void fetch(TimeRange range, std::optional<double> now_s);
  /// Draws the fetched curves. The repaint of the widget is queued.
  void redraw(double from_s, double to_s);
  /// Sets the cursor, a line with a dot on each curve; nullopt: none. Drawn with the next redraw() or redraw_overlay().
  void set_cursor(std::optional<Duration> time);
  /// Shows the values at a time in the legend, and by how much they differ from those at another one.
  void show_values(Duration time, std::optional<Duration> compared_with);
  bool has_right_axis() const { return right_axis_; }

  QColor curve_color(std::size_t curve, std::size_t run) const;
  CurveLook look(std::size_t curve, std::size_t run) const;
  CurveLook legend_look(std::size_t curve) const;
  std::size_t runs() const { return runs_.size(); }
  bool run_shown(std::size_t run) const { return run_shown_[run]; }
  bool curve_shown(std::size_t curve) const { return shown(curve) && !legend_->item(curve).isHidden(); }
  /// A shadow controller's only where it is the same controller as in the first run.
  bool drawn(std::size_t run, std::size_t curve) const;
  CurveSource source(std::size_t run, std::size_t curve) const;
  /// The unit in which a curve is drawn.
  QString unit_of(std::size_t curve) const;

 Q_SIGNALS:
  void curve_toggled(const QString& column, bool shown);
  void curves_changed();  ///< one was added or removed
  void column_dropped(const ColumnChoice& choice);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// What the events were read of.
  struct EventsRead {
    std::vector<const RunData*> runs;
    std::vector<FlowName> flows;      ///< by run
    std::vector<Duration> offsets;    ///< by run
    std::vector<std::size_t> counts;  ///< by run
    std::vector<bool> shown;          ///< by run
    const Theme* theme = nullptr;

    bool operator==(const EventsRead&) const = default;
  };
  struct Extremes {
    double low = 0;
    double high = 0;
    bool any = false;
    void add(double value);
  };
  FlowName flow_of(const RunData& run) const;
  FlowName flow_of(const RunData& run, const CurveSpec& curve) const;
  TimeRange on_run(std::size_t run, TimeRange range) const {
    return {range.from - offsets_[run], range.to - offsets_[run]};
  }
  double offset_s(std::size_t run) const { return to_seconds(offsets_[run]); }
  void curves_changed_here();
  void connect_legend();
  void show_units();
  bool shown(std::size_t curve) const { return legend_->item(curve).isChecked(); }
  void show_graphs();
  void name_what_is_known();
  MarkedGraph* graph(std::size_t run, std::size_t curve) { return graphs_[run * spec_.curves.size() + curve]; }
  void make_graphs();
  void dress_graph(std::size_t run, std::size_t curve);
  void name_law_terms();
  void name_delay_kind();
  std::vector<std::string> shadow_names(std::size_t run, std::size_t curve) const;
  std::vector<std::string> shadow_names(std::size_t curve) const;
  void name_shadows();
  void fetch_curve(std::size_t run, std::size_t curve, TimeRange range, Extremes& extremes);
  EventsRead events_to_read() const;
  void fetch_events();
  void add_events(std::size_t run, std::size_t first, std::vector<EventMarks::Event>& events) const;
  void fetch_counts(TimeRange range);
  void fetch_modes(TimeRange range);
  void fit(YScale& scale, const Extremes& extremes, std::optional<double> now_s);
  void zoom_values(double factor, bool right);
  QColor mode_color(ControllerMode mode) const;
  std::optional<ControllerMode> mode_at(std::size_t run, Duration time) const;
  void show_mode(std::size_t curve, Duration time);
  /// In the unit of the axis; nullopt if the flow had no recent value.
  std::optional<double> value_at(std::size_t run, std::size_t curve, Duration time) const;
  QString reading_of(std::size_t run, std::size_t curve, Duration time, std::optional<Duration> compared_with) const;

  PlotSpec spec_;  // a copy: the names and axes of the law's terms come from the run, and curves are added
  PlotLegend* legend_;
  PlotCanvas* canvas_;
  const Theme* theme_ = &light_theme();
  std::vector<const RunData*> runs_;
  QStringList hidden_columns_;
  std::vector<bool> run_shown_;
  std::vector<Duration> offsets_;  // by run
  FlowName flow_;
  std::vector<MarkedGraph*> graphs_;  // by run, then by curve; null for marks
  YScale left_scale_;
  YScale right_scale_;
  bool autoscaled_ = true;
  bool right_axis_ = false;
  Duration least_growth_ = std::chrono::milliseconds(1);  // what a point of a counter's growth stands for
  EventsRead events_read_;
  std::vector<CurvePoint> points_;  // kept for their memory
  QVector<QCPGraphData> data_;      // the same
  std::vector<double> visible_;     // the same
};

}  // namespace evenkeel

#pragma once

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/plots/added_curve.h"
#include "gui/plots/plot_canvas.h"
#include "gui/plots/shown_curve.h"
#include "gui/plots/time_view.h"
#include "gui/plots/value_view.h"
#include "gui/store/run_alignment.h"
#include "gui/store/run_data.h"

class QSplitter;

namespace evenkeel {

class RunRow;
class TimeAxisStrip;
class TimePlot;
struct Drawing;
class VerticalScrollArea;

/// The plots below each other over one time axis, with one cursor, and two more that stay where they are set. It shows
/// the live run, or overlays up to six recorded ones. Each turn of the event loop redraws at most one plot, so that
/// pictures do not wait for plots.
class PlotStack : public QWidget {
  Q_OBJECT

 public:
  explicit PlotStack(QWidget* parent = nullptr);

  /// The first is the main run; those after the sixth are ignored. The runs must stay valid until the next call, and
  /// may grow meanwhile.
  void set_runs(std::vector<const RunData*> runs);
  const std::vector<const RunData*>& runs() const { return runs_; }
  /// The flow to draw; for a run without it, the matching one.
  void set_flow(FlowName flow);
  FlowName flow() const { return flow_; }
  /// Moves the runs so that what they have in common lies at one time: that of the first run that has it.
  void align(const RunAnchor& anchor);
  const RunAnchor& anchor() const { return anchor_; }
  /// From the time of a run to that of the axis.
  Duration offset(std::size_t run) const { return offsets_[run]; }
  /// The present time of the live run, about 30 times a second. Redraws only if a pixel changes.
  void set_now(Duration now);
  /// The live call has ended: stops following.
  void end_live();
  /// Reads and redraws everything before it returns.
  void refresh();

  /// While following, the right edge is the present. Panning or zooming with the mouse stops it.
  void set_following(bool on);
  bool following() const { return view_.following(); }
  void set_paused(bool on) { set_following(!on); }
  bool paused() const { return !following(); }
  void set_span(Duration span);
  Duration span() const { return from_seconds(view_.span_s()); }
  /// Shows the whole of all runs; stops following.
  void show_all();
  /// Moves the view to a time of the axis and puts the cursor there.
  void go_to(Duration time);
  /// Goes back to what was shown before the last box was drawn. False if there was none.
  bool zoom_back();
  TimeRange visible_range() const { return view_.range(); }
  /// The cursors that were set, at most two, in the order in which they were.
  const std::vector<Duration>& fixed_cursors() const { return fixed_; }
  /// Sets the next one: the first, the second, or again the first alone.
  void set_cursor_at(Duration time);
  void clear_cursors();

  /// All plots, from top to bottom.
  static QStringList plot_ids();
  static QString plot_title(const QString& id);
  void set_plot_shown(const QString& id, bool shown);
  bool plot_shown(const QString& id) const;
  /// Identified by its column: "targetBitrate".
  void set_curve_shown(const QString& column, bool shown);
  bool curve_shown(const QString& column) const { return !hidden_curves_.contains(column); }
  QStringList hidden_curves() const { return hidden_curves_; }
  void set_hidden_curves(const QStringList& columns);
  /// Adds a column to a plot, which is shown then. False if the plot has it already or it cannot be drawn.
  bool add_curve(const QString& plot_id, const ColumnChoice& choice);
  void remove_added_curves();
  /// The plot that curves are added to from the keyboard; the first shown one unless another was clicked or chosen.
  QString selected_plot() const;
  void select_plot(const QString& id);
  /// Marks the selected plot also while the stack does not have the focus.
  void set_selection_shown(bool shown);
  /// The curves of all plots that are shown, of each run that is shown; without marks.
  std::vector<ShownCurve> shown_curves() const;
  /// Which plots are shown and how high they are, and which curves were added, for QSettings.
  QByteArray layout_state() const;
  bool restore_layout(const QByteArray& state);
  /// The plots and curves of a first start.
  void restore_default_layout();

  /// Each returns an empty string, or one sentence that says what failed. CSV: all rows of the visible range, as
  /// telemetry.csv has them; of several runs with a column "run" (write_runs_csv()). Pictures show what the stack
  /// shows; PDF and SVG always use the light theme.
  QString export_csv(const QString& path) const;
  QString export_png(const QString& path);
  QString export_pdf(const QString& path);
  QString export_svg(const QString& path);
  /// The one of them that the end of the name means.
  QString export_picture(const QString& path);

  /// How often a plot was drawn since the start; for measurements.
  std::uint64_t redraws() const { return redraws_; }
  QSize sizeHint() const override { return {680, 640}; }

 Q_SIGNALS:
  void following_changed(bool following);
  void range_changed();  ///< by the user or by a call; not while the axis scrolls
  void curve_visibility_changed();
  void curves_changed();   ///< added, removed, hidden, shown, or of other runs or another flow
  void cursors_changed();  ///< those that were set
  void cursor_moved(double time_s);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Pending {
    bool picture = false;
    bool curves = false;
  };
  struct Cursor {
    double time_s = 0;
    std::optional<double> share;  ///< of the width, under the mouse: it stays there while the axis scrolls
  };
  /// What was shown before a box was drawn.
  struct Before {
    bool following = true;
    double from_s = 0;
    double to_s = 0;
    QString plot{};
    ValueView values{};  ///< of that plot
  };
  void add_plot(std::size_t index);
  void connect_canvas(TimePlot& plot);
  void connect_time_axis();
  TimePlot* plot(const QString& id) const;
  std::vector<TimePlot*> shown_plots() const;
  QString export_paper(const QString& path, QString (*save)(const QString&, const Drawing&));
  const TimePlot* reference_plot() const;
  PlotCanvas* labelled_canvas() const;

  void request_redraw(bool curves);
  void redraw_one();
  void redraw(std::size_t index, bool curves);
  void view_changed(bool was_following);
  double pixel_s() const;
  bool take_new_rows();
  Duration newest() const;
  Duration oldest() const;
  void place_runs();

  void zoom_to(TimePlot& plot, const PlotCanvas::Box& box);
  void show_fixed();
  void show_selection();
  void step_selection(int by);
  bool escape();
  void zoom_to(const std::vector<Duration>& cursors);
  QString note() const;
  void hover(double time_s);
  void end_hover();
  void move_cursor(double by_s);
  std::optional<double> cursor_time() const;
  std::optional<Duration> cursor_instant() const;
  void cursor_changed();
  void request_values();
  void show_values();

  void apply_theme();
  void arrange();
  void share_height();
  void place_notes();

  QSplitter* splitter_;
  RunRow* run_row_;
  VerticalScrollArea* scroll_;  ///< after the row above it, for Tab
  TimeAxisStrip* time_axis_;    ///< while plots are scrolled
  std::vector<TimePlot*> plots_;
  std::vector<Pending> pending_;  // by plot
  std::vector<bool> shown_;       // by plot
  std::size_t next_ = 0;          // whose turn it is
  QTimer turn_;
  QTimer values_turn_;
  qint64 values_told_ms_ = -1000;
  QElapsedTimer clock_;
  qint64 curves_read_ms_ = 0;

  std::vector<const RunData*> runs_;
  std::vector<Duration> offsets_;  // by run
  RunAnchor anchor_;
  FlowName flow_;
  TimeView view_;
  double read_to_s_ = 0;  ///< up to this time the curves were read
  bool live_ = false;
  std::size_t rows_ = 0;  // of the runs, when they were last looked at
  std::optional<Cursor> cursor_;
  std::vector<Duration> fixed_;
  std::vector<Before> before_;  // of the boxes that were drawn, the last one at the end
  QString selected_;
  bool selection_shown_ = false;
  QStringList hidden_curves_;
  std::uint64_t redraws_ = 0;
};

}  // namespace evenkeel

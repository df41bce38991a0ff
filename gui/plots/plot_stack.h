#pragma once

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/plots/time_view.h"
#include "gui/store/run_data.h"

class QSplitter;

namespace evenkeel {

class RunRow;
class TimePlot;

/// The plots below each other over one time axis, with one cursor. It shows the live run, or overlays up to six
/// recorded ones. Each turn of the event loop redraws at most one plot, so that pictures do not wait for plots.
class PlotStack : public QWidget {
  Q_OBJECT

 public:
  explicit PlotStack(QWidget* parent = nullptr);

  /// The first is the main run; those after the sixth are ignored. The runs must stay valid until the next call, and
  /// may grow meanwhile.
  void set_runs(std::vector<const RunData*> runs);
  /// The flow to draw; for a run without it, the matching one.
  void set_flow(FlowName flow);
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
  TimeRange visible_range() const { return view_.range(); }

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
  /// Which plots are shown and how high they are, for QSettings.
  QByteArray layout_state() const;
  bool restore_layout(const QByteArray& state);

  /// Each returns an empty string, or one sentence that says what failed. CSV: all rows of the visible range of the
  /// main run, as telemetry.csv has them. Pictures show what the stack shows; PDFs always use the light theme.
  QString export_csv(const QString& path) const;
  QString export_png(const QString& path);
  QString export_pdf(const QString& path);

  /// How often a plot was drawn since the start; for measurements.
  std::uint64_t redraws() const { return redraws_; }
  QSize sizeHint() const override { return {680, 640}; }

 Q_SIGNALS:
  void following_changed(bool following);
  void range_changed();  ///< by the user or by a call; not while the axis scrolls
  void curve_visibility_changed();
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
  void add_plot(std::size_t index);
  TimePlot* plot(const QString& id) const;
  std::vector<TimePlot*> shown_plots() const;
  const TimePlot* reference_plot() const;

  void request_redraw(bool curves);
  void redraw_one();
  void redraw(std::size_t index, bool curves);
  void view_changed(bool was_following);
  double pixel_s() const;
  bool take_new_rows();
  Duration newest() const;

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
  FlowName flow_;
  TimeView view_;
  double read_to_s_ = 0;  ///< up to this time the curves were read
  bool live_ = false;
  std::size_t rows_ = 0;  // of the runs, when they were last looked at
  std::optional<Cursor> cursor_;
  QStringList hidden_curves_;
  std::uint64_t redraws_ = 0;
};

}  // namespace evenkeel

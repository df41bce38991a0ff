#pragma once

#include "gui/plots/qcustomplot.h"

#include <QBrush>
#include <QFont>
#include <QHash>
#include <utility>
#include <vector>

#include "core/base/controller_mode.h"
#include "gui/plots/curve_marker.h"
#include "gui/plots/plot_spec.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// The markers of a plot: a vertical line per event, or per cluster of events within a few pixels, with texts above the
/// plot if they fit; and the marks of counters.
class EventMarks : public QCPLayerable {
 public:
  struct Event {
    double time_s = 0;
    QString text;  ///< short, for the plot
    QColor color;
    bool strong = false;   ///< a solid line instead of dots
    CurveMarker marker{};  ///< of the run, where there are several
  };
  struct Count {
    double time_s = 0;
    CurveSpec::Mark mark{};
    QColor color;
    int row = 0;  ///< away from the edge, where there are several runs
  };

  /// A section of a band along the upper edge. Modes differ in shape too.
  struct Band {
    double from_s = 0;
    double to_s = 0;
    QColor color;
    ControllerMode mode = ControllerMode::low_delay;
    int row = 0;  ///< downwards, where there are several bands
  };

  /// On a layer of its own below the curves.
  explicit EventMarks(QCustomPlot* plot);

  void set_theme(const Theme& theme) { theme_ = &theme; }
  /// In the order of time.
  void set_events(std::vector<Event> events) { events_ = std::move(events); }
  void set_counts(std::vector<Count> counts) { counts_ = std::move(counts); }
  const std::vector<Count>& counts() const { return counts_; }
  void set_bands(std::vector<Band> bands) { bands_ = std::move(bands); }
  /// Leaves none.
  std::vector<Event> take_events() { return std::exchange(events_, {}); }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<Band>& bands() const { return bands_; }
  /// The texts are in the upper margin of the plot; only the topmost plot has one.
  void set_words_shown(bool shown) { words_shown_ = shown; }

  /// The texts of the markers near a pixel, one per line; empty if there are none.
  QString text_near(double x) const;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
  QRect clipRect() const override { return mParentPlot->viewport(); }
  void draw(QCPPainter* painter) override;

 private:
  struct Cluster {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  /// The text of a cluster that fits.
  struct Words {
    std::size_t cluster = 0;
    QString text;
    double left = 0;
    double width = 0;
  };
  /// As much of a text as is shown.
  struct Shown {
    QString text;
    double width = 0;
  };
  std::vector<Cluster> clusters() const;
  const Shown& shown(const QString& text, const QFontMetrics& metrics);
  std::vector<Words> place_words(const QFont& font, const QRect& area, const std::vector<Cluster>& all);
  double x_of(double time_s) const { return mParentPlot->xAxis->coordToPixel(time_s); }
  void draw_line(QCPPainter* painter, const QRect& area, const Event& event, double top);
  void draw_dots(QCPPainter* painter, double x, double top, double bottom, const QColor& color);
  void draw_counts(QCPPainter* painter, const QRect& area) const;
  static void draw_count(QCPPainter* painter, const QRect& area, const Count& count, double x);
  void draw_bands(QCPPainter* painter, const QRect& area) const;

  const Theme* theme_ = &light_theme();
  std::vector<Event> events_;
  std::vector<Count> counts_;
  std::vector<Band> bands_;
  // To measure texts and to draw lines of dots takes the most time where there are many events.
  QHash<QString, Shown> shown_;
  QFont font_;  // of shown_
  QColor dots_color_;
  QBrush dots_;
  bool words_shown_ = false;
};

}  // namespace evenkeel

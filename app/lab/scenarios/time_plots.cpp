#include "app/lab/scenarios/time_plots.h"

#include <limits>

namespace evenkeel::lab {
namespace {

/// Means over windows, as they come.
class WindowMeans {
 public:
  WindowMeans(FigureSeries& out, double scale, Duration window) : out_(out), scale_(scale), window_(window) {}

  void add(Duration time, double value) {
    const auto index = (time - Duration(1)) / window_;  // rows tell of the time before them
    if (count_ > 0 && index != index_) close(index);
    index_ = index;
    sum_ += value;
    ++count_;
  }

  void finish() {
    if (count_ > 0) close(index_ + 1);
  }

 private:
  void close(std::int64_t next) {
    const double seconds = to_seconds(window_);
    out_.x.push_back((static_cast<double>(index_) + 0.5) * seconds);
    out_.y.push_back(scale_ * sum_ / count_);
    if (next > index_ + 1) {
      out_.x.push_back((static_cast<double>(index_) + 1.5) * seconds);
      out_.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    sum_ = 0;
    count_ = 0;
  }

  FigureSeries& out_;
  double scale_;
  Duration window_;
  std::int64_t index_ = 0;
  double sum_ = 0;
  int count_ = 0;
};

FigurePanel panel_over_time(const std::string& title, const std::string& y_label) {
  FigurePanel panel;
  panel.title = title;
  panel.x = {"time [s]", false, 0, {}};
  panel.y = {y_label, false, 0, {}};
  return panel;
}

}  // namespace

FigureSeries line_over_time(const RunRecord& record, const std::string& flow, RunRecord::Column column,
                            const std::string& label, double scale, Duration window) {
  FigureSeries series;
  series.label = label;
  const auto rows = record.flows.find(flow);
  if (rows == record.flows.end()) return series;
  WindowMeans means(series, scale, window);
  for (const Sample& row : rows->second) {
    if (!row.send_bitrate_bps) continue;  // it has ended, and the row has its last values
    if (const auto value = row.*column) means.add(row.time, *value);
  }
  means.finish();
  return series;
}

FigurePanel rates_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title) {
  FigurePanel panel = panel_over_time(title, "rate [Mbit/s]");
  for (const std::string& flow : flows) {
    panel.series.push_back(line_over_time(record, flow, &Sample::send_bitrate_bps, flow, 1e-6, 1s));
  }
  return panel;
}

FigurePanel delays_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title) {
  FigurePanel panel = panel_over_time(title, "one-way delay [ms]");
  for (const std::string& flow : flows) {
    panel.series.push_back(line_over_time(record, flow, &Sample::one_way_delay_ms, flow, 1, 500ms));
  }
  return panel;
}

Figure rates_and_delays(const std::string& name, const std::string& title, const RunRecord& record,
                        const std::vector<std::string>& flows) {
  return {name, title, {rates_over_time(record, flows, ""), delays_over_time(record, flows, "")}, 1};
}

}  // namespace evenkeel::lab

#include "gui/window/run_shadows.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr int poll_ms = 100;
constexpr Duration part = std::chrono::minutes(1);          // whole rows are read: not all of them at a time
constexpr Duration reach = std::chrono::milliseconds(300);  // a replay has a row per 100 ms

}  // namespace

RunShadows::RunShadows(const WindowServices& services, OpenRuns& runs, QObject* parent)
    : QObject(parent), services_(services), runs_(runs) {
  connect(&timer_, &QTimer::timeout, this, &RunShadows::poll);
}

void RunShadows::stop() {
  timer_.stop();
  replay_.reset();
}

std::vector<std::string> RunShadows::of(int run, const FlowName& flow) const {
  if (replay_ && run == run_ && flow == FlowName(request_.flow)) return request_.controllers;
  const RunData* data = runs_.at(run);
  return data == nullptr ? std::vector<std::string>() : data->shadows.last(flow);
}

void RunShadows::watch(int run, const FlowName& flow, const QStringList& controllers) {
  stop();
  RunData* data = runs_.at(run);
  if (data == nullptr) return;
  if (controllers.isEmpty()) {
    data->shadows.replace(flow, {});
    return Q_EMIT done();
  }
  request_ = {};
  request_.folder = runs_.folders()[run].toStdString();
  request_.flow = flow.view();
  for (const QString& name : controllers) request_.controllers.push_back(name.toStdString());
  for (const auto& [key, text] : data->configuration) {
    const bool of_shadow =
        std::ranges::any_of(request_.controllers, [&](const std::string& name) { return key.starts_with(name + '.'); });
    if (of_shadow && services_.catalog.check(key, text).empty()) request_.settings.emplace_back(key, text);
    if (key == "start-bitrate" || key == "min-bitrate" || key == "max-bitrate") request_.limits[key] = text;
  }
  run_ = run;
  replay_ = services_.make_replay();
  replay_->start(request_);
  timer_.start(poll_ms);
}

void RunShadows::poll() {
  const ReplayUpdates updates = replay_->poll();
  if (!updates.failed.empty()) {
    stop();
    return Q_EMIT failed(QString::fromStdString(updates.failed));
  }
  if (!updates.done) return;
  stop();
  RunData& data = *runs_.at(run_);
  add_shadows(data.store, FlowName(request_.flow), updates.rows);
  data.shadows.replace(FlowName(request_.flow), request_.controllers);
  Q_EMIT done();
}

void add_shadows(SampleStore& store, const FlowName& flow, const std::vector<ReplayRow>& rows) {
  const TimeRange all = store.extent();
  for (Duration from = all.from; from <= all.to; from += part) {
    for (const Sample& row : store.rows_in(flow, {from, from + part - Duration(1)})) {
      const auto after = std::ranges::upper_bound(rows, row.time, {}, &ReplayRow::time);
      if (after == rows.begin() || row.time - std::prev(after)->time > reach) continue;
      Sample targets;
      targets.time = row.time;
      targets.flow = flow;
      targets.shadow_target_1_bps = std::prev(after)->targets_bps[0];
      targets.shadow_target_2_bps = std::prev(after)->targets_bps[1];
      targets.shadow_target_3_bps = std::prev(after)->targets_bps[2];
      store.add(targets);
    }
  }
}

}  // namespace evenkeel

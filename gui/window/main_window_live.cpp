#include <QCheckBox>
#include <QRegularExpression>
#include <utility>

#include "core/base/quantity.h"
#include "gui/call/sound_setup.h"
#include "gui/settings/option_words.h"
#include "gui/window/main_window.h"
#include "gui/window/services.h"

namespace evenkeel {
namespace {

constexpr Duration row_delay = std::chrono::milliseconds(300);

QString words_of(const FlowName& flow, const CallStatus& status) {
  const QString name = QString::fromStdString(std::string(flow.view()));
  if (name == "outgoing") return MainWindow::tr("Sent");
  if (name == "incoming") return MainWindow::tr("Received");
  if (status.outgoing == flow.view()) return MainWindow::tr("%1, sent").arg(name);
  if (status.incoming == flow.view()) return MainWindow::tr("%1, received").arg(name);
  return name;
}

/// Of a link that has no call yet, both ways alike, with the rate that the maximum of calls leaves.
PathConditions path_over(const LinkSettings& link, const std::optional<std::string>& max_bitrate) {
  PathConditions path;
  path.rate = link.capacity;
  path.propagation_delay = path.backward_delay = link.delay;
  path.min_round_trip_time = path.round_trip_time = 2 * link.delay;
  const auto maximum = parse_rate(max_bitrate.value_or(""));
  if (!maximum || link.capacity <= *maximum) return path;
  path.rate = *maximum;
  path.bound = RateBound::maximum;
  return path;
}

const Sample* pointer(const std::optional<Sample>& sample) { return sample ? &*sample : nullptr; }

}  // namespace

void MainWindow::on_polled() {
  CallStatus status = driver_.status();
  if (status.phase == CallStatus::Phase::waiting && !status.invitation.empty()) {
    status.text.clear();  // Callers need the link, not the address.
  } else if (status.phase == CallStatus::Phase::waiting) {
    const QStringList all = addresses_to_call(QString::fromStdString(status.listens_at), addresses_);
    status.text = tr("Waiting for a call at %1").arg(all.join(tr(" or "))).toStdString();
  }
  status.text = option_words(status.text);
  for (SoundDeviceStatus* device : {&status.sound.microphone, &status.sound.loudspeaker})
    device->text = option_words(device->text);
  call_view_->set_status(status);
  show_title();
  follow_call();
  tell_recording();
  if (start_page_->isVisible()) start_page_->sound_setup().set_status(status.sound);
  if (driver_.has_call()) plot_pane_->plots().set_now(status.run_time);
}

void MainWindow::on_phase_changed() {
  const CallStatus& status = driver_.status();
  const bool over = status.phase == CallStatus::Phase::ended;
  link_panel_->set_has_link(status.has_link, driver_.has_call());
  link_panel_->set_demo(driver_.has_call() && status.has_link && status.kind == CallKind::demo);
  if (status.phase == CallStatus::Phase::in_call) remember_callee();
  if (status.phase != CallStatus::Phase::waiting && !of_leaving_.isEmpty())
    messages_->dismiss(std::exchange(of_leaving_, {}));
  if (status.has_link) link_panel_->set_link(status.link, QString::fromStdString(status.link_program));
  if (over) plot_pane_->plots().end_live();
  if (over) details_->end_call();
  plot_pane_->set_live(driver_.has_call());
  refresh_addresses();
  if (over && close_when_over_) close_unasked();
}

/// Only what was reached: a name that is mistyped is not suggested again.
void MainWindow::remember_callee() {
  const auto& call = driver_.last_call();
  if (!call || call->kind != CallKind::call) return;
  settings_.add_recent_address(QString::fromStdString(call->address));
  start_page_->set_recent(settings_.recent_addresses());
}

/// Addresses change with the network, but asking the system is too expensive for every picture.
void MainWindow::refresh_addresses() {
  const bool shown = pages_->currentWidget() == start_page_ || driver_.status().phase == CallStatus::Phase::waiting;
  if (!shown) return;
  addresses_ = services_.own_addresses();
  start_page_->set_own_addresses(addresses_.filter(QRegularExpression("^[0-9.]+$")));  // it listens on IPv4
}

/// The flows of what is shown, the one that this side sends first.
void MainWindow::show_flows() {
  const bool live = driver_.live().status().run > 0 && pages_->currentWidget() != runs_view_;
  std::vector<const RunData*> runs = open_runs_.runs();
  if (live) runs.insert(runs.begin(), &driver_.live().data());
  std::vector<std::pair<FlowName, QString>> flows;
  if (!runs.empty()) {
    for (const FlowName& flow : runs.front()->store.flows()) {
      const auto entry = std::pair(flow, words_of(flow, live ? driver_.status() : CallStatus()));
      const bool first = flow.view() == (live ? driver_.status().outgoing : "outgoing");
      flows.insert(first ? flows.begin() : flows.end(), entry);
    }
  }
  plot_pane_->set_flows(flows);
}

void MainWindow::update_figures() {
  const CallStatus& status = driver_.status();
  const SampleStore& store = driver_.live().data().store;
  if (pages_->currentWidget() != call_view_) return;
  const Duration complete = store.extent().to - row_delay;  // some threads may not have completed newer rows
  const auto outgoing = store.row_at(FlowName(status.outgoing), complete);
  const auto incoming = store.row_at(FlowName(status.incoming), complete);
  if (driver_.has_call()) {
    call_view_->set_figures(pointer(outgoing), pointer(incoming));
    call_view_->set_conditions(conditions_at(store, FlowName(status.outgoing), FlowName(status.incoming), complete));
  }
  if (details_->isVisible()) show_details(outgoing ? outgoing->controller_mode : std::nullopt, complete);
  if (store.flows().size() != static_cast<std::size_t>(plot_pane_->flow_count())) show_flows();
  if (status.has_link) link_panel_->set_link(status.link, QString::fromStdString(status.link_program));
  show_shadows();
}

void MainWindow::show_details(std::optional<ControllerMode> mode, Duration complete) {
  const CallStatus& status = driver_.status();
  const SampleStore& store = driver_.live().data().store;
  details_->show_call(status, mode, last_loss(store, FlowName(status.outgoing), complete),
                      last_loss(store, FlowName(status.incoming), complete), call_view_->video().drawn_by());
}

void MainWindow::update_theory() {
  if (pages_->currentWidget() != call_view_ || !theory_panel_->isVisible()) return;
  const FlowName flow = plot_pane_->flow();
  const CallStatus::Phase phase = driver_.status().phase;
  const bool in_call = phase == CallStatus::Phase::in_call || phase == CallStatus::Phase::silent;
  // Tuning goes on without a call. What is left of the last one, or of nobody, says nothing of the next one.
  const bool emulated = driver_.status().has_link || link_panel_->emulation().isChecked();
  const auto path = in_call ? driver_.live().path(flow)
                            : path_over(link_panel_->settings(), services_.options->text_of("max-bitrate"));
  theory_panel_->set_path(path, in_call    ? TheoryPanel::Path::measured
                                : emulated ? TheoryPanel::Path::planned
                                           : TheoryPanel::Path::switched_off);
  theory_panel_->set_mode(in_call ? driver_.live().mode(flow) : std::nullopt);
  theory_panel_->set_theory(services_.catalog.theory(tuning_.state(), path));
  theory_panel_->set_steps(steps_.look(driver_.live().data(), flow));
}

}  // namespace evenkeel

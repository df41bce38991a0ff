#include "gui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QMenuBar>
#include <QScreen>
#include <QVBoxLayout>

#include "gui/call/bar_place.h"
#include "gui/call/control_bar.h"
#include "gui/call/invitation_card.h"
#include "gui/call/picture_menu.h"
#include "gui/settings/option_words.h"
#include "gui/theme/icons.h"
#include "gui/window/folder_drop.h"
#include "gui/window/window_title.h"

namespace evenkeel {
namespace {

constexpr int theory_interval_ms = 200;
constexpr int figures_interval_ms = 200;
constexpr int address_interval_ms = 2000;

TuningState initial_tuning(const std::optional<TuningState>& told, const WindowSettings& settings) {
  if (told) return *told;
  return settings.preset().value_or(TuningState());
}

/// Most of the screen, but not larger than useful, and with room for what the desktop puts around a window.
QSize initial_size(const QScreen* screen) {
  constexpr QSize frame(8, 40);
  const QSize room = screen == nullptr ? QSize(1280, 720) : screen->availableSize();
  return (room * 0.9).expandedTo(QSize(1280, 720)).boundedTo(QSize(1600, 1000)).boundedTo(room - frame);
}

}  // namespace

MainWindow::MainWindow(const WindowServices& services, const std::optional<TuningState>& tuning)
    : services_(services),
      tuning_(services.catalog, initial_tuning(tuning, settings_)),
      driver_(services.calls, services.catalog, tuning_),
      run_loader_(services, this,
                  {[this](const QString& folder) { return wants_run(folder); },
                   [this](OpenedRun run) { run_messages_ << open_runs_.add(std::move(run)); },
                   [this](const QString& sentence) { run_messages_ << sentence; },
                   [this] { show_runs(std::exchange(run_messages_, {})); }}),
      run_shadows_(services, open_runs_) {
  setWindowIcon(program_icon());
  resize(initial_size(screen()));
  build();
  connect_start_page();
  connect_call_view();
  connect_sound();
  connect_settings();
  connect_panels();
  connect_shadows();
  connect_driver();
  connect_desktop();
  build_menus();
  restore();
  show_instruments();
  show_page(start_page_);
}

// Hides the pages while the objects that they use still exist.
MainWindow::~MainWindow() { hide(); }

void MainWindow::build() {
  auto* central = new QWidget(this);
  auto* layout = new QVBoxLayout(central);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  messages_ = new MessageBar(central);
  pages_ = new QStackedWidget(central);
  start_page_ = new StartPage(services_.calls.own_pictures(), pages_);
  call_view_ = new CallView(services_.calls.remote_pictures(), services_.calls.own_pictures(), pages_);
  auto* bar_place = new BarPlace(this);
  setStatusBar(bar_place);  // below the docks, which take their room beside the picture
  call_view_->put_bar_into(*bar_place);
  runs_view_ = new RunsView(services_.catalog.controllers(), pages_);
  for (QWidget* page : std::initializer_list<QWidget*>{start_page_, call_view_, runs_view_}) pages_->addWidget(page);
  layout->addWidget(messages_);
  layout->addWidget(pages_, 1);
  setCentralWidget(central);

  auto* instruments = new QWidget(this);
  auto* column = new QVBoxLayout(instruments);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  plot_pane_ = new PlotPane(dialogs_, instruments);
  details_ = new CallDetails(instruments);
  column->addWidget(plot_pane_, 1);
  column->addWidget(details_);
  tuning_panel_ = new TuningPanel(services_.catalog, tuning_, this);
  theory_panel_ = new TheoryPanel(this);
  link_panel_ = new LinkPanel(this);
  docks_ = new Docks(*this, instruments, {tuning_panel_, theory_panel_, link_panel_});
}

void MainWindow::connect_start_page() {
  start_page_->set_recent(settings_.recent_addresses());
  if (const QString source = settings_.source("start/source"); !source.isEmpty()) start_page_->set_source(source);
  start_page_->call_card().set_check([this](const QString& text) {
    return option_words(QString::fromStdString(services_.check_callee(text.toStdString())));
  });
  connect(start_page_, &StartPage::start_requested, this, &MainWindow::start_call);
  connect(start_page_, &StartPage::preview_requested, this, [this](const std::optional<QString>& source) {
    driver_.send(Preview{source ? std::optional(source->toStdString()) : std::nullopt});
  });
  connect(start_page_, &StartPage::devices_requested, this, [this] { driver_.send(ListDevices{}); });
  connect(start_page_, &StartPage::source_chosen, this,
          [this](const QString& source) { settings_.set_source("start/source", source); });
  connect(start_page_, &StartPage::source_renamed, this, [this](const QString& from, const QString& to) {
    if (settings_.text("start/source") == from) settings_.set_text("start/source", to);
  });
  connect(start_page_, &StartPage::open_runs_requested, this, &MainWindow::ask_for_runs);
  connect(start_page_, &StartPage::file_requested, this, [this] {
    const QString path = dialogs_.file_to_open(this, FileUse::video, tr("Send a video file"), {});
    if (path.isEmpty()) return;
    start_page_->set_source(path);
    settings_.set_text("start/source", path);
  });
}

/// Whoever was given the link before would call in vain.
void MainWindow::renew_link() {
  InvitationCard& invitation = call_view_->invitation();
  const bool sure =
      !invitation.given_away() ||
      dialogs_.confirmed(this, tr("New link"),
                         tr("You copied this link. Whoever you gave it to cannot ring you any more once there is a "
                            "new one."),
                         tr("Make a new link"));
  if (!sure) return;
  invitation.forget_given();
  driver_.send(RenewLink{});
}

void MainWindow::connect_call_view() {
  connect(call_view_, &CallView::hang_up_requested, this, [this] { driver_.send(HangUp{}); });
  connect(call_view_, &CallView::answered, this, [this](bool accept) {
    driver_.send(AnswerCall{accept, call_view_->caller()});
  });
  connect(call_view_, &CallView::new_link_requested, this, &MainWindow::renew_link);
  connect(call_view_, &CallView::new_link_wanted, this, [this] {
    call_view_->invitation().forget_given();
    driver_.send(RenewLink{});
  });
  connect(call_view_, &CallView::reply_code_pasted, this,
          [this](const QString& text) { driver_.send(TakeReplyCode{text.toStdString()}); });
  connect(call_view_, &CallView::mute_requested, this, [this](bool muted) { driver_.send(MuteVideo{muted}); });
  connect(call_view_, &CallView::full_screen_requested, this, &MainWindow::set_full_screen);
  connect(call_view_, &CallView::record_requested, this, &MainWindow::toggle_recording);
  connect(call_view_, &CallView::stats_toggled, docks_, &Docks::want_stats);
  connect(call_view_, &CallView::lab_toggled, docks_, &Docks::want_lab);
  connect(call_view_, &CallView::share_requested, this, &MainWindow::share_link);
  connect(call_view_, &CallView::call_again_requested, this, [this] {
    messages_->dismiss();  // it is about the previous call
    driver_.start_again();
  });
  connect(call_view_, &CallView::back_requested, this, &MainWindow::leave_call);
  connect(call_view_, &CallView::peer_left, this, [this](const QString& words) {
    show_lasting(words);
    of_leaving_ = messages_->message();
    if (records_by_hand_) driver_.send(StopRecording{});  // Who calls next was not asked.
  });
  connect(docks_, &Docks::changed, this, &MainWindow::show_instruments);
}

void MainWindow::connect_panels() {
  connect(tuning_panel_, &TuningPanel::save_requested, this, &MainWindow::save_configuration);
  connect(tuning_panel_, &TuningPanel::load_requested, this, &MainWindow::load_configuration);
  connect(tuning_panel_, &TuningPanel::find_requested, this, &MainWindow::find_parameters);
  connect(link_panel_, &LinkPanel::link_changed, this,
          [this](const LinkSettings& link) { driver_.send(SetLink{link}); });
  connect(link_panel_, &LinkPanel::schedule_chosen, this,
          [this](const QString& text) { driver_.send(SetLinkSchedule{text.toStdString()}); });
  connect(link_panel_, &LinkPanel::trace_requested, this, [this] {
    const QString path = dialogs_.file_to_open(this, FileUse::trace, tr("A link trace in mahimahi's format"), {});
    if (!path.isEmpty()) driver_.send(SetLinkTrace{path.toStdString()});
  });
  connect(plot_pane_, &PlotPane::default_layout_requested, this,
          [this] { plot_layouts_.use_default(plot_pane_->plots()); });
  connect(plot_pane_, &PlotPane::failed, this, &MainWindow::show_error);
  connect(plot_pane_, &PlotPane::said, this, &MainWindow::show_notice);
  connect(plot_pane_, &PlotPane::flow_changed, this, &MainWindow::update_theory);
  connect(&tuning_, &TuningModel::changed, this, &MainWindow::update_theory);
  connect(runs_view_, &RunsView::open_requested, this, &MainWindow::ask_for_runs);
  connect(runs_view_, &RunsView::find_requested, this, &MainWindow::find_parameters_of);
  connect(runs_view_, &RunsView::close_requested, this, &MainWindow::close_runs);
  // When it gets the focus: panels make their lists anew.
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    auto* list = qobject_cast<QComboBox*>(now);
    if (list && !list->isEditable() && has_own(*list)) list->installEventFilter(this);
  });
  for (auto* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) dock->installEventFilter(this);
  connect(new FolderDrop(*this), &FolderDrop::dropped, this, &MainWindow::open_runs);
}

void MainWindow::connect_driver() {
  connect(&driver_, &CallDriver::polled, this, &MainWindow::on_polled);
  connect(&driver_, &CallDriver::run_started, this, &MainWindow::show_live_plots);
  connect(&driver_, &CallDriver::phase_changed, this, &MainWindow::on_phase_changed);
  connect(&driver_, &CallDriver::event_came, details_, &CallDetails::show_event);
  connect(&driver_, &CallDriver::noticed, this, &MainWindow::show_notice);
  connect(&driver_, &CallDriver::failed, this, &MainWindow::show_error);
  connect(&driver_, &CallDriver::cameras_came, start_page_, &StartPage::set_cameras);
  connect_picture();
  connect(&theory_timer_, &QTimer::timeout, this, &MainWindow::update_theory);
  connect(&figures_timer_, &QTimer::timeout, this, &MainWindow::update_figures);
  connect(&address_timer_, &QTimer::timeout, this, &MainWindow::refresh_addresses);
  theory_timer_.setInterval(theory_interval_ms);
  figures_timer_.setInterval(figures_interval_ms);
  address_timer_.start(address_interval_ms);
}

/// On other pages there is nothing for them to show.
void MainWindow::run_timers(bool in_call) {
  for (QTimer* timer : {&theory_timer_, &figures_timer_}) in_call ? timer->start() : timer->stop();
}

/// Of the picture in a call. A screen is nothing to begin the next call with.
void MainWindow::connect_picture() {
  PictureMenu& menu = call_view_->controls().picture();
  connect(&driver_, &CallDriver::cameras_came, &menu, &PictureMenu::set_cameras);
  connect(&menu, &PictureMenu::devices_requested, this, [this] { driver_.send(ListDevices{}); });
  connect(&menu, &PictureMenu::source_chosen, this, [this](const QString& source) {
    driver_.choose_picture(source.toStdString());
    if (source == "screen") return;
    start_page_->set_source(source);
    settings_.set_source("start/source", source);
  });
}

/// The two buttons, and the plots of the arrangement.
void MainWindow::show_instruments() {
  const Docks::Arrangement arrangement = docks_->arrangement();
  call_view_->set_stats_shown(docks_->plots_wanted());
  call_view_->set_lab_shown(docks_->lab_wanted());
  details_->setVisible(arrangement != Docks::Arrangement::runs);
  plot_layouts_.show(arrangement == Docks::Arrangement::stats ? PlotLayouts::stats : PlotLayouts::all,
                     plot_pane_->plots());
}

void MainWindow::share_link() {
  const QString link = QString::fromStdString(driver_.status().invitation);
  if (link.isEmpty() || !driver_.has_call())
    return show_notice(tr("This call has no link: only who waits for calls has one to give."));
  QApplication::clipboard()->setText(link);
  call_view_->invitation().note_given();
  show_notice(tr("The link is copied. Give it to one person you trust: whoever has it can ring."));
}

/// Several windows stand side by side in a desktop's list.
void MainWindow::show_title() {
  const bool runs = pages_->currentWidget() == runs_view_;
  const bool call = pages_->currentWidget() == call_view_;
  setWindowTitle(window_title(runs ? runs_title(open_runs_.runs()) : call ? call_title(driver_.status()) : QString()));
}

void MainWindow::show_page(QWidget* page) {
  if (page != call_view_) set_full_screen(false);
  pages_->setCurrentWidget(page);
  run_timers(page == call_view_);
  show_title();
  page->setFocus();  // not one of its buttons: Space is for the plots
  docks_->set_available(page != start_page_, page == call_view_);
  menuBar()->setVisible(page != call_view_);  // A call has its menu in the bar: the picture needs the room.
  if (page == start_page_) driver_.send(ListDevices{});
  driver_.send(FollowDevices{page == start_page_});  // menus in a call list what is there when they are opened
  refresh_addresses();
}

void MainWindow::start_call(const StartCall& call) {
  messages_->dismiss();
  choose_surface();
  call_view_->video().set_mirror_own(call.source && call.source->starts_with("camera"));
  driver_.start(call);
  show_page(call_view_);
}

void MainWindow::show_live_plots() {
  // Runs opened during the call stay, for comparison.
  std::vector<const RunData*> runs{&driver_.live().data()};
  for (const RunData* run : open_runs_.runs()) {
    if (runs.size() < OpenRuns::max_runs) runs.push_back(run);
  }
  show_flows();  // another call has other flows
  plot_pane_->set_live(driver_.has_call());
  plot_pane_->plots().set_runs(runs);
  if (driver_.has_call()) plot_pane_->plots().set_following(true);
}

void MainWindow::leave_call() {
  if (open_runs_.empty()) return show_page(start_page_);
  show_runs({});
}

void MainWindow::open_runs(const QStringList& folders) { run_loader_.load(folders); }

bool MainWindow::wants_run(const QString& folder) {
  const QString refused = open_runs_.refusal(folder);
  run_messages_ << refused;
  return refused.isEmpty();
}

void MainWindow::show_runs(QStringList said) {
  said.removeAll(QString());
  if (!said.isEmpty()) show_error(said.join('\n'));
  if (open_runs_.empty()) return;
  runs_view_->set_runs(open_runs_.runs(), open_runs_.folders());
  for (const QString& folder : open_runs_.folders()) settings_.add_recent_run(folder);
  show_shadows();
  if (driver_.has_call()) return show_live_plots();
  show_page(runs_view_);
  show_flows();
  plot_pane_->set_live(false);
  plot_pane_->plots().set_runs(open_runs_.runs());
  plot_pane_->plots().show_all();
}

void MainWindow::close_runs() {
  plot_pane_->plots().set_runs({});
  run_shadows_.stop();
  open_runs_.clear();
  if (run_loader_.loading()) run_loader_.cancel();
  if (pages_->currentWidget() == call_view_) return show_live_plots();  // even after the call has ended
  show_page(start_page_);
}

void MainWindow::launch(Launch launch) {
  close_when_over_ = launch.close_when_over;
  start_page_->set_port(launch.port);
  start_page_->set_insecure_rtp(launch.insecure_rtp);
  start_page_->set_direction(launch.direction);
  if (launch.source) start_page_->set_source(QString::fromStdString(*launch.source));
  show_sound(launch.audio, launch.speaker);
  if (launch.call) start_call(*launch.call);
  QStringList said;
  for (OpenedRun& run : launch.runs) said << open_runs_.add(std::move(run));
  if (!open_runs_.empty()) show_runs(said);
}

void MainWindow::show_error(const QString& sentence) {
  messages_->show_message(MessageBar::Kind::error, option_words(sentence));
}

void MainWindow::show_notice(const QString& sentence) {
  messages_->show_message(MessageBar::Kind::notice, option_words(sentence));
}

/// Until it is over: who was away shall find it.
void MainWindow::show_lasting(const QString& sentence) {
  messages_->show_message(MessageBar::Kind::lasting_notice, option_words(sentence));
}

void MainWindow::close_unasked() {
  asks_to_close_ = false;
  close();
}

bool MainWindow::may_close() {
  const CallStatus& status = driver_.status();
  const bool talks = status.phase == CallStatus::Phase::in_call || status.phase == CallStatus::Phase::silent;
  const bool records = !status.recording.empty();
  if (!asks_to_close_ || !(records || (talks && status.kind != CallKind::demo))) return true;
  const QString question = records ? tr("A recording runs. Closing the window ends it, and the call.")
                                   : tr("You are in a call. Closing the window hangs up.");
  return dialogs_.confirmed(this, tr("Close Evenkeel?"), question, tr("Close"));
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_close()) return event->ignore();
  persist();
  closed_ = true;
  awake_.keep(false);  // the program may take a while to end the call
  notification_.close();
  event->accept();
}

}  // namespace evenkeel

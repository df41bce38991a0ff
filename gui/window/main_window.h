#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

#include "gui/call/call_details.h"
#include "gui/call/call_view.h"
#include "gui/call/message_bar.h"
#include "gui/call/start_page.h"
#include "gui/desktop/call_notification.h"
#include "gui/desktop/screen_awake.h"
#include "gui/find/find_dialog.h"
#include "gui/panels/link_panel.h"
#include "gui/panels/theory_panel.h"
#include "gui/panels/tuning_panel.h"
#include "gui/settings/settings_dialog.h"
#include "gui/store/step_response.h"
#include "gui/theme/system_appearance.h"
#include "gui/window/call_driver.h"
#include "gui/window/dialogs.h"
#include "gui/window/docks.h"
#include "gui/window/open_runs.h"
#include "gui/window/plot_layouts.h"
#include "gui/window/plot_pane.h"
#include "gui/window/ringing_dialog.h"
#include "gui/window/run_loader.h"
#include "gui/window/run_shadows.h"
#include "gui/window/runs_view.h"
#include "gui/window/window_settings.h"

namespace evenkeel {

class RingingCard;

/// The main window: creates the pages, plots and panels, and connects them to the call.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `services` must outlive the window. `tuning`: from the command line; nullopt: the preset of the
  /// settings. What is tuned holds for all calls of the window, until it is closed.
  MainWindow(const WindowServices& services, const std::optional<TuningState>& tuning);
  ~MainWindow() override;

  /// Without a question, which a call or a recording raises otherwise: a signal or --duration ends the program.
  void close_unasked();
  /// Does what the command line asked for.
  void launch(Launch launch);
  /// Reads run folders, beside whatever goes on, and shows them once all are read.
  void open_runs(const QStringList& folders);
  bool opens_runs() const { return run_loader_.loading(); }

  // For tests and for measurements of the window.
  CallDriver& driver() { return driver_; }
  TuningModel& tuning() { return tuning_; }
  StartPage& start_page() { return *start_page_; }
  CallView& call_view() { return *call_view_; }
  PlotPane& plot_pane() { return *plot_pane_; }
  Docks& docks() { return *docks_; }
  CallDetails& details() { return *details_; }
  TuningPanel& tuning_panel() { return *tuning_panel_; }
  LinkPanel& link_panel() { return *link_panel_; }
  TheoryPanel& theory_panel() { return *theory_panel_; }
  FindDialog* find_dialog() { return find_dialog_; }
  const StepWatch& steps() const { return steps_; }
  MessageBar& messages() { return *messages_; }
  /// Tests replace these: a dialog would wait for a user.
  Dialogs& dialogs() { return dialogs_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  // main_window.cpp
  void build();
  void connect_start_page();
  void connect_call_view();
  void connect_panels();
  void connect_driver();
  void run_timers(bool in_call);
  void show_page(QWidget* page);
  void show_title();
  void show_instruments();
  void share_link();
  bool may_close();
  void start_call(const StartCall& call);
  bool wants_run(const QString& folder);
  void show_runs(QStringList said);
  void close_runs();
  void leave_call();
  void show_live_plots();
  void show_error(const QString& sentence);
  void show_notice(const QString& sentence);
  void show_lasting(const QString& sentence);
  void connect_picture();
  // main_window_sound.cpp
  void connect_sound();
  void test_loudspeaker(const std::string& speaker);
  void choose_sound_in_call(SoundEnd end, const QString& option);
  void remember_sound(SoundEnd end, const QString& option);
  void show_sound(const std::optional<std::string>& audio, const std::optional<std::string>& speaker);
  // main_window_settings.cpp
  void connect_settings();
  void show_settings();
  void apply_settings(const SettingsDialog& dialog, const OptionTexts& before);
  Direction told_direction() const;
  void browse_for(OptionField& field);
  void restore_options();
  void choose_surface();
  void tell_surface(const QString& sentence);
  // main_window_find.cpp
  void find_parameters();
  void find_parameters_of(int run);
  void show_find(FindSubject subject);
  void apply_found(const TuningState& found);
  // main_window_shadows.cpp
  void connect_shadows();
  void show_shadows();
  void take_shadows(const std::vector<std::string>& names);
  void shadow_run(const QStringList& names);
  // main_window_live.cpp
  void on_polled();
  void on_phase_changed();
  void remember_callee();
  void show_flows();
  void update_figures();
  void show_details(std::optional<ControllerMode> mode, Duration complete);
  void update_theory();
  void refresh_addresses();
  // main_window_ringing.cpp
  void connect_desktop();
  void follow_call();
  void follow_ringing(bool rings);
  void connect_ringing(RingingCard& card);
  void come_to_front();
  // main_window_actions.cpp
  void build_menus();
  void build_file_menu();
  void build_call_menu();
  void build_view_menu();
  void build_help_menu();
  void ask_for_runs();
  void ask_for_note();
  void save_configuration();
  void load_configuration();
  void show_loaded(const Configuration& loaded);
  ConfigurationPart ask_for_part(const std::vector<ConfigurationChange>& changes);
  void set_full_screen(bool on);
  void toggle_recording();
  void tell_recording();
  void renew_link();
  bool press_key(int key);
  bool press_in_list(const QKeyEvent& key);
  bool has_own(const QWidget& widget) const;
  bool leave_field();
  void restore();
  void persist();

  const WindowServices& services_;
  WindowSettings settings_;
  Dialogs dialogs_ = real_dialogs();
  SystemAppearance appearance_;
  TuningModel tuning_;
  CallDriver driver_;
  OpenRuns open_runs_;
  QStringList run_messages_;  // of runs that are being opened
  RunLoader run_loader_;
  RunShadows run_shadows_;
  StepWatch steps_{4};
  ScreenAwake awake_;
  CallNotification notification_;
  bool notified_ = false;  ///< of whoever rings
  bool closed_ = false;
  QPointer<RingingDialog> ringing_dialog_;
  PlotLayouts plot_layouts_;
  bool close_when_over_ = false;
  bool asks_to_close_ = true;
  bool full_screen_call_ = false;
  int key_of_list_ = 0;  ///< that a list had last, and the call took

  MessageBar* messages_ = nullptr;
  bool records_by_hand_ = false;
  QString of_leaving_;  ///< what the bar says of a peer that left, until the next one
  QString recording_;   ///< that runs; empty: none
  QStackedWidget* pages_ = nullptr;
  StartPage* start_page_ = nullptr;
  CallView* call_view_ = nullptr;
  RunsView* runs_view_ = nullptr;
  PlotPane* plot_pane_ = nullptr;
  CallDetails* details_ = nullptr;
  TuningPanel* tuning_panel_ = nullptr;
  TheoryPanel* theory_panel_ = nullptr;
  LinkPanel* link_panel_ = nullptr;
  Docks* docks_ = nullptr;
  QPointer<FindDialog> find_dialog_;
  QTimer theory_timer_;
  QTimer figures_timer_;
  QTimer address_timer_;
  QStringList addresses_;
};

}  // namespace evenkeel

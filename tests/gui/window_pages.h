#pragma once

#include <QDialog>
#include <QPushButton>
#include <functional>

#include "gui/call/sound_setup.h"
#include "gui/find/find_dialog.h"
#include "gui/settings/settings_dialog.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui/look_fixture.h"
#include "tests/gui/secure_stages.h"

namespace evenkeel::test {

/// Goes through every page that the window has, as a user may see it, and has each looked at: the main window, or a
/// dialog over it.
class WindowPages {
 public:
  using Look = std::function<void(const QString& name, QWidget& shown)>;

  WindowPages(LookFixture& fixture, Look look) : f_(fixture), look_(std::move(look)) {}

  void visit() {
    visit_start();
    visit_settings();
    visit_call();
    visit_instruments();
    visit_runs();
  }

 private:
  void look(const QString& name) {
    f_.poll();
    look_(name, *f_.window);
  }
  void look_at(QDialog& dialog, const QString& name) {
    QCoreApplication::processEvents();
    look_(name, dialog);
  }

  /// As if somebody had looked at who rings for half a second.
  void let_guard_pass() {
    auto* guard = f_.window->call_view().findChild<QTimer*>("guard");
    if (!guard->isActive()) return;
    guard->stop();
    QMetaObject::invokeMethod(guard, "timeout", Qt::DirectConnection);
  }

  void visit_start() {
    f_.calls.next.cameras = std::vector<CameraChoice>{{"camera:a", "HD Pro Webcam C920, 1280x720 at 30 fps"}};
    f_.calls.next.microphones = std::vector<SoundChoice>{{"mic:desk", "Built-in Audio Analog Stereo of a long name"}};
    f_.calls.next.loudspeakers = std::vector<SoundChoice>{{"desk", "Built-in Audio Analog Stereo of a long name"}};
    look("start");
    CallStatus status;
    status.sound.microphone = {
        SoundDeviceStatus::State::missing, "",
        "no microphone: no sound service runs; start PipeWire or PulseAudio, or choose another."};
    f_.set_status(status);
    look("start-without-sound");
    f_.window->start_page().set_recent({"192.0.2.7:5004", "host.example"});
    f_.window->launch({.insecure_rtp = true});
    f_.set_status({});
    look("start-plain");
    f_.window->launch({.insecure_rtp = false});
  }

  void visit_settings() {
    Q_EMIT f_.window->start_page().settings_requested();
    auto& dialog = *f_.window->findChild<SettingsDialog*>();
    using enum SettingsPage;
    for (const SettingsPage page : {video, sound, network, recording, controller}) {
      dialog.show_page(page);
      look_at(dialog, QString("settings-%1").arg(static_cast<int>(page)));
    }
    dialog.show_page(network);
    dialog.field("max-bitrate")->set_text("fast");
    Q_EMIT dialog.field("max-bitrate")->changed();
    dialog.set_in_call(true);
    look_at(dialog, "settings-wrong");
    dialog.reject();
    show_shortcuts(f_.window.get());
    for (auto* list : f_.window->findChildren<QDialog*>()) {
      if (list->isHidden()) continue;
      look_at(*list, "shortcuts");
      list->close();
    }
  }

  void visit_call() {
    f_.window->start_page().wait_card().wait_button().click();
    for (const SecureStage& stage : secure_stages()) {
      f_.set_status(stage.status);
      let_guard_pass();
      look(stage.name);
    }
    CallStatus status = secure_stages().back().status;
    status.sound.muted = true;
    status.sound.speaks_while_muted = true;
    status.sound.peer = SoundStatus::Peer::muted;
    f_.set_status(status);
    look("muted");
    status.sound = {};
    status.sound.video_paused = true;
    status.recording = "/home/someone/Videos/Evenkeel/2026-01-01_12-00-00";
    f_.calls.next.failures = {"Cannot write '/home/someone/received.ivf': the disk is full; the recording is over."};
    f_.set_status(status);
    look("recording");
    f_.window->messages().dismiss();
    status.recorded = bytes(2'345'000'000);
    f_.set_status(status);
    look("recording-line");
    status.receives = status.records_pictures = false;
    f_.set_status(status);
    look("recording-run");
    f_.set_status(status_of(CallStatus::Phase::ended, "No answer from 192.0.2.7 within 10 s: check the address."));
    look("ended");
  }

  void visit_instruments() {
    f_.calls.remote_pictures().put(half_white_picture(1280, 720));
    f_.begin_call();
    f_.calls.own_pictures().put(half_white_picture(640, 360));
    look("call");
    f_.window->docks().want_stats(true);
    look("stats");
    f_.window->docks().want_lab(true);
    f_.theory_table();
    look("lab");
    f_.raise("tuning");
    look("lab-tuning");
    f_.raise("link");
    look("lab-link");
    f_.raise("tuning");
    look_at_data("lab");
    visit_find();
  }

  /// The dialog that searches for parameters: as it opens, while it searches, with what came of it, and with a failure.
  void visit_find() {
    Q_EMIT f_.window->tuning_panel().find_requested();
    FindDialog& dialog = *f_.window->find_dialog();
    look_at(dialog, "find-reading");
    answer({.path = "1Mbps to 2.5Mbps in 3 steps (as the link had it), 50ms there, buffer 300ms, loss 0.5%, for 1m"});
    look_at(dialog, "find");
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
      if (button->isDefault()) button->click();
    answer({.tried = {tried(0.93, 60, 0.37, "5ms"), tried(0.90, 80, 0.5, "20ms"), tried(0.94, 20, 0.16, "2ms"),
                      tried(0.97, 50, 0.28, "10ms")},
            .planned = 200});
    look_at(dialog, "find-running");
    answer({.verdict = SearchVerdict{true, 10, 0.93, 0.94, 61, 21}});
    look_at(dialog, "find-found");
    dialog.close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  static TriedSet tried(double use, double queue, double cost, const std::string& queue_target) {
    return {use, queue, cost, {{"q_0", queue_target}, {"idle", "0.1"}}};
  }
  void answer(SearchUpdates updates) {
    f_.searches->next = std::move(updates);
    (void)QTest::qWaitFor([this] {
      const SearchUpdates& next = f_.searches->next;
      return !next.path && next.tried.empty() && !next.verdict;
    });
    QCoreApplication::processEvents();
  }

  void visit_runs() {
    f_.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
    f_.window->launch(
        {.runs = {{"/one", recorded_run("one", "100ms"), ""}, {"/two", recorded_run("two", "80ms"), ""}}});
    look("runs");
    look_at_data("runs");
  }

  void look_at_data(const QString& where) {
    f_.window->plot_pane().set_data_shown(true);
    DataPane& data = f_.window->plot_pane().data();
    data.distribution().form().setCurrentIndex(1);
    for (int tab = 0; tab < data.count(); ++tab) {
      data.setCurrentIndex(tab);
      look(where + QString("-data-%1").arg(tab));
    }
    f_.window->plot_pane().set_data_shown(false);
  }

  LookFixture& f_;
  Look look_;
};

}  // namespace evenkeel::test

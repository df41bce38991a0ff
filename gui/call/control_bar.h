#pragma once

#include <QWidget>

#include "gui/call/call_words.h"
#include "gui/theme/icons.h"

class QGridLayout;

namespace evenkeel {

class Button;
class StatusLine;

/// The state and the buttons of a call. In one row if there is room, otherwise in two.
class ControlBar : public QWidget {
  Q_OBJECT
 public:
  explicit ControlBar(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  void set_full_screen(bool full_screen);
  /// The height needed for a width; arranges the rows for it.
  int needed_height(int width);

  Button& mute() { return *mute_; }
  Button& hang_up() { return *hang_up_; }
  Button& full_screen() { return *full_screen_; }
  Button& record() { return *record_; }
  Button& plots() { return *plots_; }
  Button& panels() { return *panels_; }
  StatusLine& status() { return *status_; }

 Q_SIGNALS:
  void mute_requested(bool muted);
  void record_requested(bool recording);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// A toggle that the call carries out a little later: until then the requested state is shown, not the present one.
  struct PendingToggle {
    bool value = false;
    int polls_left = 0;
    bool shown(bool is);
  };

  Button* add_toggle(Icon icon, const char* word, const char* tool_tip);
  void show_recording(const CallStatus& status);
  void arrange(int width);

  StatusLine* status_;
  QWidget* buttons_;
  QGridLayout* layout_;
  Button* mute_;
  Button* hang_up_;
  Button* record_;
  Button* full_screen_;
  Button* plots_;
  Button* panels_;
  PendingToggle pending_mute_;
  PendingToggle pending_record_;
  std::string recording_;
  Duration recording_since_{};
};

}  // namespace evenkeel

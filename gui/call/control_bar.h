#pragma once

#include <QWidget>

#include "gui/call/call_words.h"
#include "gui/call/pending_toggle.h"
#include "gui/theme/icons.h"

class QGridLayout;

namespace evenkeel {

class Button;
class PictureMenu;
class SoundControls;
class StatusLine;

/// The state and the buttons of a call, in a slim bar: one row if there is room, otherwise two; the narrower it is, the
/// fewer buttons have words. Where there is no room for all, some are in the menu alone.
class ControlBar : public QWidget {
  Q_OBJECT
 public:
  explicit ControlBar(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  void set_full_screen(bool full_screen);
  /// The height needed for a width; arranges the rows for it.
  int needed_height(int width);

  SoundControls& sound() { return *sound_; }
  Button& mute() { return *mute_; }  ///< of the video
  PictureMenu& picture() { return *picture_; }
  Button& hang_up() { return *hang_up_; }
  Button& full_screen() { return *full_screen_; }
  Button& record() { return *record_; }
  Button& share() { return *share_; }  ///< the link; hidden where there is none
  Button& stats() { return *stats_; }
  Button& lab() { return *lab_; }
  Button& menu() { return *menu_; }  ///< of the window, whose menu bar a call does not have
  StatusLine& status() { return *status_; }

 Q_SIGNALS:
  void mute_requested(bool muted);
  void record_requested(bool recording);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Button* add(Icon icon, const QString& word, const QString& tool_tip);
  Button* add_toggle(Icon icon, const QString& word, const QString& tool_tip);
  void show_recording(const CallStatus& status);
  void arrange(int width);
  enum class Words { all, some, none, tight, fewest };
  int width_with(Words words);

  StatusLine* status_;
  QWidget* buttons_;
  SoundControls* sound_;
  PictureMenu* picture_;
  QGridLayout* layout_;
  Button* mute_;
  Button* hang_up_;
  Button* record_;
  Button* full_screen_;
  Button* share_;
  Button* stats_;
  Button* lab_;
  Button* menu_;
  PendingToggle pending_mute_;
  PendingToggle pending_record_;
  bool shares_ = false;  ///< there is a link
  std::string recording_;
  Duration recording_since_{};
};

}  // namespace evenkeel

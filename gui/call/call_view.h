#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "gui/call/call_quality.h"
#include "gui/call/control_bar.h"
#include "gui/call/video_view.h"

namespace evenkeel {

class BarPlace;
class EndedBox;
class InvitationCard;
class ReplyCard;
class RingingCard;

/// The page of a call: pictures with captions, the state in words, and the controls. The link while a listener waits,
/// the reply code while nothing answers a caller, who calls while it rings, and how it ended take the place of the
/// pictures. The bar has a place of its own below it, if it is given one. On the full screen the controls are hidden
/// while there is no input, and come back with the mouse or the Tab key.
class CallView : public QWidget {
  Q_OBJECT
 public:
  CallView(PictureSlot& remote, PictureSlot& own, QWidget* parent = nullptr);

  VideoView& video() { return *video_; }
  ControlBar& controls() { return *controls_; }
  InvitationCard& invitation() { return *invitation_; }

  /// The bar is there while this page is shown, but for the full screen. The place is to be of the same window.
  void put_bar_into(BarPlace& place);
  /// To be called after every poll.
  void set_status(const CallStatus& status);
  /// Who rings, as it is shown.
  const Sha256Digest& caller() const { return status_.caller; }
  /// The newest rows of the two flows; null if there is none.
  void set_figures(const Sample* outgoing, const Sample* incoming);
  /// How the call is, as its telemetry tells; shown with the next status.
  void set_conditions(const CallConditions& conditions);
  /// Whether the window is on the full screen; follows full_screen_requested().
  void set_full_screen(bool full_screen);
  bool is_full_screen() const { return full_screen_; }
  /// For the keys of the call; to who rings, for Enter and Escape.
  void take_focus();
  void set_stats_shown(bool shown);
  void set_lab_shown(bool shown);

  // The actions of the buttons, for shortcuts.
  void toggle_mute();  ///< of the video
  void toggle_sound_mute();
  void toggle_record();
  void toggle_full_screen();
  void toggle_stats();
  void toggle_lab();
  void hang_up();

  /// How long after the last input the controls are hidden on the full screen.
  static constexpr int idle_ms = 2500;

 Q_SIGNALS:
  void hang_up_requested();
  /// To whoever rings.
  void answered(bool accept);
  void new_link_requested();
  /// Without another question: who has this link is a nuisance.
  void new_link_wanted();
  /// What somebody pasted as one.
  void reply_code_pasted(const QString& text);
  void mute_requested(bool muted);
  void full_screen_requested(bool full_screen);
  void record_requested(bool recording);
  void stats_toggled(bool shown);
  void lab_toggled(bool shown);
  /// Of the link: it shall be copied.
  void share_requested();
  void call_again_requested();
  /// Of a listener, which waits for the next: the other side is gone, how long the call was and how good.
  void peer_left(const QString& words);
  void back_requested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void connect_controls();
  QWidget* card_of(const CallStatus& status) const;
  void show_card(QWidget* card);
  void enter_card(bool had_focus);
  void forget_peer();
  QString words_of_leaving() const;
  QString outcome() const;
  bool was_lately(bool is, std::optional<Duration>& last) const;
  bool was_still_lately();
  bool was_irregular_lately();
  bool was_screen_lately();
  bool was_silent_lately();
  bool is_inside(const QWidget* widget) const;
  void move_bar();
  void place();
  void place_card();
  void wake();
  void rest();
  bool must_stay_awake() const;

  VideoView* video_;
  EndedBox* ended_;
  InvitationCard* invitation_;
  ReplyCard* reply_;
  RingingCard* ringing_;
  QPointer<BarPlace> bar_place_;  ///< null: the bar is in here
  ControlBar* controls_;          ///< after the cards above it, for Tab
  QWidget* card_ = nullptr;       ///< the one in the place of the pictures; null: none
  QTimer idle_{this};             ///< a child, so that tests find it
  CallStatus status_;
  QualityWatch quality_;
  std::optional<Duration> still_at_;      ///< the picture of the other side was, last, on the time axis of the run
  std::optional<Duration> muted_at_;      ///< the picture of this end was, last
  std::optional<Duration> irregular_at_;  ///< this end sent no pictures as a camera does, last
  std::optional<Duration> screen_at_;     ///< the other side showed one, last
  std::optional<Duration> silent_at_;     ///< the other side sent no sound, last
  std::optional<TimeRange> talked_;       ///< with a peer, on the time axis of the run
  bool full_screen_ = false;
};

}  // namespace evenkeel

#include "gui/call/call_view.h"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <algorithm>
#include <utility>

#include "gui/call/bar_place.h"
#include "gui/call/button.h"
#include "gui/call/ended_box.h"
#include "gui/call/invitation_card.h"
#include "gui/call/picture_menu.h"
#include "gui/call/reply_card.h"
#include "gui/call/ringing_card.h"
#include "gui/call/sound_controls.h"
#include "gui/call/sound_menu.h"
#include "gui/call/status_line.h"

namespace evenkeel {
namespace {

using Phase = CallStatus::Phase;

/// Also where another program is in front: then the window remembers where.
bool is_typing(const QWidget& window) {
  const QWidget* focused = window.isActiveWindow() ? QApplication::focusWidget() : window.focusWidget();
  return focused != nullptr && focused->testAttribute(Qt::WA_InputMethodEnabled);
}

/// A listener goes on waiting when its peer is gone, so that no page tells of the end.
bool has_lost_its_peer(const CallStatus& before, const CallStatus& now) {
  const bool talked = before.phase == Phase::in_call || before.phase == Phase::silent;
  return talked && now.run == before.run && (now.phase == Phase::waiting || now.phase == Phase::ringing);
}

}  // namespace

CallView::CallView(PictureSlot& remote, PictureSlot& own, QWidget* parent)
    : QWidget(parent),
      video_(new VideoView(remote, own, this)),
      ended_(new EndedBox(this)),
      invitation_(new InvitationCard(this)),
      reply_(new ReplyCard(this)),
      ringing_(new RingingCard(this)),
      controls_(new ControlBar(this)) {
  controls_->stackUnder(ended_);
  idle_.setObjectName("idle");
  idle_.setSingleShot(true);
  idle_.setInterval(idle_ms);
  connect(&idle_, &QTimer::timeout, this, &CallView::rest);
  connect_controls();
  for (QWidget* card : std::initializer_list<QWidget*>{ended_, invitation_, reply_, ringing_}) card->hide();
  set_status({});
}

void CallView::connect_controls() {
  connect(controls_, &ControlBar::mute_requested, this, &CallView::mute_requested);
  connect(controls_, &ControlBar::record_requested, this, &CallView::record_requested);
  connect(&controls_->hang_up(), &Button::clicked, this, &CallView::hang_up_requested);
  connect(&controls_->full_screen(), &Button::clicked, this, &CallView::full_screen_requested);
  connect(&controls_->stats(), &Button::clicked, this, &CallView::stats_toggled);
  connect(&controls_->lab(), &Button::clicked, this, &CallView::lab_toggled);
  connect(&controls_->share(), &Button::clicked, this, &CallView::share_requested);
  connect(ringing_, &RingingCard::answered, this, &CallView::answered);
  connect(ringing_, &RingingCard::new_link_requested, this, &CallView::new_link_wanted);
  connect(&invitation_->new_link_button(), &Button::clicked, this, &CallView::new_link_requested);
  connect(invitation_, &InvitationCard::reply_code_pasted, this, &CallView::reply_code_pasted);
  connect(&ended_->again(), &Button::clicked, this, &CallView::call_again_requested);
  connect(&ended_->back(), &Button::clicked, this, &CallView::back_requested);
}

void CallView::set_status(const CallStatus& status) {
  const bool over = !has_call(status);
  // A new call must not begin with the pictures of the one before it, none is shown before it is accepted, and who hung
  // up does not stay in sight, by a last picture that came late either.
  const bool nobody = status.phase == Phase::ringing || status.phase == Phase::waiting;
  if ((over && has_call(status_)) || status.run != status_.run || nobody) video_->remote().forget_picture();
  if (has_lost_its_peer(status_, status)) Q_EMIT peer_left(words_of_leaving());
  if (has_lost_its_peer(status_, status) || status.run != status_.run) forget_peer();
  if (status.phase == Phase::in_call) talked_ = {talked_ ? talked_->from : status.run_time, status.run_time};
  const auto needs = [this] { return std::pair(controls_->share().isHidden(), controls_->status().has_number()); };
  const auto before = needs();
  status_ = status;
  controls_->status().set_quality(quality_.shown());
  controls_->set_status(status);
  if (needs() != before) place();  // The others have another room.
  QWidget* card = card_of(status);
  video_->set_placeholder(card ? QString() : remote_placeholder(status));
  video_->remote().set_notice(remote_notice(status));
  video_->own().set_notice(own_notice(status));
  video_->own().set_covered(has_call(status) && (status.video_muted || status.source_lost));
  video_->set_own_alone(!card && status.sends && !status.receives);
  video_->set_own_available(!card && status.sends);
  video_->set_mirror_own(status.source_text.starts_with("camera") && status.source_running);
  show_card(card);
  if (full_screen_ && must_stay_awake()) wake();
}

/// What takes the place of the pictures.
QWidget* CallView::card_of(const CallStatus& status) const {
  if (!has_call(status)) return ended_;
  if (status.phase == Phase::ringing) return ringing_;
  if (status.phase == Phase::connecting && !status.reply_code.empty()) return reply_;
  const bool invites = status.phase == Phase::waiting && !status.invitation.empty();
  return invites ? invitation_ : nullptr;
}

void CallView::show_card(QWidget* card) {
  if (card == ended_) ended_->set_status(status_, outcome());
  if (card == invitation_)
    invitation_->set_link(QString::fromStdString(status_.invitation),
                          QString::fromStdString(status_.unknown_certificate));
  if (card == reply_) {
    reply_->set_code(QString::fromStdString(status_.reply_code));
    reply_->set_refused(status_.callee_refuses);
  }
  if (card == ringing_) ringing_->set_status(status_);
  if (card != ringing_) ringing_->forget();
  if (card != card_) {
    const QWidget* focused = QApplication::focusWidget();
    const bool in_view = focused == nullptr || is_inside(focused);
    const bool in_card = card_ && (focused == card_ || card_->isAncestorOf(focused));
    if (card) card->show();
    if (card_) card_->hide();
    card_ = card;
    if (in_card) setFocus();  // Not the next of its buttons: Space is for the plots.
    enter_card(in_view);
  }
  place_card();
}

/// Of the page, its bar included.
bool CallView::is_inside(const QWidget* widget) const {
  return widget == this || isAncestorOf(widget) || controls_->isAncestorOf(widget);
}

void CallView::enter_card(bool had_focus) {
  if (card_ == ended_) {
    set_figures(nullptr, nullptr);
    if (had_focus) ended_->again().setFocus();  // The button to hang up has gone.
  }
  if (card_ == ringing_) {
    if (status_.kind == CallKind::listen ? !is_typing(*window()) : had_focus) ringing_->setFocus();
    QApplication::alert(window());
  }
}

void CallView::set_figures(const Sample* outgoing, const Sample* incoming) {
  // Over the picture too: on the full screen the bar is hidden.
  QStringList caption{status_.peer_records && has_call(status_) ? tr("The other side records") : QString(),
                      incoming ? figures_words(*incoming, true) : QString()};
  caption.removeAll(QString());
  video_->remote().set_caption(caption.join("  "));
  // Without the size: it is the camera's, which does not change, and there is little room.
  Sample short_one;
  if (outgoing) short_one.send_bitrate_bps = outgoing->send_bitrate_bps;
  video_->own().set_caption(figures_words(short_one, false));
}

void CallView::set_conditions(const CallConditions& conditions) {
  const bool camera = status_.source_running && status_.source_text.starts_with("camera");
  const bool own_dark = camera && status_.sends && !status_.video_muted && video_->own().is_dark();
  const bool still = was_still_lately();
  quality_.look(status_.run_time, judge(conditions, {.in_call = status_.phase == Phase::in_call,
                                                     .video_paused = status_.sound.video_paused,
                                                     .remote_dark = status_.receives && video_->remote().is_dark(),
                                                     .own_dark = own_dark,
                                                     .own_muted = was_lately(status_.video_muted, muted_at_),
                                                     .own_irregular = was_irregular_lately(),
                                                     .own_fps = status_.source_fps,
                                                     .remote_silent = was_silent_lately(),
                                                     .remote_screen = was_screen_lately(),
                                                     .remote_still = still}));
}

/// Whether that is, or was for as long as what it did then is counted: where a notice ends, a camera takes its time to
/// open, and its first picture to come; and so does sound.
bool CallView::was_lately(bool is, std::optional<Duration>& last) const {
  constexpr Duration late = std::chrono::seconds(1);
  if (is) last = status_.run_time;
  return last && status_.run_time - *last < conditions_counted + late;
}

bool CallView::was_still_lately() { return was_lately(video_->remote().is_still(), still_at_); }

/// A desktop sends pictures where something changes.
bool CallView::was_irregular_lately() {
  const bool shows_screen = status_.source_option == "screen";
  return was_lately(status_.video_muted || status_.sound.video_paused || status_.source_lost || shows_screen,
                    irregular_at_);
}

/// What the last one showed is said until the next one comes.
bool CallView::was_screen_lately() {
  const bool somebody = status_.phase == Phase::in_call || status_.phase == Phase::silent;
  return was_lately(somebody && status_.peer_shows_screen, screen_at_);
}

bool CallView::was_silent_lately() {
  const SoundStatus::Peer peer = status_.sound.peer;
  return was_lately(peer == SoundStatus::Peer::none || peer == SoundStatus::Peer::muted, silent_at_);
}

void CallView::forget_peer() {
  quality_.forget();
  talked_ = {};
  still_at_.reset();
  screen_at_.reset();
  silent_at_.reset();
  muted_at_.reset();
  irregular_at_.reset();
}

/// In the state before.
QString CallView::words_of_leaving() const {
  QStringList sentences{status_.phase == Phase::silent ? tr("The other side was lost.") : tr("The other side hung up."),
                        outcome(), tr("Evenkeel waits for the next call.")};
  sentences.removeAll(QString());
  return sentences.join(' ');
}

QString CallView::outcome() const {
  if (!talked_ || talked_->to - talked_->from < std::chrono::seconds(1)) return {};
  const QString length = tr("It lasted %1.").arg(clock_words(talked_->to - talked_->from));
  return quality_.summary().isEmpty() ? length : length + ' ' + quality_.summary();
}

void CallView::set_stats_shown(bool shown) { controls_->stats().setChecked(shown); }
void CallView::set_lab_shown(bool shown) { controls_->lab().setChecked(shown); }

void CallView::toggle_mute() { controls_->mute().click(); }
void CallView::toggle_sound_mute() { controls_->sound().mute().click(); }
void CallView::toggle_record() { controls_->record().click(); }
void CallView::toggle_full_screen() { controls_->full_screen().click(); }
void CallView::toggle_stats() { controls_->stats().click(); }
void CallView::toggle_lab() { controls_->lab().click(); }
void CallView::hang_up() { controls_->hang_up().click(); }

void CallView::set_full_screen(bool full_screen) {
  controls_->set_full_screen(full_screen);
  if (full_screen == full_screen_) return;
  full_screen_ = full_screen;
  move_bar();
  if (full_screen) {
    qApp->installEventFilter(this);  // Movements over any widget count.
  } else {
    qApp->removeEventFilter(this);
  }
  wake();
  place();
}

bool CallView::must_stay_awake() const { return level_of(status_) != StatusLevel::good; }

void CallView::wake() {
  unsetCursor();
  controls_->show();
  if (full_screen_) {
    idle_.start();
  } else {
    idle_.stop();
  }
}

void CallView::rest() {
  if (!full_screen_) return;
  if (must_stay_awake() || QApplication::activePopupWidget()) return wake();
  // Keys go on to the window's shortcuts: a hidden button would swallow Space.
  if (controls_->isAncestorOf(QApplication::focusWidget())) QApplication::focusWidget()->clearFocus();
  controls_->hide();
  setCursor(Qt::BlankCursor);
}

bool CallView::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::TouchBegin:
      wake();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void CallView::take_focus() { (card_ == ringing_ ? static_cast<QWidget*>(ringing_) : this)->setFocus(); }

/// On the picture: out of a field in a pane.
void CallView::mousePressEvent(QMouseEvent*) { take_focus(); }

void CallView::resizeEvent(QResizeEvent*) { place(); }

void CallView::showEvent(QShowEvent*) { move_bar(); }

void CallView::hideEvent(QHideEvent*) {
  idle_.stop();
  unsetCursor();
  if (bar_place_) bar_place_->hide();
}

void CallView::put_bar_into(BarPlace& place) {
  bar_place_ = &place;
  move_bar();
}

/// On the full screen it lies over the picture.
void CallView::move_bar() {
  if (!bar_place_) return;
  if (full_screen_ && controls_->parentWidget() != this) {
    controls_->setParent(this);
    controls_->stackUnder(ended_);
    controls_->show();
  }
  if (!full_screen_ && controls_->parentWidget() == this) bar_place_->take(*controls_);
  bar_place_->setVisible(isVisible() && !full_screen_);
  place();
}

void CallView::place() {
  const bool below = bar_place_ && !full_screen_;
  if (below) bar_place_->arrange();
  const int bar = below ? 0 : controls_->needed_height(width());
  if (!below) controls_->setGeometry(0, height() - bar, width(), bar);
  // Side by side they need not be composed with every picture; on the full screen the bar lies over the picture.
  video_->setGeometry(0, 0, width(), full_screen_ ? height() : height() - bar);
  place_card();
}

void CallView::place_card() {
  if (!card_) return;
  const QSize room = video_->size() - QSize(16, 8);
  QSize size(std::clamp(room.width() - 16, 200, 520), 0);
  if (card_ == ended_) size.setHeight(ended_->layout()->totalHeightForWidth(size.width()));
  if (card_ == ringing_) size.setHeight(ringing_->height_in({size.width(), room.height()}));
  if (card_ == invitation_) size = invitation_->size_in(room);
  if (card_ == reply_) size = reply_->size_in(room);
  card_->setGeometry(QRect({(video_->width() - size.width()) / 2, (video_->height() - size.height()) / 2}, size));
}

}  // namespace evenkeel

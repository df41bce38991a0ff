#pragma once

#include <QWidget>
#include <atomic>
#include <optional>

#include "gui/backend/picture_slot.h"
#include "gui/call/paint_latency.h"
#include "gui/call/picture_light.h"
#include "gui/call/picture_painting.h"
#include "gui/call/still_watch.h"

namespace evenkeel {

class GlPicture;

/// Shows the pictures of a slot, letterboxed, each as soon as it comes. It listens to the slot only while visible, so
/// that several pages can take turns. The slot must outlive it.
class PictureSurface : public QWidget {
  Q_OBJECT
 public:
  explicit PictureSurface(PictureSlot& slot, QWidget* parent = nullptr);
  ~PictureSurface() override;

  void set_mirrored(bool mirrored);
  /// Rounded corners, radius in device-independent pixels; 0: square corners; the surface is then opaque and painted
  /// faster.
  void set_rounding(int radius);
  /// The text shown before the first picture.
  void set_placeholder(const QString& words);
  const QString& placeholder() const { return placeholder_; }
  /// By OpenGL from now on, or again in software as at first. Not for rounded corners.
  void draw_by_card(bool card);
  bool drawn_by_card() const { return card_ != nullptr; }
  /// A small caption in a corner of the picture; empty: none.
  void set_caption(const QString& text);
  const QString& caption() const { return caption_; }
  void set_caption_on_the_right(bool right);
  /// A notice in the middle of the picture for what needs attention now; empty: none.
  void set_notice(const QString& text);
  const QString& notice() const { return notice_; }
  /// Hides the picture, which has words of its own below the notice: on a picture that small nobody could read either.
  void set_covered(bool covered);
  /// Back to the placeholder until the next picture comes.
  void forget_picture();
  bool has_picture() const { return picture_ != nullptr; }
  /// Whether there is a picture without any light in it, as of a camera behind its cover. Looks at each time.
  bool is_dark() const { return picture_ && evenkeel::is_dark(*picture_); }
  /// See StillWatch, of the pictures that came to be shown.
  bool is_still() const { return still_.is_still(); }
  /// The picture's height divided by its width; 9/16 without a picture.
  double shape() const;
  const PaintLatency& latency() const { return latency_; }

 Q_SIGNALS:
  void shape_changed();
  /// OpenGL cannot draw it after all: it is drawn in software again.
  void card_failed();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void listen();
  void show_newest();
  void paint_now();
  void note_painted();
  void convert();
  void round_corners();
  void paint_background(QPainter& painter);
  void paint_texts(QPainter& painter);
  void update_texts(const QRect& area);
  void use_card();
  QSize pixels() const;
  QRect picture_rect() const;
  QRect caption_rect();

  /// A picture on its way to the screen.
  struct Waiting {
    std::chrono::steady_clock::time_point put;
    std::uint64_t puts;  ///< so far
  };

  PictureSlot& slot_;
  std::atomic<bool> posted_ = false;     ///< the event that fetches the picture is under way
  std::atomic<std::uint64_t> puts_ = 0;  ///< pictures put while listening
  std::uint64_t puts_taken_ = 0;
  std::shared_ptr<const Picture> picture_;
  StillWatch still_;
  std::optional<Waiting> waiting_;
  GlPicture* card_ = nullptr;  ///< draws the picture, below texts_; null: this does
  QWidget* texts_ = nullptr;   ///< with card_: shows the texts
  PictureImage converted_;
  QImage rounded_;
  bool stale_ = true;          ///< the image does not belong to the picture and the size
  bool painting_now_ = false;  ///< a repaint() is under way
  bool painted_ = false;       ///< by that
  bool mirrored_ = false;
  int rounding_ = 0;
  QString placeholder_;
  QString caption_;
  bool caption_right_ = false;
  QString notice_;
  bool covered_ = false;
  QImage caption_image_;
  PaintLatency latency_;
};

}  // namespace evenkeel

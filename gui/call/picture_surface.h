#pragma once

#include <QWidget>
#include <atomic>

#include "gui/backend/picture_slot.h"
#include "gui/call/paint_latency.h"
#include "gui/call/picture_painting.h"

namespace evenkeel {

/// Shows the pictures of a slot, letterboxed, each at once when it comes. It listens to the slot while it is visible
/// only, so that several pages can show the same one by turns. The slot must outlive it.
class PictureSurface : public QWidget {
  Q_OBJECT
 public:
  explicit PictureSurface(PictureSlot& slot, QWidget* parent = nullptr);
  ~PictureSurface() override;

  void set_mirrored(bool mirrored);
  /// Rounded corners, radius in device-independent pixels; 0: none, then the surface is opaque and painted faster.
  void set_rounding(int radius);
  /// The words that stand where no picture has come.
  void set_placeholder(const QString& words);
  const QString& placeholder() const { return placeholder_; }
  /// A discreet line in a corner of the picture; empty: none.
  void set_caption(const QString& text);
  const QString& caption() const { return caption_; }
  void set_caption_on_the_right(bool right);
  /// Words in the middle of the picture for what people must see now; empty: none.
  void set_notice(const QString& text);
  const QString& notice() const { return notice_; }
  /// Back to the placeholder until the next picture comes.
  void forget_picture();
  bool has_picture() const { return picture_ != nullptr; }
  /// Height by width of the picture; of the usual 16:9 where there is none.
  double shape() const;
  const PaintLatency& latency() const { return latency_; }

 Q_SIGNALS:
  void shape_changed();

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
  void convert();
  void round_corners();
  void paint_background(QPainter& painter);
  void paint_texts(QPainter& painter);
  QRect picture_rect() const;
  QPoint caption_place() const;

  PictureSlot& slot_;
  std::atomic<bool> posted_ = false;     ///< the event that fetches the picture is under way
  std::atomic<std::uint64_t> puts_ = 0;  ///< pictures that were put while this listened
  std::uint64_t puts_taken_ = 0;
  std::shared_ptr<const Picture> picture_;
  PictureImage converted_;
  QImage rounded_;
  bool stale_ = true;     ///< the image does not belong to the picture and the size
  bool painted_ = false;  ///< by the repaint() under way
  bool mirrored_ = false;
  int rounding_ = 0;
  QString placeholder_;
  QString caption_;
  bool caption_right_ = false;
  QString notice_;
  QImage caption_image_;
  PaintLatency latency_;
};

}  // namespace evenkeel

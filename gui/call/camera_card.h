#pragma once

#include <optional>
#include <vector>

#include "gui/backend/call_backend.h"
#include "gui/call/card.h"

class QComboBox;

namespace evenkeel {

class Button;
class PictureSurface;

/// The choice of what to send, with a live preview while it is visible.
class CameraCard : public Card {
  Q_OBJECT
 public:
  explicit CameraCard(PictureSlot& own, QWidget* parent = nullptr);

  /// Those that there are now. Where nothing was chosen yet, the first is.
  void set_cameras(const std::vector<CameraChoice>& cameras);
  /// Chooses; a source that is not in the list is added to it: a video file.
  void set_source(const QString& source);
  /// As StartCall takes it. Nothing until the cameras are known, or something is chosen.
  std::optional<QString> source() const { return source_; }
  /// Ends the preview, so that the camera is free; it begins again when the card is shown again.
  void end_preview();

  QComboBox& choice() { return *choice_; }
  Button& refresh() { return *refresh_; }
  PictureSurface& preview() { return *preview_; }

 Q_SIGNALS:
  void preview_requested(const std::optional<QString>& source);
  void cameras_requested();
  void file_requested();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void fill();
  void chosen(int index);
  void choose(const std::optional<QString>& source);
  void begin_preview();
  void show_choice();

  PictureSurface* preview_;
  QComboBox* choice_;
  Button* refresh_;
  std::vector<CameraChoice> cameras_;
  QStringList files_;
  std::optional<QString> source_;
  bool cameras_known_ = false;
  bool previewing_ = false;
};

}  // namespace evenkeel

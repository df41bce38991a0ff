#pragma once

#include <optional>
#include <vector>

#include "gui/backend/call_backend.h"
#include "gui/call/card.h"

class QComboBox;

namespace evenkeel {

class Button;
class PictureSurface;

/// The choice of the source, with a live preview while it is visible.
class CameraCard : public Card {
  Q_OBJECT
 public:
  explicit CameraCard(PictureSlot& own, QWidget* parent = nullptr);

  /// Sets the present cameras. If the wanted one is not among them, the first is chosen instead.
  void set_cameras(const std::vector<CameraChoice>& cameras);
  /// A source as in StartCall. A file is added to the list; a camera is chosen as soon as it is present.
  void set_source(const QString& source);
  /// The source for StartCall. Nullopt until the cameras are known or a source was set.
  std::optional<QString> source() const { return source_ ? source_ : wanted_; }
  /// The source that was chosen or set, even while it is not present.
  const std::optional<QString>& wanted() const { return wanted_; }
  /// Ends the preview, so that the camera is free; it begins again when the card is shown again.
  void end_preview();

  QComboBox& choice() { return *choice_; }
  Button& refresh() { return *refresh_; }
  PictureSurface& preview() { return *preview_; }

 Q_SIGNALS:
  void preview_requested(const std::optional<QString>& source);
  void devices_requested();
  void file_requested();
  void source_chosen(const QString& source);
  /// The wanted camera is present under another, permanent name.
  void source_renamed(const QString& from, const QString& to);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void fill();
  void chosen(int index);
  std::optional<QString> find_wanted() const;
  void choose(const std::optional<QString>& source);
  void begin_preview();
  void show_choice();

  PictureSurface* preview_;
  QComboBox* choice_;
  Button* refresh_;
  std::vector<CameraChoice> cameras_;
  QStringList files_;
  std::optional<QString> wanted_;
  std::optional<QString> source_;
  bool cameras_known_ = false;
  bool previewing_ = false;
};

}  // namespace evenkeel

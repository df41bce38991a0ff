#pragma once

#include <QMenu>
#include <vector>

#include "gui/backend/call_backend.h"

namespace evenkeel {

/// Chooses what the other side of a call that runs sees: a camera, a screen or a window, the test picture. Made anew
/// whenever it opens.
class PictureMenu : public QMenu {
  Q_OBJECT
 public:
  explicit PictureMenu(QWidget* parent);

  void set_cameras(const std::vector<CameraChoice>& cameras) { cameras_ = cameras; }
  /// What is sent, as for --source; empty: what the program found.
  void set_source(const std::string& source) { source_ = source; }

 Q_SIGNALS:
  /// By somebody.
  void source_chosen(const QString& source);
  /// It opens: what is there may have changed.
  void devices_requested();

 private:
  void fill();
  void add(const QString& words, const std::string& source);

  std::vector<CameraChoice> cameras_;
  std::string source_;
};

}  // namespace evenkeel

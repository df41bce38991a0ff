#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>

#include "gui/window/services.h"

class QProgressDialog;
class QTimer;
class QWidget;

namespace evenkeel {

/// Reads run folders one after the other, on a thread of its own: the window and a call in it go on meanwhile. A dialog
/// that blocks nothing shows what takes a while, and cancels it. A thread that a disk holds up then is left behind.
class RunLoader final : public QObject {
  Q_OBJECT
 public:
  /// All are called from the window's thread.
  struct Callbacks {
    std::function<bool(const QString& folder)> wants;  ///< before a folder is read
    std::function<void(OpenedRun run)> on_run;
    std::function<void(const QString& sentence)> on_error;
    std::function<void()> on_end;  ///< nothing is left to read
  };
  RunLoader(const WindowServices& services, QWidget* window, Callbacks callbacks);
  /// Gives up, without callbacks.
  ~RunLoader() override;

  /// After those that are still to be read.
  void load(const QStringList& folders);
  /// Gives up: what was read before stays.
  void cancel();
  bool loading() const { return reading_ != nullptr; }

 private:
  struct Reading;
  void begin_next();
  void take(const std::shared_ptr<Reading>& reading);
  void show_progress();
  void stop_reading();

  const WindowServices& services_;
  QWidget* window_;
  Callbacks callbacks_;
  QStringList folders_;               // the first is being read
  std::shared_ptr<Reading> reading_;  // also of its thread; null: none
  QTimer* timer_;
  QProgressDialog* dialog_ = nullptr;
};

}  // namespace evenkeel

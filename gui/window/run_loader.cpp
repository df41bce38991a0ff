#include "gui/window/run_loader.h"

#include <QProgressDialog>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace evenkeel {
namespace {

constexpr int whole = 1000;
constexpr int progress_interval_ms = 100;
constexpr int shown_after_ms = 400;
constexpr std::chrono::milliseconds patience{200};  // of the window, with a thread that is to end

}  // namespace

/// One folder.
struct RunLoader::Reading {
  QString folder;
  std::optional<Parsed<RunData>> run;  // the thread's until it has ended
  std::string notice;
  std::atomic<bool> given_up{false};
  std::atomic<int> progress{0};  // thousandths
  std::mutex mutex;
  std::condition_variable changed;
  RunLoader* loader = nullptr;  // under mutex; null: nobody waits for it
  bool ended = false;           // under mutex

  void read(const std::shared_ptr<Reading>& self, decltype(WindowServices::read_run) read);
  void give_up();
};

void RunLoader::Reading::read(const std::shared_ptr<Reading>& self, decltype(WindowServices::read_run) read) {
  run = read(folder.toStdString(), notice, [this](double share) {
    progress = static_cast<int>(whole * share);
    return !given_up;
  });
  read = nullptr;  // whoever waits may take away what it uses
  const std::lock_guard lock(mutex);
  ended = true;
  changed.notify_all();
  if (loader == nullptr) return;
  QMetaObject::invokeMethod(
      loader, [of = loader, self] { of->take(self); }, Qt::QueuedConnection);
}

void RunLoader::Reading::give_up() {
  given_up = true;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, patience, [this] { return ended; });
  loader = nullptr;
}

RunLoader::RunLoader(const WindowServices& services, QWidget* window, Callbacks callbacks)
    : services_(services), window_(window), callbacks_(std::move(callbacks)), timer_(new QTimer(this)) {
  timer_->setInterval(progress_interval_ms);
  connect(timer_, &QTimer::timeout, this, &RunLoader::show_progress);
}

RunLoader::~RunLoader() { stop_reading(); }

void RunLoader::load(const QStringList& folders) {
  folders_ << folders;
  if (!loading()) begin_next();
}

void RunLoader::cancel() {
  stop_reading();
  folders_.clear();
  begin_next();
}

void RunLoader::stop_reading() {
  if (reading_) std::exchange(reading_, nullptr)->give_up();
}

void RunLoader::begin_next() {
  while (!folders_.isEmpty() && !callbacks_.wants(folders_.front())) folders_.pop_front();
  if (folders_.isEmpty()) {
    timer_->stop();
    delete std::exchange(dialog_, nullptr);
    return callbacks_.on_end();
  }
  reading_ = std::make_shared<Reading>();
  reading_->folder = folders_.front();
  reading_->loader = this;
  timer_->start();
  std::thread([reading = reading_, read = services_.read_run]() mutable {
    reading->read(reading, std::move(read));
  }).detach();
}

// What was given up meanwhile is dropped, also if it was read to its end.
void RunLoader::take(const std::shared_ptr<Reading>& reading) {
  if (reading != reading_) return;
  reading_.reset();
  folders_.pop_front();
  Parsed<RunData>& run = *reading->run;
  if (run) {
    callbacks_.on_run({reading->folder.toStdString(), std::move(*run.value), std::move(reading->notice)});
  } else if (!run.error.empty()) {
    callbacks_.on_error(QString::fromStdString(run.error));
  }
  begin_next();
}

/// The dialog appears by itself once it has been there for a while.
void RunLoader::show_progress() {
  if (dialog_ == nullptr) {
    dialog_ = new QProgressDialog(QString(), tr("Cancel"), 0, whole, window_);
    dialog_->setWindowModality(Qt::NonModal);
    dialog_->setWindowTitle(tr("Opening runs"));
    dialog_->setMinimumDuration(shown_after_ms);
    dialog_->setAutoReset(false);
    dialog_->setAutoClose(false);
    connect(dialog_, &QProgressDialog::canceled, this, &RunLoader::cancel, Qt::QueuedConnection);
  }
  dialog_->setLabelText(tr("Opening '%1'").arg(folders_.front()));
  dialog_->setValue(reading_->progress);
}

}  // namespace evenkeel

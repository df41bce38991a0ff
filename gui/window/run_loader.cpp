#include "gui/window/run_loader.h"

#include <QProgressDialog>
#include <QTimer>

namespace evenkeel {
namespace {

constexpr int whole = 1000;
constexpr int progress_interval_ms = 100;
constexpr int shown_after_ms = 400;

}  // namespace

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
  given_up_ = true;
  if (thread_.joinable()) thread_.join();
}

void RunLoader::begin_next() {
  while (!folders_.isEmpty() && !callbacks_.wants(folders_.front())) folders_.pop_front();
  if (folders_.isEmpty()) {
    timer_->stop();
    delete std::exchange(dialog_, nullptr);
    return callbacks_.on_end();
  }
  given_up_ = false;
  ++reading_;
  progress_ = 0;
  timer_->start();
  thread_ = std::thread([this, reading = reading_, folder = folders_.front(), read = services_.read_run] {
    Result result{reading, folder, {}, {}};
    result.run = read(folder.toStdString(), result.notice, [this](double share) {
      progress_ = static_cast<int>(whole * share);
      return !given_up_;
    });
    const auto passed = std::make_shared<Result>(std::move(result));
    QMetaObject::invokeMethod(
        this, [this, passed] { take(std::move(*passed)); }, Qt::QueuedConnection);
  });
}

// What was given up meanwhile is dropped, also if it was read to its end.
void RunLoader::take(Result result) {
  if (given_up_ || result.reading != reading_) return;
  thread_.join();
  folders_.pop_front();
  if (result.run) {
    callbacks_.on_run({result.folder.toStdString(), std::move(*result.run.value), std::move(result.notice)});
  } else if (!result.run.error.empty()) {
    callbacks_.on_error(QString::fromStdString(result.run.error));
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
  dialog_->setValue(progress_);
}

}  // namespace evenkeel

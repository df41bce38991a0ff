#include "app/window/background_program.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QStringList>

namespace evenkeel {
namespace {

constexpr int end_wait_ms = 200;

/// In the child before it becomes the program: no memory may be allocated. The sockets of a call are not its own: it
/// would hold their ports.
void settle(pid_t parent, bool idle) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  const sched_param none{};
  if (idle) sched_setscheduler(0, SCHED_IDLE, &none);
}

}  // namespace

BackgroundProgram::BackgroundProgram(const std::vector<std::string>& arguments, Share share)
    : process_(new QProcess(QCoreApplication::instance())) {
  QStringList words;
  for (const std::string& argument : arguments) words << QString::fromStdString(argument);
  process_->setChildProcessModifier([parent = getpid(), idle = share == Share::idle] { settle(parent, idle); });
  process_->setStandardInputFile(QProcess::nullDevice());
  process_->start(QCoreApplication::applicationDirPath() + "/evenkeel", words);
}

BackgroundProgram::~BackgroundProgram() {
  if (ended()) {
    delete process_;
    return;
  }
  process_->kill();  // it has nothing to put right
  if (process_->waitForFinished(end_wait_ms)) {
    delete process_;
    return;
  }
  QObject::connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
}

std::vector<std::string> BackgroundProgram::take_lines() {
  text_ += process_->readAllStandardOutput();
  std::vector<std::string> lines;
  qsizetype begin = 0;
  for (qsizetype end = text_.indexOf('\n'); end >= 0; end = text_.indexOf('\n', begin)) {
    lines.push_back(text_.mid(begin, std::min(end - begin, max_line)).toStdString());
    begin = end + 1;
  }
  text_.remove(0, begin);
  text_.truncate(max_line);
  return lines;
}

std::string BackgroundProgram::error() {
  if (process_->error() == QProcess::FailedToStart) {
    return "Cannot start '" + process_->program().toStdString() + "': " + process_->errorString().toStdString() +
           "; was the program moved or replaced?";
  }
  if (process_->exitStatus() == QProcess::NormalExit && process_->exitCode() == 0) return {};
  const std::string said = process_->readAllStandardError().trimmed().toStdString();
  return said.empty() ? "The background process ended without an answer: try again." : said;
}

}  // namespace evenkeel

#pragma once

#include <QByteArray>
#include <QProcess>
#include <string>
#include <vector>

namespace evenkeel {

/// `evenkeel` from the folder of this program, with a command of its own, in the background. It ends with this object,
/// and with this program. For a thread with an event loop.
class BackgroundProgram {
 public:
  enum class Share {
    usual,
    idle,  ///< the processor time that nobody else wants (SCHED_IDLE): a call does not notice it
  };

  BackgroundProgram(const std::vector<std::string>& arguments, Share share);
  ~BackgroundProgram();

  /// The lines on its standard output since the last time, without their ends; cut at max_line.
  std::vector<std::string> take_lines();
  /// All its lines may be taken.
  bool ended() const { return process_->state() == QProcess::NotRunning; }
  /// Once it has ended: one sentence where it failed, its own where it said one; otherwise empty.
  std::string error();

 private:
  static constexpr qsizetype max_line = 100'000;

  QProcess* process_;  // may outlive this object by what it takes to die: nobody waits for it
  QByteArray text_;    // not yet a whole line
};

}  // namespace evenkeel

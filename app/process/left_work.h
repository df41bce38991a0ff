#pragma once

namespace evenkeel {

/// Lives as long as a thread that nobody waits for. While there is one, the program must not end through exit(), which
/// destroys what the thread may still use.
class LeftWork {
 public:
  LeftWork();
  ~LeftWork();
  LeftWork(const LeftWork&) = delete;
  LeftWork& operator=(const LeftWork&) = delete;
};

bool is_work_left();

/// To be the last thing that main() does: returns the status, or ends the program with it where work is left.
int leave(int status);

}  // namespace evenkeel

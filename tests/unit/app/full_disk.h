#pragma once

#include <sys/resource.h>

#include <csignal>
#include <stdexcept>

namespace evenkeel::test {

/// As long as it lives no file of this process grows beyond some bytes: to write more fails with EFBIG.
class FullDisk {
 public:
  FullDisk() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    if (getrlimit(RLIMIT_FSIZE, &before_) != 0) throw std::runtime_error("no limit of file sizes");
    const rlimit limit{4, before_.rlim_max};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) throw std::runtime_error("the size of files cannot be limited");
  }
  ~FullDisk() {
    (void)setrlimit(RLIMIT_FSIZE, &before_);
    (void)std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace evenkeel::test

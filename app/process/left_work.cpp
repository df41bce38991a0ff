#include "app/process/left_work.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace evenkeel {
namespace {

std::atomic<int> left{0};

}  // namespace

LeftWork::LeftWork() { ++left; }

LeftWork::~LeftWork() { --left; }

bool is_work_left() { return left > 0; }

int leave(int status) {
  if (!is_work_left()) return status;
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace evenkeel

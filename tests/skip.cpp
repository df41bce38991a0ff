#include "tests/skip.h"

#include <cstdio>

namespace evenkeel::test {
namespace {

bool skipped = false;

}  // namespace

void skip(const std::string& reason) {
  skipped = true;
  std::printf("Skipped: %s\n", reason.c_str());
}

int exit_status(int failed) { return failed == 0 && skipped ? skipped_status : failed; }

}  // namespace evenkeel::test

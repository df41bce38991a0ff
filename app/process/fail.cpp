#include "app/process/fail.h"

#include <cstdio>

namespace evenkeel {

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

}  // namespace evenkeel

#pragma once

#include <string>

namespace evenkeel::test {

/// Says that this machine cannot run the rest of a test, and why. A program in which a test was skipped and none failed
/// ends with `skipped_status`, which ctest counts and lists as skipped; Catch2 2.13 knows no skipped tests.
void skip(const std::string& reason);

constexpr int skipped_status = 77;

/// The exit status of the program after Catch2's own `failed`, its number of failed tests.
int exit_status(int failed);

}  // namespace evenkeel::test

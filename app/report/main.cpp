#include "app/report/command/run_report.h"

int main(int argc, char** argv) { return evenkeel::report::run_report({argv + 1, argv + argc}); }

#include "app/sim/command/commands.h"

int main(int argc, char** argv) { return evenkeel::sim::run_program({argv, argv + argc}); }

#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/skip.h"

int main(int argc, char** argv) { return evenkeel::test::exit_status(Catch::Session().run(argc, argv)); }

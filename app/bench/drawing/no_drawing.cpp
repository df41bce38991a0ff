// Replaces draw_figures.cpp in a build without Qt (EVENKEEL_GUI=OFF).
#include <cstdio>

#include "app/bench/drawing/draw_figures.h"

namespace evenkeel::bench {

std::string draw_figures(const std::vector<Figure>&, const std::string&) {
  std::fprintf(stderr, "This build draws no figures; the tables hold what they show.\n");
  return {};
}

}  // namespace evenkeel::bench

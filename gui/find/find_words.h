#pragma once

#include <QString>

#include "gui/find/found_sets.h"

namespace evenkeel {

/// The parameters that a search compares others with.
enum class Baseline {
  defaults,  ///< today's, which are those of the controller's paper
  today,
  run,  ///< those that a recorded run had
};

/// A path as `evenkeel tune` tells it, "2.5Mbps, 50ms there", in the spelling of the window.
QString path_words(const QString& path);
/// "95.2 % of the link, queue 12.4 ms"
QString measure_words(const TriedSet& set);
/// What a search that runs has found so far.
QString progress_words(const FoundSets& sets, bool compares, Baseline baseline);
/// What came of one.
QString verdict_words(const FoundSets& sets, const SearchVerdict& verdict, Baseline baseline);
QString cancelled_words(const FoundSets& sets);

}  // namespace evenkeel

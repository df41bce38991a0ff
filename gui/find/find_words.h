#pragma once

#include <QString>

#include "gui/find/found_sets.h"

namespace evenkeel {

/// A path as `evenkeel tune` tells it, "2.5Mbps, 50ms there", in the spelling of the window.
QString path_words(const QString& path);
/// "95.2 % of the link, queue 12.4 ms"
QString measure_words(const TriedSet& set);
/// What a search that runs has found so far.
QString progress_words(const FoundSets& sets, bool compares);
/// What came of one. `defaults`: today's parameters are those of the controller's paper.
QString verdict_words(const FoundSets& sets, const SearchVerdict& verdict, bool defaults);
QString cancelled_words(const FoundSets& sets);

}  // namespace evenkeel

#pragma once

#include <vector>

#include "core/control/arc.h"
#include "core/control/darc/darc.h"
#include "core/control/fixed.h"
#include "core/control/ldcc.h"
#include "core/control/rivals/gcc/gcc.h"
#include "core/control/rivals/gcc/gcc_2016.h"
#include "core/control/rivals/gcc/gcc_simple.h"
#include "core/control/rivals/nada/nada.h"
#include "core/control/rivals/nada/nada_2013.h"
#include "core/control/rivals/scream/scream.h"
#include "core/control/rivals/scream/scream_v1.h"
#include "core/control/rivals/tfrc/tfrc.h"
#include "core/pacing/rfc3448.h"
#include "core/pacing/rmc.h"
#include "core/pacing/token_bucket.h"
#include "core/parameters/prediction.h"

// One pair for each algorithm that a theory is known of; predictions.h finds them by type.

namespace evenkeel {

std::vector<Prediction> predictions_of(const Arc& arc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Darc& darc, const PathConditions& path);
std::vector<Prediction> predictions_of(const FixedRate& fixed, const PathConditions& path);
std::vector<Prediction> predictions_of(const Gcc& gcc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Gcc2016& gcc, const PathConditions& path);
std::vector<Prediction> predictions_of(const GccSimple& gcc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Ldcc& ldcc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Nada& nada, const PathConditions& path);
std::vector<Prediction> predictions_of(const Nada2013& nada, const PathConditions& path);
std::vector<Prediction> predictions_of(const Tfrc& tfrc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Rmc& rmc, const PathConditions& path);
std::vector<Prediction> predictions_of(const Rfc3448& loop, const PathConditions& path);
std::vector<Prediction> predictions_of(const TokenBucket& bucket, const PathConditions& path);

/// The threshold is where the window stops growing: a backlog of qthresh.
DelayPrediction delays_of(const Arc& arc, const PathConditions& path);
DelayPrediction delays_of(const Darc& darc, const PathConditions& path);
DelayPrediction delays_of(const Ldcc& ldcc, const PathConditions& path);
/// The threshold is QEPS above the path without a queue: where the ramp-up ends.
DelayPrediction delays_of(const Nada& nada, const PathConditions& path);
/// The threshold is the path without a queue: delay has a price from there on.
DelayPrediction delays_of(const Nada2013& nada, const PathConditions& path);
/// The threshold is where virtual marking begins.
DelayPrediction delays_of(const Scream& scream, const PathConditions& path);
DelayPrediction delays_of(const ScreamV1& scream, const PathConditions& path);

}  // namespace evenkeel

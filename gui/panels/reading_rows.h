#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/base/controller_mode.h"
#include "core/parameters/prediction.h"
#include "gui/panels/reading_table.h"
#include "gui/store/step_response.h"

namespace evenkeel {

/// A title and a row for each statement; under an alarming one a row that says why.
std::vector<ReadingTable::Row> prediction_rows(const QString& title, const std::vector<Prediction>& predictions);

/// What the controller does, in words; a hidden row where it does not say.
ReadingTable::Row mode_row(std::optional<ControllerMode> mode);

/// The measured path in words.
ReadingTable::Row path_row(const PathConditions& path);

/// The last four steps (the newest last) with the figures of rate and delay, the newest first.
std::vector<ReadingTable::Row> step_rows(const std::vector<StepReport>& steps);

}  // namespace evenkeel

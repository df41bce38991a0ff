#pragma once

#include <QString>
#include <string>

namespace evenkeel {

/// Where a sentence is read: beside the rows of the settings, or anywhere else in the window.
enum class OptionPlace { settings, window };

/// A sentence from below the window names options as the command line has them ("choose another port (--bind)"). In the
/// window it names the control instead: "choose another port (“Port” on the start page)", in the settings the row
/// there: "choose another port (“Wait at address and port”)". Options without a control come from the command line
/// alone, and keep their names.
QString option_words(QString sentence, OptionPlace place = OptionPlace::window);

/// The same for text that is not Qt's.
std::string option_words(const std::string& sentence);

}  // namespace evenkeel

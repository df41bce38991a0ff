#pragma once

#include <QString>
#include <vector>

namespace evenkeel {

enum class SettingsPage { video, sound, network, recording, controller };

/// What the dialog has of the options: the page, the group on it and the words for each, in the order of the rows. All
/// else of an option, as its help and its default, comes from its OptionInfo.
struct SettingsRow {
  SettingsPage page;
  QString group;   ///< a heading before the first row of it; empty: none
  QString option;  ///< "max-bitrate"
  QString words;   ///< "Highest rate"
};
std::vector<SettingsRow> settings_rows();

QString page_title(SettingsPage page);

/// A value in words: "always" of "answer" is "Accept at once". The text itself where there are none.
QString choice_words(const QString& option, const QString& text);

/// One part of an option that takes `all`, `none` or some parts with commas between them.
struct OptionPart {
  QString text;
  QString words;
};
/// Empty for other options.
std::vector<OptionPart> parts_of(const QString& option);

/// The camera, the microphone or the loudspeaker: chosen on the start page as well.
bool is_device(const QString& option);
/// These, and where it rings, have the entries of a list of the start page.
bool has_device_list(const QString& option);

}  // namespace evenkeel

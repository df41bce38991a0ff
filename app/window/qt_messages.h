#pragma once

namespace evenkeel {

/// Until display_is_open() Qt's words are kept back: where no display can be reached, it ends the program with a
/// paragraph, and one sentence says it. From then on its warnings go to standard error, also those that were kept;
/// debugging only where EVENKEEL_QT_DEBUG is set, which keeps nothing back.
void handle_qt_messages();
void display_is_open();

extern const char* const no_display;

}  // namespace evenkeel

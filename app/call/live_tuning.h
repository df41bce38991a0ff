#pragma once

#include <memory>
#include <string>

#include "core/net/pacer_thread.h"

namespace evenkeel {

// Changes during a call; each takes effect between two packets of the thread concerned.

/// "ldcc.T_r", "80ms". Does nothing where that algorithm does not run; the text must have been checked.
void change_parameter(PacerThread& pacer, const std::string& key, const std::string& text);
void change_controller(PacerThread& pacer, std::unique_ptr<RateController> controller);
void change_send_loop(PacerThread& thread, std::unique_ptr<Pacer> pacer);

}  // namespace evenkeel

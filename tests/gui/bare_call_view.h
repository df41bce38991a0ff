#pragma once

#include <QApplication>
#include <string>

#include "gui/call/call_view.h"

namespace evenkeel::test {

inline CallStatus call_status(CallStatus::Phase phase, const std::string& text = {}) {
  CallStatus status;
  status.phase = phase;
  status.text = text;
  status.kind = CallKind::call;
  status.run = 1;
  return status;
}

/// The view of a call without a window, at first in a call.
struct BareCallView {
  PictureSlot remote;
  PictureSlot own;
  CallView view{remote, own};

  BareCallView() {
    view.resize(640, 480);
    view.set_status(call_status(CallStatus::Phase::in_call));
    view.show();
    QApplication::processEvents();
  }
};

}  // namespace evenkeel::test

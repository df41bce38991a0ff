#include "gui/settings/settings_rows.h"

#include <QCoreApplication>

namespace evenkeel {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("evenkeel::SettingsDialog", text); }

}  // namespace

std::vector<SettingsRow> settings_rows() {
  using enum SettingsPage;
  const QString rates = tr("Your sending rate");
  const QString way = tr("The way to the other side");
  const QString browsers = tr("The page for browsers that the link leads to");
  const QString losses = tr("Lost packets");
  return {
      {video, {}, "source", tr("Camera")},
      {video, {}, "size", tr("Picture size")},
      {video, {}, "fps", tr("Pictures per second")},
      {video, {}, "largest-picture", tr("Largest picture of the other side")},
      {sound, {}, "audio", tr("Microphone")},
      {sound, {}, "speaker", tr("Loudspeaker")},
      {sound, {}, "ring", tr("Where it rings")},
      {sound, {}, "audio-processing", tr("Before it is sent")},
      {network, rates, "start-bitrate", tr("Start rate")},
      {network, rates, "min-bitrate", tr("Lowest rate")},
      {network, rates, "max-bitrate", tr("Highest rate")},
      {network, way, "bind", tr("Wait at address and port")},
      {network, way, "map-port", tr("Ask the router to forward the port")},
      {network, way, "answer", tr("When somebody calls")},
      {network, way, "stun", tr("STUN server")},
      {network, way, "turn", tr("TURN server")},
      {network, way, "turn-user", tr("Name at the TURN server")},
      {network, way, "turn-password-file", tr("File with the password there")},
      {network, browsers, "page", tr("Address of the page")},
      {network, browsers, "page-bind", tr("Serve it at address and port")},
      {network, browsers, "no-page", tr("Serve no page: for Evenkeel alone")},
      {recording, {}, "recordings", tr("Folder of recordings")},
      {recording, {}, "record-limit", tr("End a recording at")},
      {controller, {}, "pacing-gain", tr("Pacing rate over the controller's")},
      {controller, losses, "protection", tr("Share of the rate for repair packets")},
      {controller, losses, "retransmission", tr("Send lost packets again")},
      {controller, losses, "references", tr("Mend losses without key frames")},
  };
}

QString page_title(SettingsPage page) {
  switch (page) {
    case SettingsPage::video:
      return tr("&Video");
    case SettingsPage::sound:
      return tr("&Sound");
    case SettingsPage::network:
      return tr("&Network");
    case SettingsPage::recording:
      return tr("&Recording");
    case SettingsPage::controller:
      return tr("&Controller");
  }
  return {};
}

QString choice_words(const QString& option, const QString& text) {
  if (option == "answer" && text == "always") return tr("Accept at once");
  if (option == "answer" && text == "ask") return tr("Ask");
  return text;
}

std::vector<OptionPart> parts_of(const QString& option) {
  if (option != "audio-processing") return {};
  return {{"high-pass", tr("Leave out the lowest tones")},
          {"echo", tr("Take out the echo of the loudspeaker")},
          {"noise", tr("Suppress noise")},
          {"gain", tr("Even out how loud you are")}};
}

bool is_device(const QString& option) { return option == "source" || option == "audio" || option == "speaker"; }

bool has_device_list(const QString& option) { return is_device(option) || option == "ring"; }

}  // namespace evenkeel

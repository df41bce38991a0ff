#include "gui/settings/settings_rows.h"

#include <QCoreApplication>

namespace evenkeel {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::SettingsDialog)
};

}  // namespace

std::vector<SettingsRow> settings_rows() {
  using enum SettingsPage;
  const QString rates = Words::tr("Your sending rate");
  const QString way = Words::tr("The way to the other side");
  const QString browsers = Words::tr("The page for browsers that the link leads to");
  const QString losses = Words::tr("Lost packets");
  return {
      {video, {}, "source", Words::tr("Camera")},
      {video, {}, "size", Words::tr("Picture size")},
      {video, {}, "fps", Words::tr("Pictures per second")},
      {video, {}, "largest-picture", Words::tr("Largest picture of the other side")},
      {video, {}, "surface", Words::tr("Draw the other side's picture by")},
      {sound, {}, "audio", Words::tr("Microphone")},
      {sound, {}, "speaker", Words::tr("Loudspeaker")},
      {sound, {}, "ring", Words::tr("Where it rings")},
      {sound, {}, "audio-processing", Words::tr("Before it is sent")},
      {network, rates, "start-bitrate", Words::tr("Start rate")},
      {network, rates, "min-bitrate", Words::tr("Lowest rate")},
      {network, rates, "max-bitrate", Words::tr("Highest rate")},
      {network, way, "bind", Words::tr("Wait at address and port")},
      {network, way, "map-port", Words::tr("Ask the router to forward the port")},
      {network, way, "answer", Words::tr("When somebody calls")},
      {network, way, "stun", Words::tr("STUN server")},
      {network, way, "turn", Words::tr("TURN server")},
      {network, way, "turn-user", Words::tr("Name at the TURN server")},
      {network, way, "turn-password-file", Words::tr("File with the password there")},
      {network, browsers, "page", Words::tr("Address of the page")},
      {network, browsers, "page-bind", Words::tr("Serve it at address and port")},
      {network, browsers, "no-page", Words::tr("Serve no page: for Evenkeel alone")},
      {recording, {}, "recordings", Words::tr("Folder of recordings")},
      {recording, {}, "record-format", Words::tr("Write recordings as")},
      {recording, {}, "record-pictures", Words::tr("Pictures of")},
      {recording, {}, "record-limit", Words::tr("End a recording at")},
      {controller, {}, "pacing-gain", Words::tr("Pacing rate over the controller's")},
      {controller, losses, "protection", Words::tr("Share of the rate for repair packets")},
      {controller, losses, "retransmission", Words::tr("Send lost packets again")},
      {controller, losses, "references", Words::tr("Mend losses without key frames")},
  };
}

QString page_title(SettingsPage page) {
  switch (page) {
    case SettingsPage::video:
      return Words::tr("&Video");
    case SettingsPage::sound:
      return Words::tr("&Sound");
    case SettingsPage::network:
      return Words::tr("&Network");
    case SettingsPage::recording:
      return Words::tr("&Recording");
    case SettingsPage::controller:
      return Words::tr("&Controller");
  }
  return {};
}

QString choice_words(const QString& option, const QString& text) {
  if (option == "answer" && text == "always") return Words::tr("Accept at once");
  if (option == "answer" && text == "ask") return Words::tr("Ask");
  if (option == "record-pictures" && text == "received") return Words::tr("The other side, as they came");
  if (option == "record-pictures" && text == "both") return Words::tr("Both sides, side by side");
  if (option == "record-format" && text == "webm") return Words::tr("WebM, for any player");
  if (option == "record-format" && text == "ivf") return Words::tr("IVF and Opus, for measurements");
  if (option == "surface" && text == "auto") return Words::tr("The graphics card, where there is one");
  if (option == "surface" && text == "gpu") return Words::tr("OpenGL, also without a graphics card");
  if (option == "surface" && text == "software") return Words::tr("Software alone");
  return text;
}

std::vector<OptionPart> parts_of(const QString& option) {
  if (option != "audio-processing") return {};
  return {{"high-pass", Words::tr("Leave out the lowest tones")},
          {"echo", Words::tr("Take out the echo of the loudspeaker")},
          {"noise", Words::tr("Suppress noise")},
          {"gain", Words::tr("Even out how loud you are")}};
}

bool is_device(const QString& option) { return option == "source" || option == "audio" || option == "speaker"; }

bool has_device_list(const QString& option) { return is_device(option) || option == "ring"; }

}  // namespace evenkeel

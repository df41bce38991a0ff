#include "gui/plots/plot_spec.h"

#include <QCoreApplication>

namespace evenkeel {
namespace {

using Mark = CurveSpec::Mark;

PlotSpec rate() {
  constexpr double mega = 1e-6;
  return {
      .id = "rate",
      .title = QT_TRANSLATE_NOOP("PlotSpec", "Rate"),
      .unit = "Mbit/s",
      .curves =
          {{.column = "linkCapacity",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "link capacity"),
            .color = 6,
            .step = true,
            .scale = mega},
           // Not dashed: it moves with each row, and long dashed lines take the raster engine milliseconds.
           {.column = "capacityEstimate",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "fair share (est.)"),
            .color = 4,
            .scale = mega,
            .rare = true},
           {.column = "evenkeelShadow3TargetBitrate",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "shadow 3"),
            .color = 4,
            .scale = mega,
            .rare = true,
            .shadow = 3},
           {.column = "evenkeelShadow2TargetBitrate",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "shadow 2"),
            .color = 3,
            .scale = mega,
            .rare = true,
            .shadow = 2},
           {.column = "evenkeelShadow1TargetBitrate",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "shadow 1"),
            .color = 5,
            .scale = mega,
            .rare = true,
            .shadow = 1},
           {.column = "mediaBitrate", .label = QT_TRANSLATE_NOOP("PlotSpec", "encoder"), .color = 3, .scale = mega},
           {.column = "receiveBitrate", .label = QT_TRANSLATE_NOOP("PlotSpec", "received"), .color = 2, .scale = mega},
           {.column = "sendBitrate", .label = QT_TRANSLATE_NOOP("PlotSpec", "sent"), .color = 0, .scale = mega},
           {.column = "targetBitrate",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "target"),
            .color = 1,
            .step = true,
            .scale = mega},
           {.column = "keyFramesEncoded",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "key frame"),
            .color = 6,
            .mark = Mark::key_frame},
           {.column = "evenkeelReferenceJumps",
            .label = QT_TRANSLATE_NOOP("PlotSpec", "jump"),
            .color = 3,
            .mark = Mark::jump,
            .rare = true}},
      .shown_by_default = true,
      .stretch = 5};
}

PlotSpec delay() {
  return {.id = "delay",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Delay"),
          .unit = "ms",
          .curves =
              {{.column = "propagationDelay",
                .label = QT_TRANSLATE_NOOP("PlotSpec", "propagation"),
                .color = 6,
                .dashed = true},
               {.column = "delayThreshold",
                .label = QT_TRANSLATE_NOOP("PlotSpec", "threshold (T_r)"),
                .color = 1,
                .step = true,
                .rare = true},
               {.column = "predictedDelay",
                .label = QT_TRANSLATE_NOOP("PlotSpec", "equilibrium (predicted)"),
                .color = 4,
                .dashed = true},
               {.column = "roundTripTime", .label = QT_TRANSLATE_NOOP("PlotSpec", "round trip"), .color = 2},
               {.column = "oneWayDelay", .label = QT_TRANSLATE_NOOP("PlotSpec", "one way"), .color = 0},
               {.column = "lossEvents", .label = QT_TRANSLATE_NOOP("PlotSpec", "loss"), .color = 6, .mark = Mark::loss},
               {.column = "evenkeelPacketsRepaired",
                .label = QT_TRANSLATE_NOOP("PlotSpec", "repaired"),
                .mark = Mark::repaired,
                .rare = true}},
          .shown_by_default = true,
          .stretch = 5};
}

// A plot of its own, without short peaks: a queue of ten milliseconds cannot be read on the delays' axis of hundreds.
PlotSpec queue() {
  return {.id = "queue",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Queue"),
          .unit = "ms",
          .curves = {{.column = "linkQueue", .label = QT_TRANSLATE_NOOP("PlotSpec", "link queue"), .color = 3},
                     {.column = "predictedQueue",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "predicted"),
                      .color = 2,
                      .rare = true},
                     {.column = "targetQueue",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "target"),
                      .color = 1,
                      .step = true,
                      .rare = true},
                     {.column = "queueingDelay", .label = QT_TRANSLATE_NOOP("PlotSpec", "measured"), .color = 0},
                     {.column = "controllerMode",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "mode"),
                      .mark = Mark::mode,
                      .rare = true}},
          .shown_by_default = true,
          .stretch = 5,
          .cuts_peaks = true};
}

// Three units: the two mismatches share a plot, because one integrates the other. The queue is a plot of its own below
// them, because a third scale on the same plot could not be read.
PlotSpec mismatch() {
  return {.id = "mismatch",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Mismatch"),
          .unit = "kbit/s",
          .curves = {{.column = "dataMismatch",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "data d_c \u2212 d_e"),
                      .color = 1,
                      .right = true},
                     {.column = "rateMismatch",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "rate r_c \u2212 r_e"),
                      .color = 0,
                      .scale = 1e-3}},
          .shown_by_default = true,
          .right_unit = "bytes",
          .from_zero = false,
          .stretch = 3};
}

PlotSpec pacer() {
  return {.id = "pacer",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Pacer queue"),
          .unit = "ms",
          .curves = {{.column = "evenkeelFrameSendTime",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "a frame's sending"),
                      .color = 1,
                      .rare = true},
                     {.column = "evenkeelFrameWait",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "as a frame comes"),
                      .color = 0,
                      .rare = true},
                     {.column = "pacerQueue", .label = QT_TRANSLATE_NOOP("PlotSpec", "queue"), .color = 2}},
          .shown_by_default = true,
          .stretch = 3};
}

PlotSpec law() {
  return {.id = "law",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Control law terms"),
          .curves = {{.column = "lawTerm3", .label = QT_TRANSLATE_NOOP("PlotSpec", "term 3"), .color = 2},
                     {.column = "lawTerm2", .label = QT_TRANSLATE_NOOP("PlotSpec", "term 2"), .color = 1},
                     {.column = "lawTerm1", .label = QT_TRANSLATE_NOOP("PlotSpec", "term 1"), .color = 0}},
          .from_zero = false};
}

PlotSpec loss() {
  return {.id = "loss",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Loss"),
          .unit = "%",
          .curves = {{.column = "packetsLost",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "lost in total"),
                      .color = 0,
                      .step = true,
                      .right = true},
                     {.column = "fractionLost",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "lost now"),
                      .color = 1,
                      .scale = 100}},
          .right_unit = "packets",
          .stretch = 3};
}

// In kbit/s: what mends losses is a small share of the rate.
PlotSpec recovery() {
  constexpr double kilo = 1e-3;
  constexpr double kilo_of_bytes = 8e-3;
  return {
      .id = "recovery",
      .title = QT_TRANSLATE_NOOP("PlotSpec", "Recovery"),
      .unit = "kbit/s",
      .curves = {{.column = "evenkeelHeadroom",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "headroom"),
                  .color = 6,
                  .scale = 100,
                  .right = true,
                  .rare = true},
                 {.column = "evenkeelProtectionShare",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "meant for repair"),
                  .color = 1,
                  .step = true,
                  .scale = 100,
                  .right = true,
                  .rare = true},
                 {.column = "mediaBitrate", .label = QT_TRANSLATE_NOOP("PlotSpec", "media"), .color = 3, .scale = kilo},
                 {.column = "retransmittedBytesSent",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "sent again"),
                  .color = 2,
                  .scale = kilo_of_bytes,
                  .rare = true,
                  .growth = true},
                 {.column = "evenkeelRepairBytesSent",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "repair"),
                  .color = 0,
                  .scale = kilo_of_bytes,
                  .rare = true,
                  .growth = true}},
      .right_unit = "%"};
}

PlotSpec frames() {
  return {.id = "frames",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Frames sent"),
          .unit = "fps",
          .curves = {{.column = "frameHeight",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "height"),
                      .color = 1,
                      .step = true,
                      .right = true},
                     {.column = "framesPerSecond", .label = QT_TRANSLATE_NOOP("PlotSpec", "frame rate"), .color = 0}},
          .right_unit = "lines",
          .stretch = 3};
}

PlotSpec quantizer() {
  return {.id = "quantizer",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Quantiser"),
          .unit = QT_TRANSLATE_NOOP("PlotSpec", "0 fine to 63 coarse"),
          .curves = {{.column = "quantizer", .label = QT_TRANSLATE_NOOP("PlotSpec", "VP8"), .color = 3}},
          .stretch = 3};
}

PlotSpec pictures() {
  return {
      .id = "pictures",
      .title = QT_TRANSLATE_NOOP("PlotSpec", "Frames shown"),
      .unit = "ms",
      .curves = {{.column = "longestFrameInterval",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "longest interval"),
                  .color = 1},
                 {.column = "evenkeelCaptureWait",
                  .label = QT_TRANSLATE_NOOP("PlotSpec", "camera to encoder"),
                  .color = 3,
                  .rare = true},
                 {.column = "jitterBufferDelay", .label = QT_TRANSLATE_NOOP("PlotSpec", "jitter buffer"), .color = 2},
                 {.column = "endToEndDelay", .label = QT_TRANSLATE_NOOP("PlotSpec", "camera to screen"), .color = 0}},
      .stretch = 3};
}

// As the receiver of a flow plays it. A second has 48 000 samples.
PlotSpec sound() {
  return {.id = "sound",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Sound played"),
          .unit = "ms",
          .curves = {{.column = "concealedSamples",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "concealed"),
                      .color = 6,
                      .scale = 100.0 / 48'000,
                      .right = true,
                      .rare = true,
                      .growth = true},
                     {.column = "evenkeelAvSkew",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "later than the picture"),
                      .color = 2,
                      .rare = true},
                     {.column = "jitterBufferTargetDelay",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "target"),
                      .color = 1,
                      .step = true,
                      .rare = true},
                     {.column = "evenkeelAudioJitterBufferDelay",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "jitter buffer"),
                      .color = 0,
                      .rare = true}},
          .right_unit = "%",
          .stretch = 3};
}

PlotSpec sound_sent() {
  return {.id = "sound-sent",
          .title = QT_TRANSLATE_NOOP("PlotSpec", "Sound sent"),
          .unit = "kbit/s",
          .curves = {{.column = "evenkeelSoundQueue",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "longest wait"),
                      .color = 1,
                      .right = true,
                      .rare = true},
                     {.column = "evenkeelSoundBitrate",
                      .label = QT_TRANSLATE_NOOP("PlotSpec", "rate"),
                      .color = 0,
                      .scale = 1e-3,
                      .rare = true}},
          .right_unit = "ms",
          .stretch = 3};
}

PlotSpec own(std::string_view id, std::string_view title) { return {.id = id, .title = title, .stretch = 3}; }

}  // namespace

// In each plot the most important curve comes last: it is on top, and the legend names it first.
const std::vector<PlotSpec>& plot_specs() {
  static const std::vector<PlotSpec> specs{rate(),
                                           delay(),
                                           queue(),
                                           mismatch(),
                                           pacer(),
                                           sound(),
                                           sound_sent(),
                                           law(),
                                           loss(),
                                           recovery(),
                                           frames(),
                                           quantizer(),
                                           pictures(),
                                           own("own-1", QT_TRANSLATE_NOOP("PlotSpec", "Own 1")),
                                           own("own-2", QT_TRANSLATE_NOOP("PlotSpec", "Own 2")),
                                           own("own-3", QT_TRANSLATE_NOOP("PlotSpec", "Own 3"))};
  return specs;
}

QString words_of(std::string_view title_or_label) {
  if (title_or_label.empty()) return {};
  return QCoreApplication::translate("PlotSpec", std::string(title_or_label).c_str());
}

}  // namespace evenkeel

#include "gui/plots/plot_spec.h"

namespace evenkeel {
namespace {

using Mark = CurveSpec::Mark;

PlotSpec rate() {
  constexpr double mega = 1e-6;
  return {
      .id = "rate",
      .title = "Rate",
      .unit = "Mbit/s",
      .curves = {{.column = "linkCapacity", .label = "link capacity", .color = 6, .step = true, .scale = mega},
                 // Not dashed: it moves with each row, and long dashed lines take the raster engine milliseconds.
                 {.column = "capacityEstimate", .label = "fair share (est.)", .color = 4, .scale = mega, .rare = true},
                 {.column = "mediaBitrate", .label = "encoder", .color = 3, .scale = mega},
                 {.column = "receiveBitrate", .label = "received", .color = 2, .scale = mega},
                 {.column = "sendBitrate", .label = "sent", .color = 0, .scale = mega},
                 {.column = "targetBitrate", .label = "target", .color = 1, .step = true, .scale = mega},
                 {.column = "keyFramesEncoded", .label = "key frame", .color = 6, .mark = Mark::key_frame},
                 {.column = "evenkeelReferenceJumps", .label = "jump", .color = 3, .mark = Mark::jump, .rare = true}},
      .shown_by_default = true,
      .stretch = 5};
}

PlotSpec delay() {
  return {.id = "delay",
          .title = "Delay",
          .unit = "ms",
          .curves = {{.column = "propagationDelay", .label = "propagation", .color = 6, .dashed = true},
                     {.column = "delayThreshold", .label = "threshold (T_r)", .color = 1, .step = true, .rare = true},
                     {.column = "predictedDelay", .label = "equilibrium (predicted)", .color = 4, .dashed = true},
                     {.column = "roundTripTime", .label = "round trip", .color = 2},
                     {.column = "oneWayDelay", .label = "one way", .color = 0},
                     {.column = "lossEvents", .label = "loss", .color = 6, .mark = Mark::loss},
                     {.column = "evenkeelPacketsRepaired", .label = "repaired", .mark = Mark::repaired, .rare = true}},
          .shown_by_default = true,
          .stretch = 5};
}

// A plot of its own, without short peaks: a queue of ten milliseconds cannot be read on the delays' axis of hundreds.
PlotSpec queue() {
  return {.id = "queue",
          .title = "Queue",
          .unit = "ms",
          .curves = {{.column = "linkQueue", .label = "link queue", .color = 3},
                     {.column = "predictedQueue", .label = "predicted", .color = 2, .rare = true},
                     {.column = "targetQueue", .label = "target", .color = 1, .step = true, .rare = true},
                     {.column = "queueingDelay", .label = "measured", .color = 0},
                     {.column = "controllerMode", .label = "mode", .mark = Mark::mode, .rare = true}},
          .shown_by_default = true,
          .stretch = 5,
          .cuts_peaks = true};
}

// Three units: the two mismatches share a plot, because one integrates the other. The queue is a plot of its own below
// them, because a third scale on the same plot could not be read.
PlotSpec mismatch() {
  return {.id = "mismatch",
          .title = "Mismatch",
          .unit = "kbit/s",
          .curves = {{.column = "dataMismatch", .label = "data d_c \u2212 d_e", .color = 1, .right = true},
                     {.column = "rateMismatch", .label = "rate r_c \u2212 r_e", .color = 0, .scale = 1e-3}},
          .shown_by_default = true,
          .right_unit = "bytes",
          .from_zero = false,
          .stretch = 3};
}

PlotSpec pacer() {
  return {.id = "pacer",
          .title = "Pacer queue",
          .unit = "ms",
          .curves = {{.column = "evenkeelFrameSendTime", .label = "a frame's sending", .color = 1, .rare = true},
                     {.column = "evenkeelFrameWait", .label = "as a frame comes", .color = 0, .rare = true},
                     {.column = "pacerQueue", .label = "queue", .color = 2}},
          .shown_by_default = true,
          .stretch = 3};
}

PlotSpec law() {
  return {.id = "law",
          .title = "Control law terms",
          .curves = {{.column = "lawTerm3", .label = "term 3", .color = 2},
                     {.column = "lawTerm2", .label = "term 2", .color = 1},
                     {.column = "lawTerm1", .label = "term 1", .color = 0}},
          .from_zero = false};
}

PlotSpec loss() {
  return {.id = "loss",
          .title = "Loss",
          .unit = "%",
          .curves = {{.column = "packetsLost", .label = "lost in total", .color = 0, .step = true, .right = true},
                     {.column = "fractionLost", .label = "lost now", .color = 1, .scale = 100}},
          .right_unit = "packets",
          .stretch = 3};
}

// In kbit/s: what mends losses is a small share of the rate.
PlotSpec recovery() {
  constexpr double kilo = 1e-3;
  constexpr double kilo_of_bytes = 8e-3;
  return {
      .id = "recovery",
      .title = "Recovery",
      .unit = "kbit/s",
      .curves =
          {{.column = "evenkeelHeadroom", .label = "headroom", .color = 6, .scale = 100, .right = true, .rare = true},
           {.column = "evenkeelProtectionShare",
            .label = "meant for repair",
            .color = 1,
            .step = true,
            .scale = 100,
            .right = true,
            .rare = true},
           {.column = "mediaBitrate", .label = "media", .color = 3, .scale = kilo},
           {.column = "retransmittedBytesSent",
            .label = "sent again",
            .color = 2,
            .scale = kilo_of_bytes,
            .rare = true,
            .growth = true},
           {.column = "evenkeelRepairBytesSent",
            .label = "repair",
            .color = 0,
            .scale = kilo_of_bytes,
            .rare = true,
            .growth = true}},
      .right_unit = "%"};
}

PlotSpec frames() {
  return {.id = "frames",
          .title = "Frames sent",
          .unit = "fps",
          .curves = {{.column = "frameHeight", .label = "height", .color = 1, .step = true, .right = true},
                     {.column = "framesPerSecond", .label = "frame rate", .color = 0}},
          .right_unit = "lines",
          .stretch = 3};
}

PlotSpec quantizer() {
  return {.id = "quantizer",
          .title = "Quantiser",
          .unit = "0 fine to 63 coarse",
          .curves = {{.column = "quantizer", .label = "VP8", .color = 3}},
          .stretch = 3};
}

PlotSpec pictures() {
  return {.id = "pictures",
          .title = "Frames shown",
          .unit = "ms",
          .curves = {{.column = "longestFrameInterval", .label = "longest interval", .color = 1},
                     {.column = "evenkeelCaptureWait", .label = "camera to encoder", .color = 3, .rare = true},
                     {.column = "jitterBufferDelay", .label = "jitter buffer", .color = 2},
                     {.column = "endToEndDelay", .label = "camera to screen", .color = 0}},
          .stretch = 3};
}

// As the receiver of a flow plays it. A second has 48 000 samples.
PlotSpec sound() {
  return {.id = "sound",
          .title = "Sound played",
          .unit = "ms",
          .curves = {{.column = "concealedSamples",
                      .label = "concealed",
                      .color = 6,
                      .scale = 100.0 / 48'000,
                      .right = true,
                      .rare = true,
                      .growth = true},
                     {.column = "evenkeelAvSkew", .label = "later than the picture", .color = 2, .rare = true},
                     {.column = "jitterBufferTargetDelay", .label = "target", .color = 1, .step = true, .rare = true},
                     {.column = "evenkeelAudioJitterBufferDelay", .label = "jitter buffer", .color = 0, .rare = true}},
          .right_unit = "%",
          .stretch = 3};
}

PlotSpec sound_sent() {
  return {.id = "sound-sent",
          .title = "Sound sent",
          .unit = "kbit/s",
          .curves = {{.column = "evenkeelSoundQueue", .label = "longest wait", .color = 1, .right = true, .rare = true},
                     {.column = "evenkeelSoundBitrate", .label = "rate", .color = 0, .scale = 1e-3, .rare = true}},
          .right_unit = "ms",
          .stretch = 3};
}

}  // namespace

// In each plot the most important curve comes last: it is on top, and the legend names it first.
const std::vector<PlotSpec>& plot_specs() {
  static const std::vector<PlotSpec> specs{rate(),   delay(),      queue(),   mismatch(), pacer(),
                                           sound(),  sound_sent(), law(),     loss(),     recovery(),
                                           frames(), quantizer(),  pictures()};
  return specs;
}

}  // namespace evenkeel

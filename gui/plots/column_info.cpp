#include "gui/plots/column_info.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

// W3C's identifiers for statistics, https://www.w3.org/TR/webrtc-stats/.
constexpr const char* inbound = "inbound-rtp";
constexpr const char* outbound = "outbound-rtp";
constexpr const char* remote_inbound = "remote-inbound-rtp";
constexpr const char* source = "media-source";
constexpr const char* ours = "";

struct Entry {
  std::string_view column;
  std::string_view unit;
  double scale;
  const char* w3c;
  const char* description;
};

// clang-format off
constexpr Entry entries[] = {
    {"targetBitrate", "Mbit/s", 1e-6, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "rate that the controller asks for")},
    {"sendBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "rate on the wire, all packets")},
    {"receiveBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "rate that arrived, as the reports say")},
    {"mediaBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "rate that the encoder puts out")},
    {"oneWayDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "delay from sender to receiver")},
    {"queueingDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "part of the delay that queues cause")},
    {"evenkeelDelayVariation", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "jitter: by how much the delay differs between packets in a row")},
    {"roundTripTime", "ms", 1, remote_inbound, QT_TRANSLATE_NOOP("ColumnInfo", "time there and back (W3C: in seconds)")},
    {"packetsSent", "packets", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "packets sent in all")},
    {"packetsLost", "packets", 1, remote_inbound, QT_TRANSLATE_NOOP("ColumnInfo", "packets lost in all")},
    {"fractionLost", "%", 100, remote_inbound, QT_TRANSLATE_NOOP("ColumnInfo", "share of packets lost, now")},
    {"dataMismatch", "bytes", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "d_c \u2212 d_e of RMC: data wanted less data encoded")},
    {"rateMismatch", "kbit/s", 1e-3, ours, QT_TRANSLATE_NOOP("ColumnInfo", "r_c \u2212 r_e of RMC: rate wanted less rate encoded")},
    {"pacerQueue", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "time that the pacer needs for what it holds")},
    {"framesPerSecond", "fps", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "frames encoded per second")},
    {"frameWidth", "pixels", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "width of the frames")},
    {"frameHeight", "pixels", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "height of the frames")},
    {"keyFramesEncoded", "frames", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "key frames encoded in all")},
    {"framesDecoded", "frames", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "frames decoded in all")},
    {"freezeCount", "freezes", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "how often the picture froze")},
    {"linkCapacity", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "true capacity of the emulated link")},
    {"linkQueue", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "true queue of the emulated link")},
    {"quantizer", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "quantiser of VP8: 0 is fine, 63 is coarse")},
    {"framesSkipped", "frames", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "frames the sender left out to keep its queue short")},
    {"endToEndDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "picture: from camera to screen")},
    {"jitterBufferDelay", "ms", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "picture: wait in the jitter buffer (W3C: total)")},
    {"pliCount", "requests", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "key frames that the receiver asked for")},
    {"framesEncoded", "frames", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "frames encoded in all")},
    {"framesReceived", "frames", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "whole frames received in all")},
    {"framesDropped", "frames", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "received frames that were not shown")},
    {"lossEvents", "losses", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "losses in all, bursts counted once")},
    {"outstanding", "bytes", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "sent and not yet reported on")},
    {"longestFrameInterval", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "longest time between two shown pictures")},
    {"propagationDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "delay of the path without queues, estimated")},
    {"delayThreshold", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "delay at which the control law reacts (T_r)")},
    {"predictedDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "delay in equilibrium of the control law, by theory")},
    {"lawTerm1", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "first term of the control law")},
    {"lawTerm2", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "second term of the control law")},
    {"lawTerm3", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "third term of the control law")},
    {"capacityEstimate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "what the controller believes it has for this flow")},
    {"targetQueue", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "queue that the controller aims at")},
    {"predictedQueue", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "queue that a packet sent now will meet, predicted")},
    {"paddingPacketsSent", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets of padding sent in all")},
    {"paddingBytesSent", "bytes", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "padding sent in all")},
    {"reportBitrate", "kbit/s", 1e-3, ours, QT_TRANSLATE_NOOP("ColumnInfo", "rate of the receiver's reports")},
    {"nackCount", "packets", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "packets that the receiver asked for again")},
    {"retransmittedPacketsSent", "packets", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "packets sent again in all")},
    {"retransmittedBytesSent", "bytes", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "bytes sent again in all")},
    {"evenkeelRepairPacketsSent", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "repair packets sent in all")},
    {"evenkeelRepairBytesSent", "bytes", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "repair sent in all")},
    {"fecPacketsReceived", "packets", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "repair packets received in all")},
    {"fecPacketsDiscarded", "packets", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "repair packets that mended nothing")},
    {"evenkeelPacketsRepaired", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "lost packets that repair brought back")},
    {"evenkeelReferenceJumps", "jumps", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "frames that refer past a loss")},
    {"evenkeelProtectionShare", "%", 100, ours, QT_TRANSLATE_NOOP("ColumnInfo", "share of the rate meant for repair")},
    {"evenkeelShadow1TargetBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "what the first shadow controller would send; it is not in the loop")},
    {"evenkeelShadow2TargetBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "what the second shadow controller would send")},
    {"evenkeelShadow3TargetBitrate", "Mbit/s", 1e-6, ours, QT_TRANSLATE_NOOP("ColumnInfo", "what the third shadow controller would send")},
    {"evenkeelHeadroom", "%", 100, ours, QT_TRANSLATE_NOOP("ColumnInfo", "share of the rate that video leaves to repair")},
    {"totalFreezesDuration", "s", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "how long the picture was frozen in all")},
    {"totalInterFrameDelay", "s", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "time between shown pictures, summed up")},
    {"evenkeelCaptureWait", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "picture: from camera to encoder")},
    {"totalEncodeTime", "s", 1, outbound, QT_TRANSLATE_NOOP("ColumnInfo", "time spent encoding in all")},
    {"evenkeelFrameWait", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "media before a frame as it comes to the pacer")},
    {"evenkeelFrameSendTime", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "how long a frame takes to leave")},
    {"totalDecodeTime", "s", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "time spent decoding in all")},
    {"evenkeelPicturesOvertaken", "frames", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "decoded and never shown: later ones were due")},
    {"evenkeelPacketsLate", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets that counted as lost and came late")},
    {"evenkeelUnwantedRetransmissions", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets sent again that nobody missed")},
    {"evenkeelReorderingWindow", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "how long a packet may come after later ones")},
    {"evenkeelVideoPacketsLost", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets of video lost in all")},
    {"evenkeelSoundBitrate", "kbit/s", 1e-3, ours, QT_TRANSLATE_NOOP("ColumnInfo", "rate of sound on the wire")},
    {"evenkeelSoundQueue", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "longest wait of sound for the pacer")},
    {"evenkeelVideoPaused", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "1 while the rate is left to sound alone")},
    {"evenkeelSoundMuted", "", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "1 while the microphone is muted")},
    {"evenkeelCaptureAudioLevel", "", 1, source, QT_TRANSLATE_NOOP("ColumnInfo", "level of the microphone, 0 to 1 (W3C: audioLevel)")},
    {"echoReturnLossEnhancement", "dB", 1, source, QT_TRANSLATE_NOOP("ColumnInfo", "by how much echo is reduced")},
    {"audioLevel", "", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "level of what is played, 0 to 1")},
    {"totalAudioEnergy", "", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "energy of what was played")},
    {"totalSamplesReceived", "samples", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "samples played, concealed ones included")},
    {"concealedSamples", "samples", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "samples made up for lost sound")},
    {"silentConcealedSamples", "samples", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "of these, silent ones")},
    {"evenkeelConcealedSpeechSamples", "samples", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "concealed samples between packets that hold speech")},
    {"concealmentEvents", "events", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "how often sound had to be made up")},
    {"insertedSamplesForDeceleration", "samples", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "samples added to play slower")},
    {"removedSamplesForAcceleration", "samples", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "samples left out to play faster")},
    {"evenkeelAudioJitterBufferDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "sound: wait in the jitter buffer")},
    {"jitterBufferTargetDelay", "ms", 1, inbound, QT_TRANSLATE_NOOP("ColumnInfo", "sound: wait that is meant (W3C: total)")},
    {"evenkeelAudioPacketsReceived", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets of sound received in all")},
    {"evenkeelAudioPacketsLost", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets of sound lost in all")},
    {"evenkeelAudioPacketsDiscarded", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets of sound that came too late")},
    {"evenkeelAudioFecPacketsReceived", "packets", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "packets with a copy of the sound before")},
    {"evenkeelSoundDelay", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "sound: from microphone to loudspeaker")},
    {"evenkeelAvSkew", "ms", 1, ours, QT_TRANSLATE_NOOP("ColumnInfo", "by how much sound is later than the picture")},
};
// clang-format on

/// What units measure, and in which multiple of one.
struct Unit {
  std::string_view name;
  std::string_view quantity;
  double size;
};
constexpr Unit units[] = {
    {"bit/s", "rate", 1},    {"kbit/s", "rate", 1e3}, {"Mbit/s", "rate", 1e6},
    {"ms", "time", 1e-3},    {"s", "time", 1},        {"lines", "pixels", 1},
    {"pixels", "pixels", 1}, {"fps", "frames/s", 1},  {"frames/s", "frames/s", 1},
};

struct Growth {
  std::string_view of;
  std::string_view unit;
  double scale;
};
constexpr Growth growths[] = {
    {"packets", "packets/s", 1},
    {"frames", "frames/s", 1},
    {"bytes", "kbit/s", 8e-3},
    {"s", "%", 100},
    {"samples", "samples/s", 1},
    {"freezes", "freezes/s", 1},
    {"losses", "losses/s", 1},
    {"jumps", "jumps/s", 1},
    {"events", "events/s", 1},
    {"requests", "requests/s", 1},
    {"", "1/s", 1},
};

const Unit* find_unit(std::string_view name) {
  const auto* found = std::ranges::find(units, name, &Unit::name);
  return found == std::end(units) ? nullptr : found;
}

}  // namespace

ColumnInfo column_info(const Column& column) {
  const auto* entry = std::ranges::find(entries, column.name, &Entry::column);
  if (entry == std::end(entries)) return {column.unit, 1, text_of(column.name), {}};
  return {entry->unit, entry->scale, QCoreApplication::translate("ColumnInfo", entry->description),
          QString::fromLatin1(entry->w3c)};
}

ColumnInfo growth_info(const Column& column) {
  ColumnInfo info = column_info(column);
  const auto* growth = std::ranges::find(growths, info.unit, &Growth::of);
  if (growth == std::end(growths)) growth = std::end(growths) - 1;
  info.scale *= growth->scale;
  info.unit = growth->unit;
  return info;
}

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
  if (from == to) return 1;
  const Unit* one = find_unit(from);
  const Unit* other = find_unit(to);
  if (one == nullptr || other == nullptr || one->quantity != other->quantity) return std::nullopt;
  return one->size / other->size;
}

}  // namespace evenkeel

#include "core/telemetry/csv.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <clocale>
#include <limits>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/picture_record.h"

using namespace evenkeel;

TEST_CASE("the header of telemetry.csv is the documented one, then our own columns") {
  CHECK(csv_header() ==
        "time [s],flow,targetBitrate [bit/s],sendBitrate [bit/s],receiveBitrate [bit/s],mediaBitrate [bit/s],"
        "oneWayDelay [ms],oneWayDelayKind,queueingDelay [ms],roundTripTime [ms],packetsSent,packetsLost,fractionLost,"
        "dataMismatch [bytes],rateMismatch [bit/s],pacerQueue [ms],framesPerSecond,frameWidth,frameHeight,"
        "keyFramesEncoded,framesDecoded,freezeCount,linkCapacity [bit/s],linkQueue [ms],"
        "quantizer,framesSkipped,endToEndDelay [ms],jitterBufferDelay [ms],pliCount,framesEncoded,framesReceived,"
        "framesDropped,lossEvents,outstanding [bytes],longestFrameInterval [ms],"
        "propagationDelay [ms],delayThreshold [ms],predictedDelay [ms],lawTerm1,lawTerm2,lawTerm3,"
        "controllerMode,capacityEstimate [bit/s],targetQueue [ms],predictedQueue [ms],"
        "paddingPacketsSent,paddingBytesSent [bytes],reportBitrate [bit/s],"
        "nackCount,retransmittedPacketsSent,retransmittedBytesSent [bytes],evenkeelRepairPacketsSent,"
        "evenkeelRepairBytesSent [bytes],fecPacketsReceived,fecPacketsDiscarded,evenkeelPacketsRepaired,"
        "evenkeelReferenceJumps,evenkeelProtectionShare,evenkeelHeadroom,totalFreezesDuration [s],"
        "totalInterFrameDelay [s],evenkeelCaptureWait [ms],totalEncodeTime [s],evenkeelFrameWait [ms],"
        "evenkeelFrameSendTime [ms],totalDecodeTime [s],evenkeelPicturesOvertaken,evenkeelVideoPacketsLost,"
        "evenkeelSoundBitrate [bit/s],evenkeelSoundQueue [ms],evenkeelVideoPaused,evenkeelSoundMuted,"
        "evenkeelCaptureAudioLevel,echoReturnLossEnhancement [dB],audioLevel,totalAudioEnergy,totalSamplesReceived,"
        "concealedSamples,silentConcealedSamples,evenkeelConcealedSpeechSamples,concealmentEvents,"
        "insertedSamplesForDeceleration,"
        "removedSamplesForAcceleration,evenkeelAudioJitterBufferDelay [ms],jitterBufferTargetDelay [ms],"
        "evenkeelAudioPacketsReceived,evenkeelAudioPacketsLost,evenkeelAudioPacketsDiscarded,"
        "evenkeelAudioFecPacketsReceived,evenkeelSoundDelay [ms],evenkeelAvSkew [ms],"
        "evenkeelShadow1TargetBitrate [bit/s],evenkeelShadow2TargetBitrate [bit/s],"
        "evenkeelShadow3TargetBitrate [bit/s],evenkeelDelayVariation [ms],"
        "evenkeelPacketsLate,evenkeelUnwantedRetransmissions,evenkeelReorderingWindow [ms]\n");
}

TEST_CASE("a row has a field per column, empty where unknown") {
  Sample sample;
  sample.time = 1500ms;
  sample.flow = "up";
  sample.target_bitrate_bps = 2.5e6;
  sample.one_way_delay_ms = 52.1234;
  sample.one_way_delay_kind = DelayKind::true_;
  sample.packets_sent = 1234;
  sample.fraction_lost = 0.015;
  sample.rate_mismatch_bps = -300;
  sample.link_queue_ms = std::numeric_limits<double>::infinity();
  const std::string header = csv_header();
  const std::string row = csv_row(sample);
  const std::string known = "1.500,up,2500000,,,,52.123,true,,,1234,,0.015000,,-300,";
  CHECK(row.substr(0, known.size()) == known);
  CHECK(row.find_first_not_of(',', known.size()) == row.size() - 1);
  CHECK(std::count(row.begin(), row.end(), ',') == std::count(header.begin(), header.end(), ','));
}

TEST_CASE("what a controller says of itself comes last, and is empty where it says nothing") {
  Sample sample;
  sample.time = 100ms;
  sample.flow = "up";
  sample.law_term_3 = 2;
  const std::string without = csv_row(sample);
  CHECK(without.ends_with(",2.000000" + std::string(57, ',') + "\n"));
  sample.controller_mode = ControllerMode::low_delay;
  sample.capacity_estimate_bps = 2.4e6;
  sample.target_queue_ms = 8.8;
  sample.predicted_queue_ms = 0;
  const std::string with = csv_row(sample);
  CHECK(with.ends_with(",2.000000,low delay,2400000,8.800,0.000" + std::string(53, ',') + "\n"));
  CHECK(with.substr(0, without.size() - 57) == without.substr(0, without.size() - 57));
}

TEST_CASE("numbers have a point whatever the locale, and fit however large") {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  std::string line;
  append_csv_number(line, 0.5, 3);
  CHECK(line == "0.500");
  std::setlocale(LC_ALL, "C");
  line.clear();
  append_csv_number(line, -std::numeric_limits<double>::max(), 6);
  CHECK(line.size() == 1 + 309 + 1 + 6);
  line.clear();
  append_csv_number(line, std::numeric_limits<double>::quiet_NaN(), 3);
  append_csv_number(line, std::nullopt, 3);
  CHECK(line.empty());
}

TEST_CASE("packets.csv") {
  CHECK(packet_csv_header() == "flow,sequence,size [bytes],sendTime [s],arrivalTime [s],oneWayDelay [ms]\n");
  PacketRecord record{"up", 70000, bytes(1228), 1234567us, std::nullopt, std::nullopt};
  CHECK(packet_csv_row(record) == "up,70000,1228,1.234567,,\n");
  record.arrival_time = 1284567us;
  record.one_way_delay = 50ms;
  CHECK(packet_csv_row(record) == "up,70000,1228,1.234567,1.284567,50.000\n");
}

TEST_CASE("pictures.csv") {
  CHECK(picture_csv_header() == "flow,rtpTimestamp,captured [s],completed [s],recovered,shown [s]\n");
  PictureRecord record{"down", 4294967295U, std::nullopt, 1234567us, false, std::nullopt};
  CHECK(picture_csv_row(record) == "down,4294967295,,1.234567,0,\n");
  record.captured = 1134567us;
  record.recovered = true;
  record.shown = 1250ms;
  CHECK(picture_csv_row(record) == "down,4294967295,1.134567,1.234567,1,1.250000\n");
}

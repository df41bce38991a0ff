#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "app/bench/frames/frame_pacing.h"
#include "app/lab/closed_loop/frame_source.h"
#include "core/base/time.h"
#include "core/link/datagram_link.h"
#include "core/session/drivers.h"

namespace evenkeel::bench {

/// The progress of one frame of a call.
struct LoggedFrame {
  LocalTime captured{};
  LocalTime departed{};  ///< its last packet, so far
  LocalTime arrived{};   ///< its last packet, so far
  std::int64_t packets = 0;
  std::int64_t packets_departed = 0;
  std::int64_t packets_arrived = 0;

  bool whole() const { return packets_arrived == packets; }
};

/// Follows frames through a call. Packets leave in the order of their frames, which identifies them.
class FrameLog {
 public:
  void on_frame(LocalTime captured, std::int64_t packets) { frames_.push_back({captured, {}, {}, packets, 0, 0}); }
  /// Records that a packet leaves; returns the number of its frame.
  std::uint32_t on_departure(LocalTime now);
  void on_arrival(std::uint32_t frame, LocalTime at);

  const std::vector<LoggedFrame>& frames() const { return frames_; }

 private:
  std::vector<LoggedFrame> frames_;
  std::size_t leaving_ = 0;
};

/// One direction of a call in virtual time, from event to event. The return path has the same delay and carries only
/// feedback.
class FrameCall {
 public:
  FrameCall(const FramePacingCase& plan, FrameSource& source, LocalTime start);

  void run_until(LocalTime end);

  /// A media packet that was sent: the queue it found, and whether the link dropped it.
  struct SentMedia {
    LocalTime time{};
    Duration queue{};
    std::int64_t bytes = 0;
    bool refused = false;
  };
  struct ReceivedMedia {
    LocalTime time{};
    Duration on_the_way{};
    std::int64_t bytes = 0;
  };
  /// The link's queue at one time; sampled every millisecond.
  struct Moment {
    LocalTime time{};
    Duration queue{};
  };

  const FrameLog& log() const { return log_; }
  const std::vector<SentMedia>& sent() const { return sent_; }
  const std::vector<ReceivedMedia>& received() const { return received_; }
  const std::vector<Moment>& moments() const { return moments_; }
  /// The sender's samples, ten per second, with times since the start.
  const std::vector<Sample>& samples() const { return samples_; }
  /// Capture times of the frames that could be decoded on arrival.
  const std::vector<LocalTime>& shown() const { return shown_; }
  /// Empty, or why the run is invalid.
  const std::string& failure() const { return failure_; }

 private:
  LocalTime next_event() const;
  bool step();
  bool feed();
  bool send_all();
  void send_media(std::span<const std::uint8_t> datagram);
  /// Passes the sender's datagrams to the link and logs them.
  struct LoggedLink final : DatagramSink {
    explicit LoggedLink(FrameCall& c) : call(c) {}
    bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override;
    FrameCall& call;
  };
  /// Where the receiver's reports go.
  struct WayBack final : DatagramSink {
    explicit WayBack(FrameCall& c) : call(c) {}
    bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override;
    FrameCall& call;
  };
  bool deliver();
  bool receive();
  void show(const ReceivedFrame& frame);
  void look();
  void sample();

  DatagramLink forward_;
  DatagramLink backward_;
  Sender sender_;
  Receiver receiver_;
  FrameSource& source_;
  LocalTime now_;
  LocalTime start_;
  LocalTime next_look_;
  LocalTime next_sample_;
  SourceFeed feed_{source_, sender_};
  LoggedLink sink_{*this};
  SendDriver driver_{sender_, sink_, [this] { return now_; }};
  LocalTime receiver_alarm_{};
  WayBack way_back_{*this};
  ReceiveDriver receive_driver_{
      receiver_,
      way_back_,
      {[this](const ReceivedFrame& frame) { show(frame); }, [this](LocalTime t) { receiver_alarm_ = t; }}};
  RtcpCompound rtcp_;
  FrameLog log_;
  std::deque<LocalTime> on_link_;  // when the media packets on the link were sent
  std::vector<SentMedia> sent_;
  std::vector<ReceivedMedia> received_;
  std::vector<Moment> moments_;
  std::vector<Sample> samples_;
  std::vector<LocalTime> shown_;
  std::string failure_;
};

}  // namespace evenkeel::bench

#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "app/bench/frames/frame_log.h"
#include "app/bench/frames/frame_pacing.h"
#include "app/lab/closed_loop/frame_source.h"
#include "app/lab/closed_loop/source_feed.h"
#include "core/link/datagram_link.h"
#include "core/session/receive_driver.h"
#include "core/session/send_driver.h"

namespace evenkeel::bench {

/// One direction of a call in virtual time, from event to event. The way back has the same delay and carries the
/// feedback alone.
class FrameCall {
 public:
  FrameCall(const FramePacingCase& plan, FrameSource& source, LocalTime start);

  void run_until(LocalTime end);

  /// What a media packet found, and whether the link took it.
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
  /// The link's queue, once per millisecond.
  struct Moment {
    LocalTime time{};
    Duration queue{};
  };

  const FrameLog& log() const { return log_; }
  const std::vector<SentMedia>& sent() const { return sent_; }
  const std::vector<ReceivedMedia>& received() const { return received_; }
  const std::vector<Moment>& moments() const { return moments_; }
  /// Of the sender, ten times a second; their time counts from the start.
  const std::vector<Sample>& samples() const { return samples_; }
  /// Capture times of the frames that could be decoded when they were complete.
  const std::vector<LocalTime>& shown() const { return shown_; }
  /// Nothing, or what spoilt the run.
  const std::string& failure() const { return failure_; }

 private:
  LocalTime next_event() const;
  bool step();
  bool feed();
  bool send_all();
  void send_media(std::span<const std::uint8_t> datagram);
  /// Where the sender's datagrams go: the link, with a note of each.
  struct LoggedLink final : DatagramSink {
    explicit LoggedLink(FrameCall& c) : call(c) {}
    bool send(Datagram datagram, const Endpoint& to, std::uint8_t ecn) override;
    FrameCall& call;
  };
  /// Where the receiver's reports go.
  struct WayBack final : DatagramSink {
    explicit WayBack(FrameCall& c) : call(c) {}
    bool send(Datagram datagram, const Endpoint& to, std::uint8_t ecn) override;
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
  closed_loop::SourceFeed feed_{source_, sender_};
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
  std::deque<LocalTime> on_link_;  // when the media packets on it left
  std::vector<SentMedia> sent_;
  std::vector<ReceivedMedia> received_;
  std::vector<Moment> moments_;
  std::vector<Sample> samples_;
  std::vector<LocalTime> shown_;
  std::string failure_;
};

}  // namespace evenkeel::bench

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/lab/closed_loop/cubic_sender.h"
#include "app/lab/closed_loop/frame_source.h"
#include "app/lab/closed_loop/sound_source.h"
#include "core/link/datagram_link.h"
#include "core/session/drivers.h"
#include "core/session/sync_record.h"

namespace evenkeel::closed_loop {

inline constexpr LocalTime epoch{1000s};
constexpr LocalTime at(Duration since_start) { return epoch + since_start; }

/// A packet of sound at the receiver.
struct SoundArrival {
  std::uint32_t sample = 0;  ///< its first
  std::size_t size = 0;      ///< of its payload
  LocalTime at{};
};

/// A picture that is complete at the receiver.
struct PictureArrival {
  std::uint32_t rtp_timestamp = 0;
  LocalTime completed{};
  bool recovered = false;
  LocalTime given_out{};
};

/// What the receiver knows of both clocks of media from then on.
struct ReportsArrival {
  SyncRecord::Reports reports;
  LocalTime at{};
};

/// One direction of a call in virtual time: frame source, Sender, and the Receiver at the far end.
struct Flow {
  std::unique_ptr<Sender> sender;
  std::unique_ptr<Receiver> receiver;
  std::unique_ptr<FrameSource> source;
  std::optional<SoundSource> sound;
  LocalTime begin{};
  LocalTime end = LocalTime::max();
  Duration stalled_until{};  ///< simulates a pacer thread that sleeps until then, in the simulation's time
  std::unique_ptr<SourceFeed> feed;
  std::unique_ptr<DatagramSink> bottleneck;
  std::unique_ptr<SendDriver> driver;
  std::unique_ptr<DatagramSink> way_back;
  std::unique_ptr<ReceiveDriver> receive_driver;
  LocalTime receiver_alarm{};  ///< when the receiver is to run: at once after any input
  std::int64_t frames_received = 0;
  std::vector<Sample> samples;  ///< one per 100 ms
  std::vector<LocalTime> departures;
  std::vector<std::uint16_t> arrived;  ///< sequence numbers of media at the receiver
  std::vector<SoundArrival> sound_arrived;
  std::vector<PictureArrival> pictures_arrived;
  SyncRecord sync;
  std::vector<ReportsArrival> reports_arrived;
};

/// Sends packets of one size at a constant rate, without feedback.
struct ConstantRateFlow {
  DataRate rate;
  DataSize packet = bytes(1000);
  LocalTime next{};
};

struct FlowConfig {
  std::string controller = "ldcc";
  std::string send_loop = "rmc";
  RateLimits limits;
  Duration begin{};
  Duration end = Duration::max();
  std::optional<Duration> sound_from{};  ///< from when on somebody talks
  std::size_t max_packet_size = 972;     ///< 1000 bytes with UDP and IP, as in the papers
  DelayKind delay_kind = DelayKind::true_;
  bool keep_packet_results = false;
  std::uint64_t seed = 1;     ///< of the controller; each flow of a simulation derives its own
  bool mends_losses = false;  ///< with all that the app does against them
  Negotiated negotiated;
};

/// Flows over one bottleneck and one return path. Time jumps from event to event.
class Simulation {
 public:
  Simulation(const LinkConfig& forward, const LinkConfig& backward);

  Flow& add(const FlowConfig& config, std::unique_ptr<FrameSource> source);
  void add(const ConstantRateFlow& flow) { constant_.push_back(flow); }
  void add(const CubicSender& flow) { cubic_.push_back(flow); }
  Link& bottleneck() { return forward_.link(); }

  void run_until(Duration end);
  LocalTime now() const { return now_; }
  std::vector<std::unique_ptr<Flow>>& flows() { return flows_; }

  std::uint64_t dropped() const { return forward_.state(now_).dropped; }
  std::vector<Duration> queue_delays;  ///< of the bottleneck, every 10 ms

 private:
  LocalTime next_event() const;
  bool step();
  bool drive(std::uint32_t index);
  bool deliver_forward();
  void deliver_to(Flow& flow, const DatagramLink::Arrival& arrival);
  void deliver_backward();
  bool send_constant();
  bool send_cubic();
  void sample();

  DatagramLink forward_;
  DatagramLink backward_;
  std::vector<std::unique_ptr<Flow>> flows_;
  std::vector<ConstantRateFlow> constant_;
  std::vector<CubicSender> cubic_;
  LocalTime now_ = epoch;
  LocalTime next_sample_ = epoch;
  LocalTime next_queue_sample_ = epoch;
  RtcpCompound rtcp_;
};

/// The values of one column of a flow's samples, between two times since the start.
std::vector<double> column(const Flow& flow, std::optional<double> Sample::*member, Duration from, Duration to);

LinkConfig constant_link(DataRate rate, Duration delay, BufferLimit buffer);

}  // namespace evenkeel::closed_loop

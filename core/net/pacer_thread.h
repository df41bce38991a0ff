#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/link/link.h"
#include "core/net/handover_queue.h"
#include "core/net/priority_mutex.h"
#include "core/net/realtime.h"
#include "core/net/sample_ring.h"
#include "core/net/secure/sealing_sink.h"
#include "core/net/wakeup.h"
#include "core/session/drivers.h"
#include "core/telemetry/packet_record.h"

namespace evenkeel {

/// What the sending half tells everyone else, each value readable at any time.
struct SenderSignals {
  std::atomic<double> media_target_bps{0};  ///< the one arrow against the stream: what the encoder may use
  std::atomic<std::int64_t> pacer_queue_ns{0};
  std::atomic<bool> key_frame_wanted{false};  ///< taken by the encoder
  std::atomic<bool> references{false};        ///< the peer understands frames that refer to acknowledged ones
  static constexpr std::int32_t no_frame = -1;
  std::atomic<std::int32_t> acknowledged{no_frame};       ///< id of the newest frame that the peer's decoder got
  std::atomic<std::int32_t> broken{no_frame};             ///< id of a frame that will not come; taken by the encoder
  std::atomic<bool> video_paused{false};                  ///< the rate is left to the sound: frames are discarded
  std::atomic<bool> sound_taken{false};                   ///< the peer receives sound, as far as is known
  std::atomic<bool> sound_wanted{false};                  ///< likewise, and is there
  std::atomic<double> sound_target_bps{0};                ///< for the encoder of sound: Opus without headers
  std::atomic<std::int64_t> sound_packet_ns{20'000'000};  ///< what a packet of it holds: 20 or 40 ms
  std::atomic<double> sound_loss{0};                      ///< share of its packets, 0 to 1, as the peer reports
  std::atomic<int> calls{0};                              ///< that have begun: each begins with a restarted encoder
  std::atomic<bool> in_call{false};                       ///< the peer is there
  std::atomic<bool> running{false};                       ///< frames are wanted: not while the circuit breaker is open
  std::atomic<std::int64_t> round_trip_ns{0};             ///< smoothed; 0 while unknown
  std::atomic<int> breaker_state{0};                      ///< CircuitBreaker::State
  std::atomic<const char*> breaker_reason{""};
  std::atomic<double> sending_rate_bps{0};  ///< in force; 0: nothing is sent
  std::atomic<int> packet_size{0};          ///< bytes that RTP packets may have, as the path carries them; 0: no call
  std::atomic<std::int64_t> packets_given_up{0};  ///< that the socket never took, of all calls
  std::atomic<double> report_rate_bps{0};         ///< set by the network thread: what its reports take of the way out
  std::atomic<bool> nobody_calls{false};          ///< likewise: a listener waits
};

/// The thread that alone owns the Sender. It sleeps to absolute deadlines, and sends what the send loop decides.
class PacerThread {
 public:
  struct Config {
    FlowName flow;
    LocalTime run_start{};
    bool records_packets = false;
    /// Of the link that is emulated behind the sink, for telemetry and theory; empty for a real network.
    std::function<LinkState()> link_state;
    /// Of a secure call: the sink that this thread sends to, or null.
    SealingSink* sealing = nullptr;
  };
  /// Of a secure call, where it begins or has new keys.
  struct Seal {
    std::unique_ptr<SrtpSealer> sealer;
    DataSize ip_overhead;  ///< of a packet: headers and tag
  };
  struct CallStart {
    Route peer;
    DelayKind delay_kind = DelayKind::estimated;
    Negotiated negotiated{};
    Duration round_trip{};  ///< as checks of the path took it; zero: unknown
    /// Of a secure call, of a packet on the way to `peer`: headers and tag. Nullopt: as it was.
    std::optional<DataSize> ip_overhead{};
  };
  struct NewRoute {
    Route route;
    DataSize ip_overhead;  ///< of a packet there: headers and tag
    Duration round_trip{};
  };
  PacerThread(const Config& config, std::unique_ptr<Sender> sender, DatagramSink& sink);
  ~PacerThread();
  /// Ends the thread; telemetry stays readable.
  void stop();

  // From any thread:
  /// The peer is there, or has another address now: media begin.
  void start(const CallStart& start, Seal seal = {});
  /// The same peer is reached another way: the controller begins anew.
  void change_route(const NewRoute& route);
  void suspend();
  /// False where frames pile up: the thread does not get to run. In vain while signals().video_paused.
  bool push_frame(EncodedFrame&& frame);
  /// From one thread alone. False where sound piles up.
  bool push_sound(const EncodedSound& sound);
  void on_rtcp(ReceivedRtcp&& rtcp);
  /// Anything else, run by the thread between two packets: a parameter that changes. False where too many wait: the
  /// command is dropped.
  bool post(std::function<void(Sender&, LocalTime)> command);

  /// Of the thread; a helper may change it in the first moments.
  SchedulingClass scheduling() const { return realtime_.scheduling(); }
  SenderSignals& signals() { return signals_; }
  SampleRing& samples() { return samples_; }
  SpscRing<PacketRecord>& packets() { return packets_; }

 private:
  static constexpr std::size_t max_sound = 16;  // packets: more is older than the pacer would send
  using Command = std::function<void(Sender&, LocalTime)>;
  /// What the call wants of the sender, and has not been carried out. Not in a queue, where it might find no room: of
  /// several in a row only the last start matters, and that something was suspended before.
  struct CallChange {
    bool suspend = false;
    std::optional<CallStart> start;
    Seal seal;
    std::optional<NewRoute> route;
  };
  void run();
  bool take_input();
  void take_call_change();
  void begin_call(const CallStart& start);
  bool take_sound();
  void record_packets();
  void take_sample();
  void signal();
  void signal_sound();

  Config config_;
  std::unique_ptr<Sender> sender_;
  SendDriver driver_;
  Route peer_;
  int calls_ = 0;
  PriorityMutex call_change_mutex_;
  CallChange call_change_;
  HandoverQueue<EncodedFrame> frames_{64};
  SpscRing<EncodedSound> sound_{max_sound};
  HandoverQueue<ReceivedRtcp> rtcp_{1024};
  HandoverQueue<Command> commands_{256};
  SenderSignals signals_;
  SampleRing samples_{sample_ring_size};
  SpscRing<PacketRecord> packets_;
  SampleGrid grid_;
  Wakeup wakeup_;
  std::atomic<bool> stop_{false};
  RealtimeThread realtime_;
  std::thread thread_;
};

}  // namespace evenkeel

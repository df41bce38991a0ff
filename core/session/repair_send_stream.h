#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/rtp/repair_encoder.h"
#include "core/session/protection_plan.h"
#include "core/session/repair_replay.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_transport.h"
#include "core/session/sent_frames.h"

namespace evenkeel {

/// Repair packets over the video that left last. They go behind each frame and wherever the pacer would idle. Where the
/// next frame waits already, it lets go first what the losses need and no more: a loss is whole again by the packets
/// of a few frames, or it is seen. Where the video uses the rate, and the pacer keeps to it, they fill all that the
/// video leaves; elsewhere, as with a still picture, only their share is sent.
class RepairSendStream {
 public:
  /// The transport must outlive it.
  RepairSendStream(const RtpSendStreamConfig& config, const ProtectionConfig& protection, SendTransport& transport);

  /// A peer is there. `on`: it understands repair packets, and they are wanted.
  void start(LocalTime now);
  void set_enabled(bool on) { enabled_ = on; }
  /// Repair covers nothing that left before: packets that large would not arrive.
  void forget_packets();

  /// What the losses of the video need, or what was asked for.
  ProtectionPlan& plan() { return plan_; }
  /// Of the rate, that is meant for repair at least.
  double share() const { return plan_.share() / (1 + plan_.share()); }

  /// A packet of video left, of this frame so far; null: not known.
  void on_video_left(std::uint16_t number, std::span<const std::uint8_t> packet, DataSize wire,
                     const SentFrames::Frame* frame, LocalTime now);
  /// A frame was pushed: for as long as they come, gaps are filled. `used`: the share of its target that the encoder
  /// uses lately.
  void on_frame(Duration interval, double used, LocalTime now);

  /// Puts a packet in the queue where one is due, and makes one anew that waits there while more video left. To be
  /// called before the transport is polled.
  void fill(LocalTime now);
  /// A packet of ours left.
  void on_left(const OutgoingPacket& packet);

  std::uint16_t stream() const { return index_; }
  const RtpSendStream& rtp() const { return rtp_; }
  std::int64_t packets() const { return packets_; }
  std::int64_t bytes_on_wire() const { return bytes_; }

 private:
  RepairRange window() const;
  bool fills_gaps(LocalTime now) const;
  bool due(LocalTime now) const;
  void refresh();
  void pay(LocalTime now);
  bool push(PacketClass kind, LocalTime now);
  std::size_t write(RepairRange range, std::span<std::uint8_t> out);

  SendTransport& transport_;
  RtpSendStream rtp_;
  std::uint16_t index_;  // in the transport
  RepairEncoder encoder_;
  bool enabled_ = false;
  ProtectionPlan plan_;

  std::array<std::size_t, RepairReplay::max_window> frame_packets_{};  // of the last frames, the newest first
  std::uint32_t timestamp_ = 0;
  std::uint16_t next_key_ = 0;
  double credit_ = 0;                     // bytes that the share allows
  std::optional<std::uint32_t> waiting_;  // slot of our packet in the queue, if it is there
  bool stale_ = false;                    // video left since that was made
  bool frame_left_ = false;               // whole, since the last look
  std::size_t over_window_ = 0;           // packets made since the last one of video
  bool active_ = false;
  LocalTime active_until_{};
  std::int64_t packets_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace evenkeel

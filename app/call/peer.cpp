#include "app/call/peer.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <random>

#include "app/call/recording_format.h"
#include "codecs/vp8_decoder.h"
#include "codecs/vp8_encoder.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel {
namespace {

/// RFC 3550 wants these random, RFC 7022 names without meaning.
SenderConfig drawn_names(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  SenderConfig c;
  c.ssrc = static_cast<std::uint32_t>(random());
  c.first_sequence_number = static_cast<std::uint16_t>(random() & 0x7fff);  // RFC 3711, 3.3.1: room before the wrap
  c.first_picture_id = static_cast<std::uint16_t>(random() & 0x7fff);
  c.first_rtp_timestamp = static_cast<std::uint32_t>(random());
  c.cname = std::to_string(random());
  c.seed = random();
  return c;
}

SenderConfig sender_config(const CallOptions& options, std::uint64_t seed, DataSize ip_overhead) {
  SenderConfig c = drawn_names(seed);
  c.limits = options.limits;
  c.pacing_gain = options.pacing_gain;
  c.recovery = options.recovery;
  c.ip_overhead = ip_overhead;
  c.keep_packet_results = options.packets;
  return c;
}

// A source of its own: its thread seals reports with the keys that the pacer's seals media with, and two that counted
// packets of one source would use a nonce twice. Far from those of the media, which follow each other.
std::uint32_t report_ssrc(std::uint32_t media) { return media ^ 0x80000000; }

/// Commands to the pacer must be copyable, but a unique_ptr in one is not.
template <class T>
std::shared_ptr<std::unique_ptr<T>> share(std::unique_ptr<T> object) {
  return std::make_shared<std::unique_ptr<T>>(std::move(object));
}

}  // namespace

SourceNames source_names(std::uint64_t seed) {
  const SenderConfig drawn = drawn_names(seed);
  return {drawn.ssrc, drawn.ssrc + 1, drawn.ssrc + 3, drawn.cname};  // Sender's streams follow each other
}

Peer::Peer(const Config& config, const CallOptions& options) {
  error_ = open(config);
  if (!error_.empty()) return;
  start_threads(config, options);
  recorder_.set_call({[this]() -> std::optional<SyncRecord::Reports> {
                        const auto read = network_->sync().reports();
                        return read ? std::optional(read->value) : std::nullopt;
                      },
                      [this, ours = options.send_only] {
                        if (ours) pacer_->signals().key_frame_wanted = true;
                        if (!ours) network_->request_key_frame();
                      },
                      options.largest_picture});
  if (!config.record.empty()) {
    recorder_.start(config.record, options.record_limit, format_of(config.record, options), recorded_pictures(options));
  }
}

std::string Peer::open(const Config& config) {
  std::string error = config.binds_everywhere ? socket_.open_any(config.bind.port) : socket_.open(config.bind);
  if (!error.empty()) return error;
  socket_.watch_refusals();
  return config.callee ? socket_.check_route(*config.callee) : "";
}

void Peer::start_threads(const Config& config, const CallOptions& options) {
  DatagramSink* sink = &socket_;
  if (config.link) {
    link_ = std::make_unique<EmulatedLink>(*config.link, socket_, config.run_start, [this] {
      boost::asio::post(io_.context(), [this] { socket_.take_another_port(); });
    });
    sink = link_.get();
  }
  if (config.secure) {
    sealing_ = std::make_unique<SealingSink>(*sink);
  }
  SenderConfig sender = sender_config(options, config.seed, socket_.ip_overhead());
  const std::uint32_t reports = report_ssrc(sender.ssrc);
  sender.clock_id = clock_id(reports);
  sender.ntp_clock = ntp_clock(reports);
  sender.samples_receive_rate = config.reports_received_pictures;
  Algorithms algorithms = make_algorithms(options);
  sender.recovery_parameters = algorithms.recovery;
  PacerThread::Config pacer{config.sends, config.run_start, options.packets, {}, sealing_.get()};
  if (link_) pacer.link_state = [link = link_.get()] { return link->state(); };
  auto sending = std::make_unique<Sender>(sender, std::move(algorithms.controller), std::move(algorithms.send_loop));
  if (auto shadows = make_shadows(options)) {
    sending->set_shadows(ShadowControllers(std::move(*shadows.value)), config.run_start);
  }
  pacer_ = std::make_unique<PacerThread>(pacer, std::move(sending),
                                         sealing_ ? static_cast<DatagramSink&>(*sealing_) : *sink);

  NetworkThread::Config network;
  network.flow = config.receives;
  network.run_start = config.run_start;
  network.callee = config.callee;
  network.secure = config.secure;
  network.offers_reply_code = config.offers_reply_code;
  network.on_event = config.on_event;
  network.receiver.ssrc = reports;
  network.receiver.cname = sender.cname;
  network.receiver.clock_id = sender.clock_id;
  network.receiver.ntp_clock = sender.ntp_clock;
  network.receiver.ip_overhead = socket_.ip_overhead();
  network.receiver.wants_frames = !options.send_only;
  network.receiver.recovery = algorithms.recovery;
  // Repair of what we receive is the peer's choice.
  network.receiver.features = {options.recovery.retransmission, true, options.recovery.references, true, true};
  network_ = std::make_unique<NetworkThread>(network, io_.context(), socket_, *sink, *pacer_);

  if (!options.receive_only) start_sending(config, options);
  if (!options.send_only) start_receiving(config, options, algorithms.recovery.playout);
}

void Peer::start_sending(const Config& config, const CallOptions& options) {
  video_sender_ = std::make_unique<VideoSender>(config.sends, config.run_start, std::make_unique<Vp8Encoder>(), *pacer_,
                                                [this](const EncodedFrame& frame) { recorder_.on_sent_frame(frame); });
  const SoundProcessing& wanted = options.sound_processing;
  SoundSender::Config sound{config.sends, config.run_start};
  sound.processing.high_pass = wanted.high_pass;
  sound.processing.echo_canceller = wanted.echo_canceller;
  sound.processing.noise_suppression = wanted.noise_suppression;
  sound.processing.automatic_gain = wanted.automatic_gain;
  const SenderSignals& signals = pacer_->signals();
  sound.nobody_calls = &signals.nobody_calls;
  sound_sender_ = std::make_unique<SoundSender>(
      sound,
      [&signals] {
        return SoundSendSettings{signals.sound_wanted, bits_per_second(signals.sound_target_bps),
                                 Duration(signals.sound_packet_ns), signals.sound_loss};
      },
      [this](const EncodedSound& packet) {
        pacer_->push_sound(packet);
        recorder_.on_sent_sound(packet);
      });
}

void Peer::start_receiving(const Config& config, const CallOptions& options, const PlayoutLimits& playout) {
  VideoPlayer::Callbacks callbacks;
  callbacks.on_frame = [this](const ReceivedFrame& frame) { recorder_.on_frame(frame); };
  callbacks.on_picture = [this, show = config.on_picture](const std::shared_ptr<const Picture>& picture,
                                                          std::uint32_t rtp_timestamp, LocalTime now) {
    if (show) show(picture);
    recorder_.on_shown(picture, rtp_timestamp, now);
  };
  const VideoPlayer::Config player{config.receives, config.run_start, config.reports_received_pictures, options.packets,
                                   playout};
  player_ = std::make_unique<VideoPlayer>(player, std::make_unique<Vp8Decoder>(options.largest_picture), *network_,
                                          std::move(callbacks));
  sound_player_ =
      std::make_unique<SoundPlayer>(SoundPlayer::Config{config.receives, config.run_start}, sound_callbacks());
}

SoundPlayer::Callbacks Peer::sound_callbacks() {
  SoundPlayer::Callbacks callbacks;
  callbacks.take_packets = [this](SoundPlayer& player) {
    while (const auto sound = network_->sound().pop()) {
      if (sound->new_source) player.on_new_source();
      player.on_packet(sound->rtp_timestamp, sound->payload(), sound->arrival, sound->speech, sound->copy());
      recorder_.on_received_sound(sound->payload(), sound->rtp_timestamp, sound->arrival);
    }
  };
  callbacks.discarded = [this] { return network_->sound_discarded(); };
  callbacks.same_clock = [this] { return network_->same_clock(); };
  callbacks.follow = [this](AvSync& sync, LocalTime now) { sync_follower_.follow(network_->sync(), sync, now); };
  return callbacks;
}

void Peer::mute_sound(bool muted) {
  if (!sound_sender_) return;
  sound_sender_->set_muted(muted);
  pacer_->post([muted](Sender& sender, LocalTime) { sender.set_sound_muted(muted); });
}

Peer::~Peer() { hang_up(); }

void Peer::hang_up() {
  if (!pacer_) return;
  if (video_sender_) video_sender_->stop();
  if (sound_sender_) sound_sender_->stop();
  if (player_) player_->stop();
  pacer_->stop();  // no packet may follow the BYE
  network_->hang_up();
  link_.reset();
  recorder_.stop();
}

void Peer::set_recovery(const RecoveryParameters& parameters) {
  pacer_->post([parameters](Sender& sender, LocalTime) { sender.set_recovery(parameters); });
  network_->set_recovery(parameters);
  if (player_) player_->set_playout(parameters.playout);
}

std::vector<SampleRing*> Peer::samples() {
  std::vector<SampleRing*> rings{&pacer_->samples(), &network_->samples()};
  if (video_sender_) rings.push_back(&video_sender_->samples());
  if (sound_sender_) rings.push_back(&sound_sender_->samples());
  if (player_) rings.push_back(&player_->samples());
  if (sound_player_) rings.push_back(&sound_player_->samples());
  return rings;
}

void change_parameter(PacerThread& pacer, const std::string& key, const std::string& text) {
  const auto dot = key.find('.');
  pacer.post([name = key.substr(0, dot), parameter = key.substr(dot + 1), text](Sender& sender, LocalTime) {
    if (sender.controller().name() == name) set_parameter(sender.controller(), parameter, text);
    if (sender.pacer().name() == name) set_parameter(sender.pacer(), parameter, text);
  });
}

void change_controller(PacerThread& pacer, std::unique_ptr<RateController> controller) {
  pacer.post([box = share(std::move(controller))](Sender& sender, LocalTime now) {
    sender.set_controller(std::move(*box), now);
  });
}

void change_shadows(PacerThread& thread, std::vector<std::unique_ptr<RateController>> shadows) {
  thread.post([box = share(std::make_unique<ShadowControllers>(std::move(shadows)))](Sender& sender, LocalTime now) {
    sender.set_shadows(std::move(**box), now);
  });
}

void change_send_loop(PacerThread& thread, std::unique_ptr<Pacer> pacer) {
  thread.post(
      [box = share(std::move(pacer))](Sender& sender, LocalTime now) { sender.set_pacer(std::move(*box), now); });
}

}  // namespace evenkeel

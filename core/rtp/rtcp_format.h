#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Numbers that the RTCP parser and writer share.
namespace evenkeel::rtcp_format {

inline constexpr std::uint8_t padding_bit = 0x20;  // of the first byte: RFC 3550, section 6.4.1

// Packet types: RFC 3550, section 12.1, RFC 4585, section 6.1, and RFC 3611, section 2.
inline constexpr std::uint8_t sender_report = 200;
inline constexpr std::uint8_t receiver_report = 201;
inline constexpr std::uint8_t source_description = 202;
inline constexpr std::uint8_t bye = 203;
inline constexpr std::uint8_t transport_feedback = 205;
inline constexpr std::uint8_t payload_feedback = 206;
inline constexpr std::uint8_t extended_report = 207;

// Feedback message types, in the place of the count.
inline constexpr std::uint8_t generic_nack = 1;              // of transport feedback
inline constexpr std::uint8_t congestion_feedback = 11;      // of transport feedback, RFC 8888
inline constexpr std::uint8_t transport_wide_feedback = 15;  // of transport feedback
inline constexpr std::uint8_t picture_loss = 1;              // of payload feedback, as the next ones
inline constexpr std::uint8_t slice_loss = 2;
inline constexpr std::uint8_t reference_selection = 3;
inline constexpr std::uint8_t full_intra_request = 4;     // RFC 5104, section 4.3.1
inline constexpr std::uint8_t application_feedback = 15;  // RFC 4585, section 6.4

// Generic NACK, RFC 4585, section 6.2.1: a packet id (PID), and bits for those that follow it (BLP).
inline constexpr int followers_of_packet_id = 16;
// Slice loss, RFC 4585, section 6.3.2: 13 bits first macroblock, 13 bits number of macroblocks, 6 bits picture id.
inline constexpr std::uint32_t all_macroblocks = 0x1FFF;
inline constexpr std::uint32_t slice_picture_id_mask = 0x3F;
inline constexpr std::uint16_t picture_id_mask = 0x7FFF;  // RFC 7741, section 4.2: 15 bits

// What the application feedback of REMB begins with.
inline constexpr std::uint32_t remb_name = 0x52454D42;

// Blocks of extended reports, RFC 3611, sections 4.4 and 4.5; sizes in words behind the block's first.
inline constexpr std::uint8_t reference_time_block = 4;
inline constexpr std::uint16_t reference_time_words = 2;
inline constexpr std::uint8_t reference_answer_block = 5;
inline constexpr std::uint16_t reference_answer_words = 3;  // of each entry

// SDES items: RFC 3550, section 12.2.
inline constexpr std::uint8_t end_item = 0;
inline constexpr std::uint8_t cname_item = 1;
inline constexpr std::uint8_t private_item = 8;
inline constexpr std::string_view clock_prefix = "evenkeel.clock";
inline constexpr std::string_view token_prefix = "evenkeel.token";
inline constexpr std::string_view echo_prefix = "evenkeel.echo";
inline constexpr std::string_view features_prefix = "evenkeel.features";
inline constexpr std::string_view muted_prefix = "evenkeel.muted";
inline constexpr std::string_view recording_prefix = "evenkeel.recording";
inline constexpr std::string_view screen_prefix = "evenkeel.screen";

inline constexpr std::size_t max_count = 31;                   // 5 bits
inline constexpr std::size_t max_item_size = 255;              // 8 bits
inline constexpr std::size_t max_metrics_of_stream = 16384;    // RFC 8888, section 3.1
inline constexpr std::size_t max_arrivals_of_message = 16384;  // transport-wide, that are written
// That are read: of the transport-wide feedback in one datagram, two bytes of which can claim 8191: what libwebrtc's
// longest interval holds at 25 Mbit/s is a quarter of it.
inline constexpr std::size_t max_transport_wide_arrivals = 2048;

}  // namespace evenkeel::rtcp_format

#pragma once

#include <string>
#include <string_view>

namespace evenkeel::test {

// Answers to an offer of ours in the forms in which servers write them, with other addresses, names and keys.

inline constexpr std::string_view some_fingerprint =
    "C6:88:01:23:45:67:89:AB:CD:EF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:01:02:03:04:05:06";

/// Pion 4 to a publisher: the fingerprint is the session's, it begins the handshake itself, and blanks end lines.
inline std::string pion_answer() {
  return "v=0\r\n"
         "o=- 8124591203454361431 1764000000 IN IP4 0.0.0.0\r\n"
         "s=-\r\n"
         "t=0 0\r\n"
         "a=msid-semantic:WMS *\r\n"
         "a=fingerprint:sha-256 " +
         std::string(some_fingerprint) +
         "\r\n"
         "a=extmap-allow-mixed\r\n"
         "a=group:BUNDLE 0\r\n"
         "m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n"
         "c=IN IP4 0.0.0.0\r\n"
         "a=setup:active\r\n"
         "a=mid:0\r\n"
         "a=ice-ufrag:KqVLmxOyyxVaPApq\r\n"
         "a=ice-pwd:mdyRVjMfOQRKTyGKJyTAxzPtJVJKXhkS\r\n"
         "a=rtcp-mux\r\n"
         "a=rtcp-rsize\r\n"
         "a=rtpmap:96 VP8/90000\r\n"
         "a=rtcp-fb:96 goog-remb \r\n"
         "a=rtcp-fb:96 ccm fir\r\n"
         "a=rtcp-fb:96 nack \r\n"
         "a=rtcp-fb:96 nack pli\r\n"
         "a=rtcp-fb:96 transport-cc \r\n"
         "a=rtpmap:97 rtx/90000\r\n"
         "a=fmtp:97 apt=96\r\n"
         "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
         "a=recvonly\r\n"
         "a=candidate:1966762134 1 udp 2130706431 192.0.2.5 40000 typ host\r\n"
         "a=candidate:1966762134 2 udp 2130706431 192.0.2.5 40000 typ host\r\n"
         "a=candidate:3211254533 1 udp 1694498815 198.51.100.5 40001 typ srflx raddr 0.0.0.0 rport 40001\r\n"
         "a=end-of-candidates\r\n";
}

/// LiveKit to a publisher: ICE-lite, TCP beside UDP, IPv6.
inline std::string livekit_answer() {
  return "v=0\r\n"
         "o=- 5142093482032309481 1764000001 IN IP4 0.0.0.0\r\n"
         "s=-\r\n"
         "t=0 0\r\n"
         "a=msid-semantic:WMS *\r\n"
         "a=fingerprint:sha-256 " +
         std::string(some_fingerprint) +
         "\r\n"
         "a=ice-lite\r\n"
         "a=extmap-allow-mixed\r\n"
         "a=group:BUNDLE 0\r\n"
         "m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n"
         "c=IN IP4 0.0.0.0\r\n"
         "a=setup:passive\r\n"
         "a=mid:0\r\n"
         "a=ice-ufrag:iVvTSNUPpFoHIeOH\r\n"
         "a=ice-pwd:yJxVzhqpknfySrzlKcfTGwwzbFNJDhLo\r\n"
         "a=rtcp-mux\r\n"
         "a=rtcp-rsize\r\n"
         "a=rtpmap:96 VP8/90000\r\n"
         "a=rtcp-fb:96 transport-cc \r\n"
         "a=rtcp-fb:96 ccm fir\r\n"
         "a=rtcp-fb:96 nack \r\n"
         "a=rtcp-fb:96 nack pli\r\n"
         "a=rtpmap:97 rtx/90000\r\n"
         "a=fmtp:97 apt=96\r\n"
         "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
         "a=recvonly\r\n"
         "a=candidate:4044063105 1 tcp 1671430143 192.0.2.8 7881 typ host tcptype passive\r\n"
         "a=candidate:233762139 1 udp 2130706431 192.0.2.8 7882 typ host\r\n"
         "a=candidate:233762140 1 udp 2130706175 2001:db8::8 7882 typ host\r\n"
         "a=end-of-candidates\r\n";
}

/// Janus to who watches: it sends, and names its address in places of old.
inline std::string janus_answer() {
  return "v=0\r\n"
         "o=- 1764000002 1 IN IP4 192.0.2.9\r\n"
         "s=VideoRoom 1234\r\n"
         "t=0 0\r\n"
         "a=group:BUNDLE 0\r\n"
         "a=ice-options:trickle\r\n"
         "a=fingerprint:sha-256 " +
         std::string(some_fingerprint) +
         "\r\n"
         "a=extmap-allow-mixed\r\n"
         "a=msid-semantic: WMS *\r\n"
         "m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n"
         "c=IN IP4 192.0.2.9\r\n"
         "a=sendonly\r\n"
         "a=mid:0\r\n"
         "a=rtcp-mux\r\n"
         "a=ice-ufrag:T8bd\r\n"
         "a=ice-pwd:Q8oTBQWWlWeHxfSjQrkC4v\r\n"
         "a=ice-options:trickle\r\n"
         "a=setup:active\r\n"
         "a=rtpmap:96 VP8/90000\r\n"
         "a=rtcp-fb:96 ccm fir\r\n"
         "a=rtcp-fb:96 nack\r\n"
         "a=rtcp-fb:96 nack pli\r\n"
         "a=rtcp-fb:96 goog-remb\r\n"
         "a=rtcp-fb:96 transport-cc\r\n"
         "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
         "a=rtpmap:97 rtx/90000\r\n"
         "a=fmtp:97 apt=96\r\n"
         "a=ssrc-group:FID 2391402953 1213019312\r\n"
         "a=msid:janus janusv0\r\n"
         "a=ssrc:2391402953 cname:janus\r\n"
         "a=ssrc:1213019312 cname:janus\r\n"
         "a=candidate:1 1 udp 2015363327 192.0.2.9 38211 typ host\r\n"
         "a=end-of-candidates\r\n";
}

/// libwebrtc, as of Chromium with RFC 8888: its own address is hidden, and it takes both extensions.
inline std::string chromium_answer() {
  return "v=0\r\n"
         "o=- 4611731400430051336 2 IN IP4 127.0.0.1\r\n"
         "s=-\r\n"
         "t=0 0\r\n"
         "a=group:BUNDLE 0\r\n"
         "a=extmap-allow-mixed\r\n"
         "a=msid-semantic: WMS\r\n"
         "m=video 47615 UDP/TLS/RTP/SAVPF 96 97\r\n"
         "c=IN IP4 198.51.100.20\r\n"
         "a=rtcp:9 IN IP4 0.0.0.0\r\n"
         "a=candidate:2578298431 1 udp 2113937151 9b36eaac-bb2e-49bb-bb78-21c41c499900.local 47615 typ host generation "
         "0 network-cost 999\r\n"
         "a=candidate:842163049 1 udp 1677729535 198.51.100.20 47615 typ srflx raddr 0.0.0.0 rport 0 generation 0 "
         "network-cost 999\r\n"
         "a=candidate:1876313031 1 tcp 1518280447 192.0.2.20 9 typ host tcptype active generation 0\r\n"
         "a=ice-ufrag:LGm9\r\n"
         "a=ice-pwd:+bzJ30DlKi7Ws7HRGHnxAi9t\r\n"
         "a=ice-options:trickle\r\n"
         "a=fingerprint:sha-256 " +
         std::string(some_fingerprint) +
         "\r\n"
         "a=setup:active\r\n"
         "a=mid:0\r\n"
         "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
         "a=extmap:1 http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time\r\n"
         "a=recvonly\r\n"
         "a=rtcp-mux\r\n"
         "a=rtcp-rsize\r\n"
         "a=rtpmap:96 VP8/90000\r\n"
         "a=rtcp-fb:* ack ccfb\r\n"
         "a=rtcp-fb:96 goog-remb\r\n"
         "a=rtcp-fb:96 ccm fir\r\n"
         "a=rtcp-fb:96 nack\r\n"
         "a=rtcp-fb:96 nack pli\r\n"
         "a=rtpmap:97 rtx/90000\r\n"
         "a=fmtp:97 apt=96\r\n";
}

/// aiortc: fingerprints by several hashes, no transport-wide feedback, full RTCP only, sends as well.
inline std::string aiortc_answer() {
  return "v=0\r\n"
         "o=- 3972992003 3972992003 IN IP4 0.0.0.0\r\n"
         "s=-\r\n"
         "t=0 0\r\n"
         "a=group:BUNDLE 0\r\n"
         "a=msid-semantic:WMS *\r\n"
         "m=video 50123 UDP/TLS/RTP/SAVPF 96 97\r\n"
         "c=IN IP4 192.0.2.30\r\n"
         "a=sendrecv\r\n"
         "a=mid:0\r\n"
         "a=msid:5d8e3a5c-0d6e 8b12f3\r\n"
         "a=rtcp:9 IN IP4 0.0.0.0\r\n"
         "a=rtcp-mux\r\n"
         "a=ssrc:3208349281 cname:bf9f8b31-9f6d\r\n"
         "a=rtpmap:96 VP8/90000\r\n"
         "a=rtcp-fb:96 nack\r\n"
         "a=rtcp-fb:96 nack pli\r\n"
         "a=rtcp-fb:96 goog-remb\r\n"
         "a=rtpmap:97 rtx/90000\r\n"
         "a=fmtp:97 apt=96\r\n"
         "a=candidate:5d2c1d1a 1 udp 2130706431 192.0.2.30 50123 typ host\r\n"
         "a=end-of-candidates\r\n"
         "a=ice-ufrag:Qx3Z\r\n"
         "a=ice-pwd:WUEhr1HfQ9d0VZzH5mW2zP\r\n"
         "a=fingerprint:sha-384 01:02:03\r\n"
         "a=fingerprint:sha-256 " +
         std::string(some_fingerprint) +
         "\r\n"
         "a=fingerprint:sha-512 01:02:03\r\n"
         "a=setup:active\r\n";
}

/// What a server adds to one of the answers above where it takes sound as well: Opus, and feedback on it.
inline std::string sound_of_answer(std::string_view direction = "recvonly") {
  return "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"
         "c=IN IP4 0.0.0.0\r\n"
         "a=mid:1\r\n"
         "a=setup:active\r\n"
         "a=rtcp-mux\r\n"
         "a=rtpmap:111 opus/48000/2\r\n"
         "a=fmtp:111 minptime=10;useinbandfec=1\r\n"
         "a=rtcp-fb:111 transport-cc\r\n"
         "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
         "a=extmap:4 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n"
         "a=" +
         std::string(direction) + "\r\n";
}

}  // namespace evenkeel::test

package link

import (
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	transportWide = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
	captureTime   = "http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time"
)

// Offer is what a knock tells of one.
type Offer struct {
	Fingerprint                    []byte
	password, mid                  string
	vp8, rtx                       byte
	feedback                       []string
	transportWideID, captureTimeID byte
}

// ReadOffer takes a caller's own SDP.
func ReadOffer(sdp string) (*Offer, error) {
	find := func(expression string) string {
		if found := regexp.MustCompile(`(?m)^` + expression).FindStringSubmatch(sdp); found != nil {
			return found[1]
		}
		return ""
	}
	number := func(text string) byte {
		value, _ := strconv.ParseUint(text, 10, 7)
		return byte(value)
	}
	vp8 := find(`a=rtpmap:(\d+) VP8/90000`)
	fingerprint, err := hex.DecodeString(strings.ReplaceAll(find(`a=fingerprint:sha-256 ([0-9A-Fa-f:]+)`), ":", ""))
	if err != nil || len(fingerprint) != 32 || vp8 == "" {
		return nil, errors.New("an offer without VP8, or without a SHA-256 fingerprint")
	}
	offer := &Offer{
		Fingerprint:     fingerprint,
		password:        find(`a=ice-pwd:(\S+)`),
		mid:             find(`a=mid:(\S+)`),
		vp8:             number(vp8),
		rtx:             number(find(`a=fmtp:(\d+) apt=` + vp8 + `\b`)),
		transportWideID: number(find(`a=extmap:(\d+)\S* ` + regexp.QuoteMeta(transportWide))),
		captureTimeID:   number(find(`a=extmap:(\d+)\S* ` + regexp.QuoteMeta(captureTime))),
	}
	for _, line := range regexp.MustCompile(`(?m)^a=rtcp-fb:(?:`+vp8+`|\*) ([^\r\n]*)`).FindAllStringSubmatch(sdp, -1) {
		offer.feedback = append(offer.feedback, strings.TrimSpace(line[1]))
	}
	return offer, nil
}

func (offer *Offer) offers(feedback string) bool {
	return slices.Contains(offer.feedback, feedback)
}

// Which of them the listener takes: the first.
func (offer *Offer) arrivals() string {
	switch {
	case offer.offers("ack ccfb"):
		return "ack ccfb"
	case offer.offers("transport-cc") && offer.transportWideID != 0:
		return "transport-cc"
	}
	return "goog-remb"
}

func (offer *Offer) abilities() (abilities byte) {
	for bit, feedback := range []string{"ack ccfb", "transport-cc", "goog-remb"} {
		if offer.offers(feedback) {
			abilities |= 1 << bit
		}
	}
	return abilities
}

func (offer *Offer) answeredSection() []string {
	types := fmt.Sprint(offer.vp8)
	lines := []string{"c=IN IP4 0.0.0.0", "a=mid:" + offer.mid, "a=sendrecv", "a=rtcp-mux", "a=rtcp-rsize",
		fmt.Sprintf("a=rtpmap:%d VP8/90000", offer.vp8)}
	if offer.rtx != 0 {
		types += fmt.Sprintf(" %d", offer.rtx)
		lines = append(lines, fmt.Sprintf("a=rtpmap:%d rtx/90000", offer.rtx),
			fmt.Sprintf("a=fmtp:%d apt=%d", offer.rtx, offer.vp8))
	}
	for _, feedback := range []string{offer.arrivals(), "ccm fir", "nack", "nack pli"} {
		if offer.offers(feedback) {
			lines = append(lines, fmt.Sprintf("a=rtcp-fb:%d %s", offer.vp8, feedback))
		}
	}
	if offer.arrivals() == "transport-cc" {
		lines = append(lines, fmt.Sprintf("a=extmap:%d %s", offer.transportWideID, transportWide))
	}
	if offer.captureTimeID != 0 {
		lines = append(lines, fmt.Sprintf("a=extmap:%d %s", offer.captureTimeID, captureTime))
	}
	return append([]string{"m=video 9 UDP/TLS/RTP/SAVPF " + types}, lines...)
}

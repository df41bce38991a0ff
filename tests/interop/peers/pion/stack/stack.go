// Package stack makes Pion speak VP8, and Opus if wanted, with one kind of feedback on arrivals, and counts the frames that
// it gets.
package stack

import (
	"fmt"
	"os"
	"sync"

	"github.com/pion/interceptor"
	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media/ivfwriter"
)

// Opus is as RFC 7587 wants it in SDP: two channels, whatever is sent.
var Opus = webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2,
	SDPFmtpLine: "useinbandfec=1"}

// NewAPI takes "rfc8888" or "transport-wide". Without sound it rejects what is offered of that.
func NewAPI(feedback string, sound bool) (*webrtc.API, error) {
	engine, registry := &webrtc.MediaEngine{}, &interceptor.Registry{}
	vp8 := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90000,
		RTCPFeedback: []webrtc.RTCPFeedback{{Type: "ccm", Parameter: "fir"}}}
	rtx := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeRTX, ClockRate: 90000, SDPFmtpLine: "apt=96"}
	for i, codec := range []webrtc.RTPCodecCapability{vp8, rtx} {
		parameters := webrtc.RTPCodecParameters{RTPCodecCapability: codec, PayloadType: webrtc.PayloadType(96 + i)}
		if err := engine.RegisterCodec(parameters, webrtc.RTPCodecTypeVideo); err != nil {
			return nil, err
		}
	}
	if sound {
		parameters := webrtc.RTPCodecParameters{RTPCodecCapability: Opus, PayloadType: 111}
		if err := engine.RegisterCodec(parameters, webrtc.RTPCodecTypeAudio); err != nil {
			return nil, err
		}
	}
	configure := map[string]func(*webrtc.MediaEngine, *interceptor.Registry) error{
		"rfc8888":        webrtc.ConfigureCongestionControlFeedback,
		"transport-wide": webrtc.ConfigureTWCCSender,
	}[feedback]
	if configure == nil {
		return nil, fmt.Errorf("no feedback %q", feedback)
	}
	for _, step := range []func() error{
		func() error { return webrtc.ConfigureNack(engine, registry) },
		func() error { return webrtc.ConfigureRTCPReports(registry) },
		func() error { return configure(engine, registry) },
		// What Pion sends carries numbers as well.
		func() error { return webrtc.ConfigureTWCCHeaderExtensionSender(engine, registry) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	settings := webrtc.SettingEngine{}
	settings.SetIncludeLoopbackCandidate(true)
	settings.SetHandleUndeclaredSSRCWithoutAnswer(true) // an answer by the link names no SSRC
	return webrtc.NewAPI(webrtc.WithMediaEngine(engine), webrtc.WithInterceptorRegistry(registry),
		webrtc.WithSettingEngine(settings)), nil
}

// Frames counts those whose packets all came, and writes them to a file that others decode.
type Frames struct {
	mutex    sync.Mutex
	count    int
	packets  int
	writer   *ivfwriter.IVFWriter
	complete bool
	started  bool
	next     uint16
}

// NewFrames writes none where the path is empty.
func NewFrames(path string) (*Frames, error) {
	if path == "" {
		return &Frames{}, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	writer, err := ivfwriter.NewWith(file, ivfwriter.WithCodec(webrtc.MimeTypeVP8))
	return &Frames{writer: writer}, err
}

// Take wants packets in their order.
func (frames *Frames) Take(packet *rtp.Packet) error {
	frames.mutex.Lock()
	defer frames.mutex.Unlock()
	frames.packets++
	if len(packet.Payload) == 0 {
		return nil // padding
	}
	vp8 := codecs.VP8Packet{}
	if _, err := vp8.Unmarshal(packet.Payload); err != nil {
		return err
	}
	if vp8.S == 1 && vp8.PID == 0 {
		frames.started, frames.complete = true, true
	} else if packet.SequenceNumber != frames.next {
		frames.complete = false
	}
	frames.next = packet.SequenceNumber + 1
	if packet.Marker && frames.started && frames.complete {
		frames.count++
	}
	if frames.writer == nil {
		return nil
	}
	return frames.writer.WriteRTP(packet)
}

// Counts returns complete frames and packets.
func (frames *Frames) Counts() (int, int) {
	frames.mutex.Lock()
	defer frames.mutex.Unlock()
	return frames.count, frames.packets
}

// Close ends the file.
func (frames *Frames) Close() error {
	if frames.writer == nil {
		return nil
	}
	return frames.writer.Close()
}

// ReadReports lets Pion see sender reports, by which its own tell the round trip.
func ReadReports(receiver *webrtc.RTPReceiver) {
	for {
		if _, _, err := receiver.ReadRTCP(); err != nil {
			return
		}
	}
}

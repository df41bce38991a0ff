// Calls by a link that it reads from standard input, returns the pictures that it gets, and tells what came as JSON.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"sync"
	"time"

	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"

	"evenkeel/tests/interop/peers/pion/link"
	"evenkeel/tests/interop/peers/pion/stack"
)

type result struct {
	Frames  int    `json:"frames"`
	Packets int    `json:"packets"`
	Number  string `json:"number"`
}

type call struct {
	connection *webrtc.PeerConnection
	echo       *webrtc.TrackLocalStaticRTP
	frames     *stack.Frames
	first      chan struct{}
	begun      sync.Once
	over       chan string
}

func newCall(feedback, path string) (*call, error) {
	api, err := stack.NewAPI(feedback, false)
	if err != nil {
		return nil, err
	}
	c := &call{first: make(chan struct{}), over: make(chan string, 8)}
	if c.frames, err = stack.NewFrames(path); err != nil {
		return nil, err
	}
	if c.connection, err = api.NewPeerConnection(webrtc.Configuration{}); err != nil {
		return nil, err
	}
	capability := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90000}
	if c.echo, err = webrtc.NewTrackLocalStaticRTP(capability, "video", "echo"); err != nil {
		return nil, err
	}
	sender, err := c.connection.AddTrack(c.echo)
	if err != nil {
		return nil, err
	}
	go c.passKeyFrameRequests(sender)
	c.connection.OnTrack(func(track *webrtc.TrackRemote, receiver *webrtc.RTPReceiver) {
		go stack.ReadReports(receiver)
		c.takePackets(track)
	})
	c.connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		log.Print("connection: ", state)
		if state == webrtc.PeerConnectionStateFailed || state == webrtc.PeerConnectionStateClosed {
			c.over <- state.String()
		}
	})
	return c, nil
}

// Who returns pictures needs a key frame where the other side asks for one.
func (c *call) passKeyFrameRequests(sender *webrtc.RTPSender) {
	for {
		packets, _, err := sender.ReadRTCP()
		if err != nil {
			return
		}
		for _, packet := range packets {
			if _, asks := packet.(*rtcp.PictureLossIndication); asks {
				for _, receiver := range c.connection.GetReceivers() {
					if track := receiver.Track(); track != nil {
						_ = c.connection.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(track.SSRC())}})
					}
				}
			}
		}
	}
}

// Packets that are sent again and padding come by a source that no description names: where their first one arrives
// together with the video's, Pion tells a track for each.
func (c *call) takePackets(track *webrtc.TrackRemote) {
	c.begun.Do(func() { close(c.first) })
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		if err := c.frames.Take(packet); err != nil {
			log.Print("a packet that is no VP8: ", err)
		}
		packet.Extension, packet.Extensions = false, nil // of this path
		_ = c.echo.WriteRTP(packet)
	}
}

func (c *call) dial(where *link.Link) (*link.Offer, error) {
	own, err := c.connection.CreateOffer(nil)
	if err != nil {
		return nil, err
	}
	if err := c.connection.SetLocalDescription(own); err != nil {
		return nil, err
	}
	offer, err := link.ReadOffer(c.connection.LocalDescription().SDP)
	if err != nil {
		return nil, err
	}
	knock, err := where.Knock(offer)
	if err != nil {
		return nil, err
	}
	answer := where.Answer(offer, knock)
	return offer, c.connection.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer})
}

func (c *call) watch(duration time.Duration) error {
	select {
	case <-c.first:
	case state := <-c.over:
		return errors.New("the connection is " + state)
	case <-time.After(20 * time.Second):
		return errors.New("no picture within 20 s")
	}
	select {
	case <-time.After(duration):
		return nil
	case state := <-c.over:
		return errors.New("in the call the connection became " + state)
	}
}

func run() error {
	feedback := flag.String("feedback", "transport-wide", "on arrivals: rfc8888 or transport-wide")
	seconds := flag.Float64("seconds", 20, "how long the call lasts from the first packet")
	path := flag.String("ivf", "", "file for what came")
	flag.Parse()
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	where, err := link.Read(string(text))
	if err != nil {
		return err
	}
	c, err := newCall(*feedback, *path)
	if err != nil {
		return err
	}
	offer, err := c.dial(where)
	if err != nil {
		return err
	}
	if err := c.watch(time.Duration(*seconds * float64(time.Second))); err != nil {
		return err
	}
	frames, packets := c.frames.Counts()
	number := link.Number(where.Fingerprint, offer.Fingerprint) // Pion compared both with what was shown
	if err := errors.Join(c.connection.GracefulClose(), c.frames.Close()); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result{frames, packets, number})
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

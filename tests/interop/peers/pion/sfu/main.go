// A media server for tests: POST /whip/NAME publishes (RFC 9725), POST /whep/NAME receives, PATCH of a session restarts
// ICE, GET /statistics tells what passes, POST /forget makes it lose the way to all. Prints its address once it listens.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"

	"evenkeel/tests/interop/peers/pion/stack"
)

const (
	largestOffer = 64 << 10
	fragmentType = "application/trickle-ice-sdpfrag"
)

// A room has one publisher and any number of viewers.
type room struct {
	frames    *stack.Frames
	track     *webrtc.TrackLocalStaticRTP
	sound     *webrtc.TrackLocalStaticRTP
	publisher *webrtc.PeerConnection
	source    webrtc.SSRC
	viewers   int
	sounds    int // packets of sound
}

type server struct {
	api    *webrtc.API
	token  string
	record string
	sound  bool

	mutex    sync.Mutex
	rooms    map[string]*room
	sessions map[string]*webrtc.PeerConnection
	made     int
}

func (s *server) room(name string) (*room, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if found := s.rooms[name]; found != nil {
		return found, nil
	}
	path := ""
	if s.record != "" {
		path = fmt.Sprintf("%s/%s.ivf", s.record, name)
	}
	frames, err := stack.NewFrames(path)
	if err != nil {
		return nil, err
	}
	capability := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90000}
	track, err := webrtc.NewTrackLocalStaticRTP(capability, "video", name)
	if err != nil {
		return nil, err
	}
	sound, err := webrtc.NewTrackLocalStaticRTP(stack.Opus, "audio", name)
	if err != nil {
		return nil, err
	}
	s.rooms[name] = &room{frames: frames, track: track, sound: sound}
	return s.rooms[name], nil
}

// Which of the rooms' sources a viewer's request is for is known by the room alone.
func (s *server) askForKeyFrame(r *room) {
	s.mutex.Lock()
	publisher, source := r.publisher, r.source
	s.mutex.Unlock()
	if publisher != nil {
		_ = publisher.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(source)}})
	}
}

func (s *server) passSound(r *room, track *webrtc.TrackRemote) {
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		s.mutex.Lock()
		r.sounds++
		s.mutex.Unlock()
		packet.Extension, packet.Extensions = false, nil
		_ = r.sound.WriteRTP(packet)
	}
}

// What is sent and received; sound only where the server takes any.
func (s *server) kinds() []webrtc.RTPCodecType {
	if s.sound {
		return []webrtc.RTPCodecType{webrtc.RTPCodecTypeVideo, webrtc.RTPCodecTypeAudio}
	}
	return []webrtc.RTPCodecType{webrtc.RTPCodecTypeVideo}
}

func (s *server) publish(r *room, connection *webrtc.PeerConnection) error {
	connection.OnTrack(func(track *webrtc.TrackRemote, receiver *webrtc.RTPReceiver) {
		if track.Kind() == webrtc.RTPCodecTypeAudio {
			go stack.ReadReports(receiver)
			s.passSound(r, track)
			return
		}
		s.mutex.Lock()
		r.publisher, r.source = connection, track.SSRC()
		s.mutex.Unlock()
		go stack.ReadReports(receiver)
		for {
			packet, _, err := track.ReadRTP()
			if err != nil {
				return
			}
			if err := r.frames.Take(packet); err != nil {
				log.Print("a packet that is no VP8: ", err)
			}
			packet.Extension, packet.Extensions = false, nil // of the way here
			_ = r.track.WriteRTP(packet)
		}
	})
	for _, kind := range s.kinds() {
		_, err := connection.AddTransceiverFromKind(kind,
			webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *server) view(r *room, connection *webrtc.PeerConnection) error {
	sender, err := connection.AddTrack(r.track)
	if err != nil {
		return err
	}
	if s.sound {
		if _, err := connection.AddTrack(r.sound); err != nil {
			return err
		}
	}
	s.mutex.Lock()
	r.viewers++
	s.mutex.Unlock()
	go func() {
		for {
			packets, _, err := sender.ReadRTCP()
			if err != nil {
				return
			}
			for _, packet := range packets {
				switch packet.(type) {
				case *rtcp.PictureLossIndication, *rtcp.FullIntraRequest:
					s.askForKeyFrame(r)
				}
			}
		}
	}()
	connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		if state == webrtc.PeerConnectionStateConnected {
			s.askForKeyFrame(r)
		}
	})
	return nil
}

func answer(connection *webrtc.PeerConnection, offer string) (string, error) {
	description := webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: offer}
	if err := connection.SetRemoteDescription(description); err != nil {
		return "", err
	}
	own, err := connection.CreateAnswer(nil)
	if err != nil {
		return "", err
	}
	gathered := webrtc.GatheringCompletePromise(connection)
	if err := connection.SetLocalDescription(own); err != nil {
		return "", err
	}
	<-gathered
	return connection.LocalDescription().SDP, nil
}

func (s *server) begin(w http.ResponseWriter, request *http.Request,
	join func(*room, *webrtc.PeerConnection) error) {
	if s.token != "" && request.Header.Get("Authorization") != "Bearer "+s.token {
		http.Error(w, "no token, or another", http.StatusUnauthorized)
		return
	}
	if request.Header.Get("Content-Type") != "application/sdp" {
		http.Error(w, "application/sdp is wanted", http.StatusUnsupportedMediaType)
		return
	}
	offer, err := io.ReadAll(io.LimitReader(request.Body, largestOffer))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r, err := s.room(request.PathValue("name"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	connection, err := s.api.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err = join(r, connection); err == nil {
		var own string
		if own, err = answer(connection, string(offer)); err == nil {
			w.Header().Set("Content-Type", "application/sdp")
			w.Header().Set("Location", s.remember(connection))
			w.Header().Set("ETag", "\"first\"")
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, own)
			return
		}
	}
	_ = connection.Close()
	http.Error(w, err.Error(), http.StatusNotAcceptable)
}

func (s *server) remember(connection *webrtc.PeerConnection) string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.made++
	path := fmt.Sprintf("/session/%d", s.made)
	s.sessions[path] = connection
	return path
}

// The present credentials are of no more use, and nobody is told: as of a server that was moved.
func (s *server) forget(w http.ResponseWriter, _ *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, connection := range s.sessions {
		if _, err := connection.CreateOffer(&webrtc.OfferOptions{ICERestart: true}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
}

func (s *server) restart(w http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	connection := s.sessions[request.URL.Path]
	s.mutex.Unlock()
	if connection == nil {
		http.NotFound(w, request)
		return
	}
	if request.Header.Get("Content-Type") != fragmentType || request.Header.Get("If-Match") != "\"*\"" {
		http.Error(w, "restarts alone are taken", http.StatusPreconditionFailed)
		return
	}
	fragment, err := io.ReadAll(io.LimitReader(request.Body, largestOffer))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	own, err := answer(connection, withCredentials(connection.RemoteDescription().SDP, string(fragment)))
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", fragmentType)
	w.Header().Set("ETag", "\"next\"")
	for _, line := range strings.SplitAfter(own, "\n") {
		if isOfWay(line) {
			_, _ = io.WriteString(w, line)
		}
	}
}

func isOfWay(line string) bool {
	for _, name := range []string{"m=", "a=mid:", "a=ice-ufrag:", "a=ice-pwd:", "a=candidate:", "a=end-of-candidates"} {
		if strings.HasPrefix(line, name) {
			return true
		}
	}
	return false
}

// The offer as it was, with the credentials of a fragment (RFC 8840).
func withCredentials(offer, fragment string) string {
	for _, name := range []string{"a=ice-ufrag:", "a=ice-pwd:"} {
		line := regexp.MustCompile("(?m)^" + name + ".*$")
		offer = line.ReplaceAllLiteralString(offer, line.FindString(fragment))
	}
	return offer
}

func (s *server) end(w http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	connection := s.sessions[request.URL.Path]
	delete(s.sessions, request.URL.Path)
	s.mutex.Unlock()
	if connection == nil {
		http.NotFound(w, request)
		return
	}
	_ = connection.Close()
}

func (s *server) tell(w http.ResponseWriter, _ *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	rooms := map[string]map[string]int{}
	for name, r := range s.rooms {
		frames, packets := r.frames.Counts()
		rooms[name] = map[string]int{"frames": frames, "packets": packets, "viewers": r.viewers, "sounds": r.sounds}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"rooms": rooms, "sessions": len(s.sessions)})
}

// A page of another origin may be a client of it.
func allowBrowsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
		w.Header().Set("Access-Control-Allow-Methods", "DELETE, POST")
		w.Header().Set("Access-Control-Expose-Headers", "Location")
		if request.Method == http.MethodOptions {
			return
		}
		next.ServeHTTP(w, request)
	})
}

func run() error {
	bind := flag.String("bind", "127.0.0.1:0", "where it listens")
	feedback := flag.String("feedback", "transport-wide", "on arrivals: rfc8888 or transport-wide")
	token := flag.String("token", "", "that it wants of who publishes or receives")
	record := flag.String("record", "", "folder for NAME.ivf of each room")
	sound := flag.Bool("sound", true, "whether it takes sound; else it rejects that")
	flag.Parse()
	api, err := stack.NewAPI(*feedback, *sound)
	if err != nil {
		return err
	}
	s := &server{api: api, token: *token, record: *record, sound: *sound, rooms: map[string]*room{},
		sessions: map[string]*webrtc.PeerConnection{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /whip/{name}", func(w http.ResponseWriter, r *http.Request) { s.begin(w, r, s.publish) })
	mux.HandleFunc("POST /whep/{name}", func(w http.ResponseWriter, r *http.Request) { s.begin(w, r, s.view) })
	mux.HandleFunc("PATCH /session/{number}", s.restart)
	mux.HandleFunc("DELETE /session/{number}", s.end)
	mux.HandleFunc("POST /forget", s.forget)
	mux.HandleFunc("GET /statistics", s.tell)
	listener, err := net.Listen("tcp", *bind)
	if err != nil {
		return err
	}
	fmt.Println("http://" + listener.Addr().String())
	return http.Serve(listener, allowBrowsers(mux))
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

//! Calls by a link that it reads from standard input, returns the pictures that it gets, and tells what came as JSON.
//!
//!     str0m-caller SECONDS IVF

mod link;
mod stun;

use link::{Fault, Link, Offer};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};
use str0m::change::{SdpAnswer, SdpPendingOffer};
use str0m::media::{Direction, KeyframeRequest, KeyframeRequestKind, MediaData, MediaKind, Mid};
use str0m::net::{Protocol, Receive};
use str0m::{Candidate, Event, Input, Output, Rtc, RtcConfig};

/// What str0m takes for the ufrag of the listener.
const STAND_IN: &str = "listener";
const PATIENCE: Duration = Duration::from_secs(20);

/// Frames in a file that others decode.
struct Recording {
    file: BufWriter<File>,
    frames: u32,
}

impl Recording {
    fn create(path: &str) -> Result<Recording, Fault> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(b"DKIF\0\0\x20\0VP80")?;
        file.write_all(&[640u16.to_le_bytes(), 360u16.to_le_bytes()].concat())?;
        file.write_all(&[90_000u32, 1, 0, 0].map(u32::to_le_bytes).concat())?;
        Ok(Recording { file, frames: 0 })
    }

    fn take(&mut self, data: &MediaData) -> Result<(), Fault> {
        self.frames += 1;
        self.file.write_all(&(data.data.len() as u32).to_le_bytes())?;
        self.file.write_all(&data.time.numer().to_le_bytes())?;
        self.file.write_all(&data.data)?;
        Ok(())
    }
}

struct Call {
    rtc: Rtc,
    socket: UdpSocket,
    own: SocketAddr,
    password: String,
    own_password: String,
    knock: String,
    mid: Mid,
    types: (u8, u8),
    source: Option<u32>,
    recording: Recording,
    first: Option<Instant>,
}

impl Call {
    fn begin(link: &Link, path: &str) -> Result<(Call, Offer), Fault> {
        let remote = link.addresses.first().ok_or("a link without addresses")?;
        let socket = UdpSocket::bind(if remote.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" })?;
        socket.connect(remote)?; // tells the address that leads there
        let own = socket.local_addr()?;
        let mut rtc = RtcConfig::new().clear_codecs().enable_vp8(true).build(Instant::now());
        rtc.add_local_candidate(Candidate::host(own, "udp")?);
        let (mid, offer, pending) = Self::offer(&mut rtc)?;
        let knock = link.knock(&offer);
        let answer = SdpAnswer::from_sdp_string(&link.answer(&offer, STAND_IN))?;
        rtc.sdp_api().accept_answer(pending, answer)?;
        let (password, own_password) = (link.password(), offer.password.clone());
        let recording = Recording::create(path)?;
        let (types, source, first) = ((offer.vp8, offer.rtx), None, None);
        let call = Call { rtc, socket, own, password, own_password, knock, mid, types, source, recording, first };
        Ok((call, offer))
    }

    fn offer(rtc: &mut Rtc) -> Result<(Mid, Offer, SdpPendingOffer), Fault> {
        let mut changes = rtc.sdp_api();
        let mid = changes.add_media(MediaKind::Video, Direction::SendRecv, None, None, None);
        let (offer, pending) = changes.apply().ok_or("no offer")?;
        Ok((mid, Offer::read(&offer.to_sdp_string()).ok_or("an offer that cannot be read")?, pending))
    }

    fn send(&self, datagram: &[u8]) -> Result<(), Fault> {
        let sent = match stun::is_request(datagram) {
            true => self.socket.send(&stun::rename(datagram, STAND_IN, &self.knock, &self.password)),
            false => self.socket.send(datagram),
        };
        match sent {
            Err(error) if error.kind() != ErrorKind::ConnectionRefused => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn take_frame(&mut self, data: MediaData) -> Result<(), Fault> {
        self.first.get_or_insert_with(Instant::now);
        self.recording.take(&data)?;
        if let Some(writer) = self.rtc.writer(data.mid) {
            writer.write(data.pt, data.network_time, data.time, data.data)?;
        }
        Ok(())
    }

    fn ask_for_key_frame(&mut self, request: KeyframeRequest) -> Result<(), Fault> {
        match self.rtc.writer(request.mid) {
            Some(mut writer) if self.first.is_some() => Ok(writer.request_keyframe(None, KeyframeRequestKind::Pli)?),
            _ => Ok(()),
        }
    }

    /// All that str0m has to say; returns when it wants to be asked again.
    fn poll(&mut self) -> Result<Instant, Fault> {
        loop {
            match self.rtc.poll_output()? {
                Output::Timeout(time) => return Ok(time),
                Output::Transmit(transmit) => self.send(&transmit.contents)?,
                Output::Event(Event::MediaData(data)) => self.take_frame(data)?,
                Output::Event(Event::KeyframeRequest(request)) => self.ask_for_key_frame(request)?,
                Output::Event(Event::IceConnectionStateChange(state)) => eprintln!("ICE: {state:?}"),
                Output::Event(_) => {}
            }
        }
    }

    /// An answer by the link names no SSRC, and str0m takes only what it expects.
    fn expect_source(&mut self, datagram: &[u8]) {
        if datagram.len() < 12 || datagram[0] >> 6 != 2 {
            return;
        }
        let (kind, (vp8, rtx)) = (datagram[1] & 0x7f, self.types);
        let source = u32::from_be_bytes([datagram[8], datagram[9], datagram[10], datagram[11]]);
        match self.source {
            None if kind == vp8 => {
                self.source = Some(source);
                self.rtc.direct_api().expect_stream_rx(source.into(), None, self.mid, None);
            }
            Some(media) if kind == rtx => {
                self.rtc.direct_api().expect_stream_rx(media.into(), Some(source.into()), self.mid, None);
            }
            _ => {}
        }
    }

    fn receive(&mut self, until: Instant) -> Result<(), Fault> {
        let wait =
            until.saturating_duration_since(Instant::now()).clamp(Duration::from_millis(1), Duration::from_millis(50));
        self.socket.set_read_timeout(Some(wait))?;
        let mut buffer = [0; 2048];
        let size = match self.socket.recv(&mut buffer) {
            Ok(size) => size,
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::ConnectionRefused
                ) =>
            {
                return Ok(self.rtc.handle_input(Input::Timeout(Instant::now()))?);
            }
            Err(error) => return Err(error.into()),
        };
        let mut datagram = buffer[..size].to_vec();
        if stun::is_request(&datagram) {
            datagram = stun::rename(&datagram, &self.knock, STAND_IN, &self.own_password);
        }
        self.expect_source(&datagram);
        let receive = Receive::new(Protocol::Udp, self.socket.peer_addr()?, self.own, &datagram)?;
        Ok(self.rtc.handle_input(Input::Receive(Instant::now(), receive))?)
    }

    fn watch(&mut self, duration: Duration) -> Result<(), Fault> {
        let begin = Instant::now();
        loop {
            let until = self.poll()?;
            match self.first {
                Some(first) if first.elapsed() >= duration => return Ok(()),
                None if begin.elapsed() > PATIENCE => return Err("no picture within 20 s".into()),
                _ if !self.rtc.is_alive() => return Err("the other side ended the call".into()),
                _ => self.receive(until)?,
            }
        }
    }

    fn hang_up(&mut self) -> Result<(), Fault> {
        self.rtc.close()?;
        for _ in 0..10 {
            let until = self.poll()?;
            if !self.rtc.is_alive() {
                break;
            }
            self.receive(until)?;
        }
        Ok(self.recording.file.flush()?)
    }
}

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().collect();
    let [_, seconds, path] = &words[..] else { return Err("SECONDS and IVF are wanted".into()) };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let link = Link::read(&text)?;
    let (mut call, offer) = Call::begin(&link, path)?;
    call.watch(Duration::from_secs_f64(seconds.parse()?))?;
    let frames = call.recording.frames;
    call.hang_up()?;
    let number = link.number(&offer.fingerprint); // str0m compared both with what was shown
    println!(r#"{{"frames": {frames}, "number": "{number}"}}"#);
    Ok(())
}

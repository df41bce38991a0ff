// Package link reads the link of a call, seals the knock and writes the listener's answer, by docs/secure-calls.md alone.
package link

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// Link is what the listener tells.
type Link struct {
	secret      []byte
	Fingerprint []byte
	Addresses   []netip.AddrPort
}

// Read takes a whole link or what follows its "#".
func Read(text string) (*Link, error) {
	text = strings.TrimSpace(text[strings.LastIndex(text, "#")+1:])
	data, found := strings.CutPrefix(text, "e1.")
	if !found {
		return nil, errors.New("this is no link of a call")
	}
	all, err := base64.RawURLEncoding.Strict().DecodeString(data)
	if err != nil || len(all) < 62 {
		return nil, errors.New("this link is damaged")
	}
	body := all[:len(all)-4]
	checksum := sha256.Sum256(append([]byte("evenkeel e1 checksum"), body...))
	if !bytes.Equal(checksum[:4], all[len(body):]) || body[0] != 1 {
		return nil, errors.New("this link is damaged, or of a newer version")
	}
	link := &Link{secret: body[2:18], Fingerprint: body[18:50]}
	for rest := body[51:]; len(rest) > 0; {
		size := map[byte]int{4: 4, 6: 16}[rest[0]]
		if size == 0 || len(rest) < size+3 {
			return nil, errors.New("this link is damaged")
		}
		host, _ := netip.AddrFromSlice(rest[1 : 1+size])
		link.Addresses = append(link.Addresses, netip.AddrPortFrom(host, binary.BigEndian.Uint16(rest[1+size:])))
		rest = rest[size+3:]
	}
	return link, nil
}

func (link *Link) derive(info string, size int) []byte {
	key, err := hkdf.Key(sha256.New, link.secret, nil, info, size)
	if err != nil {
		panic(err)
	}
	return key
}

// Password is the listener's ice-pwd.
func (link *Link) Password() string {
	return base64.RawStdEncoding.EncodeToString(link.derive("evenkeel e1 ice-pwd", 24))
}

// Knock seals what the listener must know of the offer.
func (link *Link) Knock(offer *Offer) (string, error) {
	plain := make([]byte, 72)
	plain[0] = 1
	copy(plain[1:33], offer.Fingerprint)
	copy(plain[33:65], offer.password)
	plain[65], plain[66] = offer.vp8, offer.rtx
	plain[68] = offer.transportWideID<<4 | offer.captureTimeID
	plain[69] = offer.abilities()
	plain[70] = 1 | 2 // sends and receives video
	block, err := aes.NewCipher(link.derive("evenkeel e1 knock", 16))
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, 12)
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	return base64.RawStdEncoding.EncodeToString(gcm.Seal(nonce, nonce, plain, nil)), nil
}

// Answer is the listener's, which nobody sends.
func (link *Link) Answer(offer *Offer, knock string) string {
	lines := []string{"v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE " + offer.mid}
	lines = append(lines, offer.answeredSection()...)
	lines = append(lines, "a=ice-ufrag:"+knock, "a=ice-pwd:"+link.Password(),
		"a=fingerprint:sha-256 "+colons(link.Fingerprint), "a=setup:passive")
	for i, address := range link.Addresses {
		priority := 126<<24 + (65535-i)<<8 + 255 // RFC 8445, section 5.1.2.1: host, the first is the best
		lines = append(lines, fmt.Sprintf("a=candidate:%d 1 udp %d %s %d typ host", i+1, priority, address.Addr(),
			address.Port()))
	}
	return strings.Join(append(lines, "a=end-of-candidates", ""), "\r\n")
}

// Number is what both ends show: twenty digits of the certificates that were seen.
func Number(listener, caller []byte) string {
	password := string(append(append([]byte{}, listener...), caller...))
	derived, err := pbkdf2.Key(sha256.New, password, []byte("evenkeel e1 number"), 1<<17, 20)
	if err != nil {
		panic(err)
	}
	groups := make([]string, 5)
	for i := range groups {
		groups[i] = fmt.Sprintf("%04d", binary.BigEndian.Uint32(derived[4*i:])%10_000)
	}
	return strings.Join(groups, " ")
}

func colons(fingerprint []byte) string {
	pairs := make([]string, len(fingerprint))
	for i, octet := range fingerprint {
		pairs[i] = strings.ToUpper(hex.EncodeToString([]byte{octet}))
	}
	return strings.Join(pairs, ":")
}

package link

import (
	"bytes"
	"testing"
)

// The vectors of docs/secure-calls.md: bytes that count up.
func count(first byte) []byte {
	all := make([]byte, 32)
	for i := range all {
		all[i] = first + byte(i)
	}
	return all
}

func TestVectors(t *testing.T) {
	read, err := Read("https://x/#e1.AQAAAQIDBAUGBwgJCgsMDQ4PICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9" +
		"Pj8CBMAAAgcTjAYgAQ24AAAAAAAAAAAAAAAHE4zL-APP")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read.Fingerprint, count(0x20)) || len(read.Addresses) != 2 ||
		read.Addresses[1].String() != "[2001:db8::7]:5004" {
		t.Errorf("%+v", read)
	}
	if read.Password() != "AAcvrBpW3rav7Eft9mg6cmfJI7kzto/E" {
		t.Error(read.Password())
	}
	if number := Number(count(0x20), count(0x40)); number != "1443 8020 5785 7306 5860" {
		t.Error(number)
	}
	if _, err := Read("#e1.AQAAAQIDBAUGBwgJCgsMDQ4PICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8BBMAAAgcTjLLzAkX"); err == nil {
		t.Error("a damaged link is taken")
	}
}

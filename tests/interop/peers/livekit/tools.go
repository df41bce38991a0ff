//go:build tools

// Package livekit names the server, so that go.mod keeps it and go.sum all that it is built with.
package livekit

import _ "github.com/livekit/livekit-server/cmd/server"

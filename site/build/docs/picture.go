package docs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/png"
)

// size returns the width and height of a PNG or WebP picture in pixels.
func size(data []byte) (width, height int, err error) {
	if config, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
		return config.Width, config.Height, nil
	}
	if len(data) < 30 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return 0, 0, errors.New("neither PNG nor WebP")
	}
	le := binary.LittleEndian
	switch string(data[12:16]) { // the first chunk; its data begins at byte 20
	case "VP8 ": // lossy
		return int(le.Uint16(data[26:]) & 0x3fff), int(le.Uint16(data[28:]) & 0x3fff), nil
	case "VP8L": // lossless
		bits := le.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, nil
	case "VP8X": // extended
		return int(le.Uint32(data[24:])&0xffffff) + 1, int(le.Uint32(data[26:])>>8) + 1, nil
	}
	return 0, 0, errors.New("a WebP picture of an unknown kind")
}

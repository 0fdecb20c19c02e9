package tracetest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
)

// A Member is a file in a zip file.
type Member struct {
	Name string
	Data []byte
}

// Gzip wraps a file.
func Gzip(data []byte) []byte {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Write(data)
	w.Close()
	return file.Bytes()
}

// Zip wraps files under any names, repeated ones too.
func Zip(members ...Member) []byte {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, m := range members {
		to, err := w.Create(m.Name)
		if err != nil {
			panic("tracetest: " + err.Error())
		}
		to.Write(m.Data)
	}
	w.Close()
	return file.Bytes()
}

// Offsets in a zip file's directory and end. Source: APPNOTE.TXT, sections 4.3.12 and 4.3.16.
const (
	entryUnpacked = 24 // u4
	entryName     = 46
	endOfDisk     = 8  // u2 members
	endCount      = 10 // u2 members
	endSize       = 12 // u4 bytes of the directory
)

// Overlapping returns a zip file of up to 65,535 members that share the same packed bytes, so it
// unpacks to members * len(data) bytes. Each member claims a size of claim bytes.
func Overlapping(members int, data []byte, claim uint32) []byte {
	name := func(i int) string { return fmt.Sprintf("anr_%05d", i) }
	file := Zip(Member{name(0), data})
	at, end := bytes.Index(file, []byte("PK\x01\x02")), bytes.Index(file, []byte("PK\x05\x06"))
	entry, tail := bytes.Clone(file[at:end]), bytes.Clone(file[end:])
	binary.LittleEndian.PutUint32(entry[entryUnpacked:], claim)
	file = file[:at:at]
	for i := range members {
		copy(entry[entryName:], name(i))
		file = append(file, entry...)
	}
	binary.LittleEndian.PutUint16(tail[endOfDisk:], uint16(members))
	binary.LittleEndian.PutUint16(tail[endCount:], uint16(members))
	binary.LittleEndian.PutUint32(tail[endSize:], uint32(members*len(entry)))
	return append(file, tail...)
}

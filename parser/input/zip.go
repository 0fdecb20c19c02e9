package input

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A Member is a file in a zip file. The browser unpacks it, so only its position is needed:
// archive/zip would link its own decompressor, a twentieth of the whole page.
type Member struct {
	Name     string
	Deflated bool   // otherwise stored unpacked
	Size     int64  // packed
	Unpacked int64  // as stated in the zip file
	Odd      string // reason that it cannot be unpacked, such as "it is encrypted"; else ""
	header   int64  // offset of its local header
}

// Byte offsets in a zip file's records, little-endian. Source: APPNOTE.TXT, sections 4.3.7,
// 4.3.12 and 4.3.16.
const (
	endLength   = 22 // record at the end, before a comment of up to 64 KB
	endCount    = 10 // u2 members
	endSize     = 12 // u4 bytes of the directory
	endOffset   = 16 // u4 start of the directory
	entryLength = 46 // a member in the directory, before its name
	entryFlags  = 8  // u2, bit 0: encrypted
	entryMethod = 10 // u2 0 stored, 8 deflated
	entryPacked = 20 // u4, followed by u4 unpacked size
	entryName   = 28 // u2 length, then u2 of extra fields and u2 of a comment
	entryLocal  = 42 // u4 start of the local header
	localLength = 30 // before its name
	localName   = 26 // u2 length, then u2 of extra fields
)

// maxDirectory is larger than a directory of 65,535 members with the longest names of file systems.
const maxDirectory = 64 << 20

var errZip = errors.New("its directory is damaged or cut short")

// Members lists the files of a zip file of size bytes, without folders. With an error it returns
// the files in the directory before the damage.
func Members(r io.ReaderAt, size int64) ([]Member, error) {
	tail := make([]byte, min(size, endLength+1<<16))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return nil, err
	}
	le := binary.LittleEndian
	at := len(tail) - endLength
	for at >= 0 && le.Uint32(tail[at:]) != 0x06054b50 {
		at--
	}
	if at < 0 {
		return nil, errZip
	}
	count, length, offset := le.Uint16(tail[at+endCount:]), int64(le.Uint32(tail[at+endSize:])), int64(le.Uint32(tail[at+endOffset:]))
	if length == 0xFFFFFFFF || offset == 0xFFFFFFFF {
		return nil, errors.New("it is larger than 4 GB; unpack it first")
	}
	if offset+length > size || length < int64(count)*entryLength {
		return nil, errZip
	}
	if length > maxDirectory {
		return nil, errors.New("its list of files is larger than that of any real zip file")
	}
	directory := make([]byte, length)
	if _, err := r.ReadAt(directory, offset); err != nil && err != io.EOF {
		return nil, err
	}
	var members []Member
	for range count {
		if len(directory) < entryLength || le.Uint32(directory) != 0x02014b50 {
			return members, errZip
		}
		name := int(le.Uint16(directory[entryName:]))
		rest := entryLength + name + int(le.Uint16(directory[entryName+2:])) + int(le.Uint16(directory[entryName+4:]))
		if rest > len(directory) {
			return members, errZip
		}
		m := Member{
			Name:     string(directory[entryLength : entryLength+name]),
			Size:     int64(le.Uint32(directory[entryPacked:])),
			Unpacked: int64(le.Uint32(directory[entryPacked+4:])),
			header:   int64(le.Uint32(directory[entryLocal:])),
		}
		method := le.Uint16(directory[entryMethod:])
		m.Deflated = method == 8
		switch {
		case le.Uint16(directory[entryFlags:])&1 != 0:
			m.Odd = "it is encrypted"
		case method != 0 && method != 8:
			m.Odd = UnknownPacking(method)
		}
		if name == 0 || m.Name[name-1] != '/' {
			members = append(members, m)
		}
		directory = directory[rest:]
	}
	return members, nil
}

// Compression methods of zip files that the page makes from a folder; they tell why a file is
// missing. No packing program uses these numbers. They equal those in site/static/drop.js.
const (
	unreadable = 0xFF01
	leftOut    = 0xFF02
)

// UnknownPacking returns a sentence about a member with an unsupported compression method.
func UnknownPacking(method uint16) string {
	switch method {
	case unreadable:
		return "the browser could not"
	case leftOut:
		return "no more than 60,000 files and 4 GB of a folder are read, and 32 folders deep"
	}
	return fmt.Sprintf("it is packed by method %d, which is not known here", method)
}

// Start returns the offset of a member's data in its zip file.
func (m *Member) Start(r io.ReaderAt) (int64, error) {
	local := make([]byte, localLength)
	if _, err := r.ReadAt(local, m.header); err != nil {
		return 0, errZip
	}
	le := binary.LittleEndian
	if le.Uint32(local) != 0x04034b50 {
		return 0, errZip
	}
	return m.header + localLength + int64(le.Uint16(local[localName:])) + int64(le.Uint16(local[localName+2:])), nil
}

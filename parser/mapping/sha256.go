package mapping

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
)

// sha256 computes the checksum of a map, as FIPS 180-4 defines it. Package crypto/sha256 computes the same, but also brings
// AES, HMAC, SHA-3 and their self-tests, which are 43 KB of the download of app.wasm.
type sha256 struct {
	state [8]uint32
	block [64]byte // the first size%64 bytes wait for more
	size  uint64
}

func newSHA256() sha256 {
	return sha256{state: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

// sha256Rounds are the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
var sha256Rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

func (s *sha256) add(p []byte) {
	held := int(s.size % 64)
	s.size += uint64(len(p))
	if held > 0 {
		n := copy(s.block[held:], p)
		if p = p[n:]; held+n < 64 {
			return
		}
		s.blocks(s.block[:])
	}
	s.blocks(p)
	copy(s.block[:], p[len(p)&^63:])
}

// blocks adds the whole blocks of p. Its loop has few live variables, because Go's code for WebAssembly is slow when they do not
// fit in 16 registers.
func (s *sha256) blocks(p []byte) {
	var words [64]uint32
	for ; len(p) >= 64; p = p[64:] {
		a, b, c, d, e, f, g, h := s.state[0], s.state[1], s.state[2], s.state[3], s.state[4], s.state[5], s.state[6], s.state[7]
		for i := range words {
			if i < 16 {
				at := i * 4
				words[i] = uint32(p[at])<<24 | uint32(p[at+1])<<16 | uint32(p[at+2])<<8 | uint32(p[at+3])
			} else {
				v, w := words[i-15], words[i-2]
				words[i] = words[i-16] + words[i-7] +
					(bits.RotateLeft32(v, -7) ^ bits.RotateLeft32(v, -18) ^ v>>3) +
					(bits.RotateLeft32(w, -17) ^ bits.RotateLeft32(w, -19) ^ w>>10)
			}
			t := h + words[i] + sha256Rounds[i] + (e&f ^ ^e&g) +
				(bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25))
			u := (a&b ^ a&c ^ b&c) + (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22))
			h = g
			g = f
			f = e
			e = d + t
			d = c
			c = b
			b = a
			a = t + u
		}
		for i, v := range [8]uint32{a, b, c, d, e, f, g, h} {
			s.state[i] += v
		}
	}
}

// hex returns the checksum of all bytes in hexadecimal. Nothing can be added afterwards.
func (s *sha256) hex() string {
	size := s.size
	end := make([]byte, 64-(size+8)%64, 72) // at least one byte; they and the size fill a block
	end[0] = 0x80
	s.add(binary.BigEndian.AppendUint64(end, 8*size))
	var sum [32]byte
	for i, v := range s.state {
		binary.BigEndian.PutUint32(sum[4*i:], v)
	}
	return hex.EncodeToString(sum[:])
}

import struct
import unittest

from dailies_processing.media import probe


def box(kind, body):
    return struct.pack(">I4s", len(body) + 8, kind) + body


def a_clip(is_faststart=True, payload=100):
    times = bytes(12) + struct.pack(">II", 600, 1_500) + bytes(80)
    size = bytes(76) + struct.pack(">II", 640 << 16, 360 << 16)
    moov = box(b"moov", box(b"mvhd", times) + box(b"trak", box(b"tkhd", size)) + box(b"trak", box(b"tkhd", bytes(84))))
    ftyp, mdat = box(b"ftyp", b"isom" + bytes(8)), box(b"mdat", bytes(payload))
    return ftyp + (moov + mdat if is_faststart else mdat + moov)


class Probing(unittest.TestCase):
    def setUp(self):
        self.reads = []

    def probe(self, clip, header_bytes=4_096):
        def read(begin, end):
            self.reads.append(end - begin)
            return clip[begin:end]

        return probe(read, len(clip), header_bytes)

    def test_the_header_at_the_beginning(self):
        self.assertEqual(
            self.probe(a_clip()),
            {
                "container": "ISO MP4",
                "brand": "isom",
                "is_faststart": True,
                "duration_s": 2.5,
                "width": 640,
                "height": 360,
                "tracks": 2,
            },
        )

    def test_the_header_behind_the_data_is_found_with_few_bytes(self):
        facts = self.probe(a_clip(is_faststart=False, payload=1_000_000))
        self.assertEqual((facts["is_faststart"], facts["duration_s"], facts["width"]), (False, 2.5, 640))
        self.assertLess(sum(self.reads), 20_000)

    def test_hostile_bytes_end(self):
        for clip in (
            b"",
            b"no clip at all",
            box(b"ftyp", b"isom") + struct.pack(">I4s", 3, b"moov"),
            box(b"ftyp", b"isom") + struct.pack(">I4sQ", 1, b"moov", 2**63),
            box(b"ftyp", b"isom") * 1_000,
            box(b"moov", box(b"trak", box(b"trak", box(b"trak", box(b"trak", box(b"trak", b"")))))),
        ):
            self.assertIn(self.probe(clip)["container"], ("ISO MP4", "unknown"))

    def test_other_containers_are_named(self):
        self.assertEqual(self.probe(b"\x1aE\xdf\xa3" + bytes(100)), {"container": "Matroska"})


if __name__ == "__main__":
    unittest.main()

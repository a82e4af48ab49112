import { fileOf } from "../subject.ts";
import { readSeed } from "../subjects/seeds.ts";
import type { HostileFile } from "./hostile-file.ts";

const ANY = ["read", "malformed", "truncated", "unsupported", "too_large", "missing"] as const;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const box = (kind: string, body: Uint8Array, length = body.length + 8): Uint8Array => {
  const bytes = new Uint8Array(body.length + 8);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(encode(kind), 4);
  bytes.set(body, 8);
  return bytes;
};
const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const FTYP = box("ftyp", encode("isom\u0000\u0000\u0002\u0000isomavc1"));

const nest = (depth: number): Uint8Array => {
  let inner: Uint8Array = new Uint8Array(0);
  for (let level = 0; level < depth; level += 1) inner = box("moov", inner);
  return inner;
};

/** A valid clip with another value at this offset of the first box of this type. */
const changed = (kind: string, at: number, value: number): Uint8Array => {
  const bytes = new Uint8Array(readSeed("first.mp4"));
  const where = new TextDecoder("latin1").decode(bytes).indexOf(kind);
  new DataView(bytes.buffer).setUint32(where + 4 + at, value);
  return bytes;
};

const SUBJECTS = ["media header", "mp4 frames"];

/** Parsed for its header and for its frames; the frame parser need not recognize files that are not clips. */
const media = (name: string, bytes: Uint8Array, expected: HostileFile["expected"] = ANY): HostileFile[] =>
  SUBJECTS.map((subject, position) => ({
    subject,
    name: `${subject}: ${name}`,
    files: new Map([fileOf("clip.mp4", bytes)]),
    expected: position === 0 ? expected : ANY,
  }));

const COUNTS = ["stts", "ctts", "stsc", "stsz", "stco", "stss", "elst"];

const clips = (): HostileFile[][] => [
  media("a box of no length", join(FTYP, box("moov", new Uint8Array(20), 0))),
  media("a box of length 1", join(FTYP, box("moov", new Uint8Array(20), 1))),
  media("a box shorter than its head", join(FTYP, box("moov", new Uint8Array(20), 5))),
  media("a box of 4 GiB", join(FTYP, box("moov", new Uint8Array(20), 0xffff_ffff))),
  media("boxes in boxes", join(FTYP, nest(400))),
  media(
    "ten thousand empty boxes",
    join(FTYP, ...Array.from({ length: 10_000 }, () => box("free", new Uint8Array(0)))),
  ),
  media(
    "a moov of ten thousand tracks",
    join(FTYP, box("moov", join(...Array.from({ length: 10_000 }, () => box("trak", new Uint8Array(0)))))),
  ),
  ...COUNTS.map((kind) => media(`2³²−1 entries in ${kind}`, changed(kind, kind === "stsz" ? 8 : 4, 0xffff_ffff))),
  media("2³²−1 frames of one size", changed("stsz", 4, 1)),
  media("a time scale of 0", changed("mdhd", 12, 0)),
  media("65,535 × 65,535", changed("tkhd", 76, 0xffff_0000)),
  media("moov last and cut", readSeed("last.mp4").subarray(0, 1_500), ["truncated", "malformed"]),
  media("a beginning alone", FTYP),
  media("a playlist that is called mp4", encode("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), "unsupported"),
  media("a page that is called mp4", encode("<!doctype html><script>alert(1)</script>"), "unsupported"),
  media("a drawing", encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "unsupported"),
  media("a page within a clip", join(FTYP, box("free", encode("<script>alert(1)</script>")))),
  media("Matroska of endless size", join(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), new Uint8Array(200).fill(0xff))),
  media(
    "a picture of another kind",
    Uint8Array.of(0x76, 0x2f, 0x31, 0x01, ...new Array<number>(60).fill(0)),
    "unsupported",
  ),
  media("no bytes", new Uint8Array(0), ["truncated", "unsupported", "malformed"]),
];

export const mediaFiles = (): HostileFile[] => clips().flat();

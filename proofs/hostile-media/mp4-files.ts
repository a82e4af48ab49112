import { deflateSync } from "node:zlib";
import { box, fullBox, join, nest, repeat, u8, u16, u32 } from "./bytes.ts";
import { family, type HostileFile } from "./hostile-file.ts";

const FTYP = box("ftyp", join("isom", u32(512), "isomavc1mp41"));
const MAX = 0xffff_ffff;

const mvhd = (timescale = 1_000, duration = 1_000): Buffer =>
  fullBox("mvhd", join(u32(0), u32(0), u32(timescale), u32(duration), Buffer.alloc(80)));

const avc1 = (width: number, height: number, tag = "avc1"): Buffer =>
  box(tag, join(Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height), Buffer.alloc(50)));

interface Track {
  width?: number;
  height?: number;
  tag?: string;
  dref?: Buffer;
  tables?: Buffer;
  timescale?: number;
}
const track = ({ width = 64, height = 64, tag = "avc1", dref, tables = u8(), timescale = 1_000 }: Track): Buffer => {
  const stbl = box("stbl", join(fullBox("stsd", join(u32(1), avc1(width, height, tag))), tables));
  const dinf = box("dinf", fullBox("dref", join(u32(1), dref ?? box("url ", u32(1)))));
  const minf = box("minf", join(fullBox("vmhd", Buffer.alloc(8)), dinf, stbl));
  const mdhd = fullBox("mdhd", join(u32(0), u32(0), u32(timescale), u32(1_000), u32(0)));
  const hdlr = fullBox("hdlr", join(u32(0), "vide", Buffer.alloc(13)));
  const tkhd = fullBox("tkhd", join(Buffer.alloc(72), u16(width), u16(0), u16(height), u16(0)));
  return box("trak", join(tkhd, box("mdia", join(mdhd, hdlr, minf))));
};
const movie = (...parts: Buffer[]): Buffer =>
  join(FTYP, box("moov", join(mvhd(), ...parts)), box("mdat", Buffer.alloc(64)));
const table = (type: string, count: number): Buffer => fullBox(type, join(u32(count), Buffer.alloc(64)));

/** A reference to another file, as QuickTime allows it. */
const outside = (path: string): Buffer =>
  box("alis", join(u32(0), u16(150), Buffer.alloc(140), u16(2), u16(path.length), path));
const referenceMovie = (address: string): Buffer =>
  join(FTYP, box("moov", box("rmra", box("rmda", box("rdrf", join(u32(0), "url ", u32(address.length), address))))));
const compressedMovie = (): Buffer => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 ** 2));
  return join(
    FTYP,
    box("moov", box("cmov", join(box("dcom", Buffer.from("zlib")), box("cmvd", join(u32(MAX), bomb))))),
  );
};

interface Targets {
  readonly canaryPath: string;
  readonly address: string;
}

const atoms = (): HostileFile[] => [
  ...family("mp4 atoms", "video/mp4", [
    ["only ftyp", FTYP],
    ["moov of size zero", join(FTYP, box("moov", mvhd(), 0))],
    ["atoms of size two", join(FTYP, repeat(box("moov", u8(), 2), 1_000))],
    ["atom of 2^63 bytes", join(FTYP, u32(1), "moov", u32(0x7fff_ffff), u32(MAX))],
    [
      "moov inside moov, 10,000 deep",
      join(
        FTYP,
        nest(10_000, (inner) => box("moov", inner)),
      ),
    ],
    [
      "udta and meta, 5,000 deep",
      join(
        FTYP,
        nest(5_000, (inner) => box("udta", fullBox("meta", inner))),
      ),
    ],
    ["a million tracks", join(FTYP, box("moov", repeat(box("trak", u8()), 1_000_000)))],
    ["3,000 tracks with content", movie(repeat(track({}), 3_000))],
    ["a million free atoms", join(FTYP, repeat(box("free", u8()), 1_000_000))],
    ["8 MiB of metadata", movie(box("udta", box("©nam", Buffer.alloc(8 * 1024 ** 2, 65))))],
    ["compressed moov, 64 MiB of zeros", compressedMovie()],
    ["moov only, no samples", movie(track({}))],
  ]),
  ...family("mp4 lies", "video/mp4", [
    ["65535 × 65535", movie(track({ width: 65_535, height: 65_535 }))],
    ["0 × 0", movie(track({ width: 0, height: 0 }))],
    ["2^32 sample times", movie(track({ tables: table("stts", MAX) }))],
    ["2^31 sample sizes", movie(track({ tables: fullBox("stsz", join(u32(0), u32(0x7fff_ffff))) }))],
    ["2^32 chunks", movie(track({ tables: join(table("stco", MAX), table("stsc", MAX)) }))],
    ["2^32 key frames", movie(track({ tables: table("stss", MAX) }))],
    ["time scale zero", movie(track({ timescale: 0 }))],
    ["edit list without end", movie(box("trak", box("edts", table("elst", MAX))))],
    [
      "fragment index that points back",
      join(FTYP, box("moov", mvhd()), repeat(fullBox("sidx", Buffer.alloc(24, 255)), 500)),
    ],
  ]),
];

const references = ({ canaryPath, address }: Targets): HostileFile[] => [
  ...family("mp4 references", "video/mp4", [
    ["sample data in another file", movie(track({ dref: outside(canaryPath) }))],
    ["sample data at an address", movie(track({ dref: box("url ", join(u32(0), address)) }))],
    ["reference movie to a file", referenceMovie(`file://${canaryPath}`)],
    ["reference movie to an address", referenceMovie(address)],
  ]),
];

const clips = (whole: Buffer): HostileFile[] => [
  ...family(
    "mp4 codecs",
    "video/mp4",
    ["SANM", "exr ", "SVQ3", "cvid", "rle ", "rpza", "smc ", "IV50", "qdrw", "hap1", "jp2h"].map((tag) => [
      `a track of ${tag.trim()}`,
      movie(track({ tag, tables: join(table("stts", 1), table("stco", 1)) })),
    ]),
  ),
  ...family(
    "cut clips",
    "video/mp4",
    [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((share) => [
      `${share * 100} % of a clip with its index at the end`,
      whole.subarray(0, Math.floor(whole.length * share)),
    ]),
  ),
];

const polyglots = (whole: Buffer): HostileFile[] =>
  family("two things at once", "video/mp4", [
    ["a clip with a page behind it", join(whole, box("free", Buffer.from("<script>alert(1)</script>"))), "any"],
    ["a clip with a page in front", join(box("ftyp", join("isom", u32(0), "<script>1</script>  ")), whole), "any"],
    ["a clip with a zip behind it", join(whole, "PK\x03\x04", Buffer.alloc(26), "PK\x05\x06", Buffer.alloc(18)), "any"],
    ["a page with a clip behind it", join("<!doctype html><!--", whole)],
    ["a script with a clip behind it", join("#!/bin/sh\n", whole)],
  ]);

export const mp4Files = (whole: Buffer, targets: Targets): HostileFile[] => [
  ...atoms(),
  ...references(targets),
  ...clips(whole),
  ...polyglots(whole),
];

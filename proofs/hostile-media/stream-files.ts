import { deflateSync } from "node:zlib";
import type { Seeded } from "../seeded.ts";
import { chunk, element, join, nest, repeat, riff, u8, u16, u32, u32le } from "./bytes.ts";
import { family, type HostileFile } from "./hostile-file.ts";

const MAX = 0xffff_ffff;
const EBML = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from("webm")));
const SEGMENT = [0x18, 0x53, 0x80, 0x67];
const TAGS = [0x12, 0x54, 0xc3, 0x67];
const TRACKS = [0x16, 0x54, 0xae, 0x6b];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
/** One frame of noise: without any frame the tracks are not parsed. */
const FRAME = element(
  CLUSTER,
  join(element([0xe7], u8(0)), element([0xa3], join(u8(0x81, 0, 0, 0x80), Buffer.alloc(200, 7)))),
);
const segment = (...parts: Buffer[]): Buffer => join(EBML, element(SEGMENT, join(...parts, FRAME)));
const trackEntry = (codec: string, ...more: Buffer[]): Buffer =>
  element([0xae], join(element([0xd7], u8(1)), element([0x83], u8(1)), element([0x86], Buffer.from(codec)), ...more));
const sized = (width: number, height: number): Buffer =>
  element([0xe0], join(element([0xb0], u32(width)), element([0xba], u32(height))));
const bombTrack = (): Buffer => {
  const packed = element([0x42, 0x55], deflateSync(Buffer.alloc(16 * 1024 ** 2)));
  return trackEntry("V_VP9", element([0x6d, 0x80], element([0x62, 0x40], element([0x50, 0x34], packed))));
};

const avi = (fourcc: string, width = 64, height = 64, rate = 24): Buffer => {
  const strh = chunk(
    "strh",
    join("vids", fourcc, Buffer.alloc(12), u32le(1), u32le(rate), u32le(0), u32le(24), Buffer.alloc(20)),
  );
  const strf = chunk("strf", join(u32le(40), u32le(width), u32le(height), u8(1, 0, 24, 0), fourcc, Buffer.alloc(20)));
  const avih = chunk(
    "avih",
    join(u32le(41_666), Buffer.alloc(20), u32le(1), Buffer.alloc(4), u32le(width), u32le(height), Buffer.alloc(16)),
  );
  const list = chunk("LIST", join("hdrl", avih, chunk("LIST", join("strl", strh, strf))));
  return riff("AVI ", join(list, chunk("LIST", join("movi", chunk("00dc", Buffer.alloc(500, 7))))));
};
const wav = (channels: number, rate: number, align: number, dataBytes: number): Buffer => {
  const fmt = join(u8(1, 0), u16(channels).reverse(), u32le(rate), u32le(rate * 2), u16(align).reverse(), u8(16, 0));
  return riff("WAVE", join(chunk("fmt ", fmt), chunk("data", Buffer.alloc(64), dataBytes)));
};

const matroska: HostileFile[] = family("matroska", "video/webm", [
  ["only a header", EBML],
  [
    "tags inside tags, 20,000 deep",
    segment(
      element(
        TAGS,
        nest(20_000, (inner) => element([0x67, 0xc8], inner)),
      ),
    ),
  ],
  ["100,000 tracks", segment(element(TRACKS, repeat(trackEntry("V_VP8"), 100_000)))],
  ["2^32 × 2^32", segment(element(TRACKS, trackEntry("V_VP9", sized(MAX, MAX))))],
  ["0 × 0", segment(element(TRACKS, trackEntry("V_VP9", sized(0, 0))))],
  ["a track that unpacks to 16 MiB", segment(element(TRACKS, bombTrack()))],
  [
    "a segment of unknown size, empty clusters",
    join(EBML, u8(...SEGMENT, 0xff), repeat(element(CLUSTER, u8()), 50_000)),
  ],
  ["an element of 2^28 bytes", segment(element(TRACKS, u8(), 0x0fff_fffe))],
  ["a codec of old tools", segment(element(TRACKS, trackEntry("V_REAL/RV40", sized(64, 64))))],
  ["a million voids", segment(repeat(u8(0xec, 0x80), 1_000_000))],
]);

const riffs: HostileFile[] = [
  ...family("avi", "video/x-msvideo", [
    [
      "lists inside lists, 5,000 deep",
      riff(
        "AVI ",
        nest(5_000, (inner) => chunk("LIST", join("hdrl", inner))),
      ),
    ],
    ["size zero", riff("AVI ", u8(), 0)],
    ["65535 × 65535", avi("MJPG", 65_535, 65_535)],
    ["0 × 0", avi("MJPG", 0, 0)],
    ["rate zero", avi("MJPG", 64, 64, 0), "any"],
    ...["SANM", "CSCD", "ZMBV", "TSCC", "IV50", "DUCK", "VP60", "RV40", "SNOW", "FPS1", "LAGS", "G2M4"].map(
      (fourcc) => [`codec ${fourcc}`, avi(fourcc)] as const,
    ),
  ]),
  ...family("wav", "audio/wav", [
    ["65535 channels", wav(65_535, 44_100, 4, 64)],
    ["rate zero, no block", wav(2, 0, 0, 64)],
    ["2^32 bytes of data", wav(2, 44_100, 4, MAX), "any"],
    ["no data", riff("WAVE", u8())],
    [
      "RF64 that lies",
      join("RF64", u32(MAX), "WAVE", chunk("ds64", Buffer.alloc(28, 255)), chunk("data", Buffer.alloc(9))),
    ],
  ]),
];

const packet = (pid: number, content: Buffer): Buffer =>
  join(u8(0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10), content, Buffer.alloc(184 - content.length, 255));

const packets = ({ bytes }: Seeded): HostileFile[] =>
  family("transport stream", "video/mp2t", [
    ["a million bytes of sync", Buffer.alloc(1_000_000, 0x47)],
    ["noise behind each sync", join(...Array.from({ length: 3_000 }, () => join("G", bytes(187)))), "any"],
    ["a table of programs that never ends", repeat(packet(0, join(u8(0, 0, 0xb0, 0xff), Buffer.alloc(170, 3))), 5_000)],
    [
      "8,000 streams",
      join(...Array.from({ length: 8_000 }, (_, pid) => packet(pid, u8(0, 0, 1, 0xe0, 0, 0, 0x80, 0, 0)))),
      "any",
    ],
  ]);

const sounds = ({ bytes }: Seeded): HostileFile[] => [
  ...family("mp3", "audio/mpeg", [
    ["a tag of 256 MiB", join("ID3", u8(4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f), Buffer.alloc(500))],
    ["20,000 tags in a row", repeat(join("ID3", u8(4, 0, 0, 0, 0, 0, 0)), 20_000)],
    [
      "a picture of 2^28 bytes",
      join("ID3", u8(4, 0, 0, 0, 0, 0x10, 0), "APIC", u8(0x7f, 0x7f, 0x7f, 0x7f, 0, 0), Buffer.alloc(500)),
    ],
    ["noise behind a tag", join("ID3", u8(4, 0, 0, 0, 0, 0, 0), bytes(50_000)), "any"],
  ]),
  ...family("flac and ogg", "audio/flac", [
    ["a block of 2^24 bytes", join("fLaC", u8(0, 0xff, 0xff, 0xff), Buffer.alloc(99))],
    ["50,000 blocks", join("fLaC", u8(0, 0, 0, 34), Buffer.alloc(34, 1), repeat(u8(1, 0, 0, 0), 50_000)), "any"],
    [
      "a picture that lies",
      join("fLaC", u8(0, 0, 0, 34), Buffer.alloc(34, 9), u8(0x86, 0, 0, 40), Buffer.alloc(40, 255)),
      "any",
    ],
  ]),
  ...family("flac and ogg", "audio/ogg", [
    [
      "20,000 streams",
      join(
        ...Array.from({ length: 20_000 }, (_, at) =>
          join("OggS", u8(0, 2), Buffer.alloc(8), u32(at), Buffer.alloc(8), u8(1, 1, 0)),
        ),
      ),
      "any",
    ],
    ["segments that lie", join("OggS", u8(0, 2), Buffer.alloc(20), u8(255), Buffer.alloc(255, 255)), "any"],
    [
      "a theora head of noise",
      join("OggS", u8(0, 2), Buffer.alloc(20), u8(1, 42), u8(0x80), "theora", bytes(35)),
      "any",
    ],
  ]),
];

export const streamFiles = (random: Seeded): HostileFile[] => [
  ...matroska,
  ...riffs,
  ...packets(random),
  ...sounds(random),
];

import { deflateSync } from "node:zlib";
import { box, chunk, fullBox, join, png, pngChunk, pngFlood, repeat, riff, u8, u16, u32, u32le } from "./bytes.ts";
import { family, type HostileFile } from "./hostile-file.ts";

const u16le = (value: number): Buffer => Buffer.from(u16(value)).reverse();

const gifFrame = (width: number, height: number): Buffer =>
  join(u8(0x2c), u16le(0), u16le(0), u16le(width), u16le(height), u8(0, 2, 2, 0x4c, 1, 0));
const gif = (width: number, height: number, ...frames: Buffer[]): Buffer =>
  join("GIF89a", u16le(width), u16le(height), u8(0x80, 0, 0, 0, 0, 0, 255, 255, 255), ...frames, u8(0x3b));

const jpegSegment = (marker: number, content: Buffer): Buffer =>
  join(u8(0xff, marker), u16(content.length + 2), content);
const jpeg = (width: number, height: number, ...more: Buffer[]): Buffer =>
  join(
    u8(0xff, 0xd8),
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc2, join(u8(8), u16(height), u16(width), u8(1, 1, 0x11, 0))),
    ...more,
    u8(0xff, 0xd9),
  );
const jpegScan = jpegSegment(0xda, u8(1, 1, 0, 0, 0, 0));

const webpExtended = (width: number, height: number, flags: number, ...chunks: Buffer[]): Buffer => {
  const size = (side: number): Buffer => u32le(side - 1).subarray(0, 3);
  return riff("WEBP", join(chunk("VP8X", join(u8(flags, 0, 0, 0), size(width), size(height))), ...chunks));
};
const losslessHeader = (): Buffer => chunk("VP8L", join(u8(0x2f, 0xff, 0xff, 0xff, 0x0f), Buffer.alloc(64, 255)));

const avif = (width: number, height: number): Buffer => {
  const ispe = fullBox("ispe", join(u32(width), u32(height)));
  const items = join(fullBox("pitm", u16(1)), fullBox("iinf", u16(0xffff)), box("iprp", box("ipco", ispe)));
  return join(box("ftyp", join("avif", u32(0), "avifmif1miaf")), fullBox("meta", items), box("mdat", Buffer.alloc(99)));
};

const bombText = (type: string): Buffer => pngChunk(type, join("a\0\0", deflateSync(Buffer.alloc(64 * 1024 ** 2, 65))));
const END = pngChunk("IEND", u8());
/** As much data as 64 × 64 pixels need. */
const DATA = pngChunk("IDAT", deflateSync(Buffer.alloc(9 * 64)));

export const pictureFiles = (): HostileFile[] => [
  ...family("png", "image/png", [
    ["2^31 × 2^31", png(0x7fff_ffff, 0x7fff_ffff, END)],
    ["65535 × 65535", png(65_535, 65_535, pngChunk("IDAT", deflateSync(Buffer.alloc(1_000))), END)],
    ["0 × 0", png(0, 0, END)],
    ["a flood of 16000 × 16000 pixels", pngFlood(16_000, 16_000)],
    ["a flood of 8193 × 8192 pixels", pngFlood(8_193, 8_192)],
    ["8192 × 8192 pixels, which is allowed", pngFlood(8_192, 8_192), "any"],
    ["one row of 8192 × 1", pngFlood(8_192, 1), "any"],
    ["no data", png(64, 64, END)],
    ["text that unpacks to 64 MiB", png(64, 64, bombText("zTXt"), DATA, END), "any"],
    ["a colour profile that unpacks to 64 MiB", png(64, 64, bombText("iCCP"), DATA, END), "any"],
    ["100,000 chunks", png(64, 64, repeat(pngChunk("tEXt", Buffer.from("a\0b")), 100_000), DATA, END), "any"],
    ["2^31 frames", png(64, 64, pngChunk("acTL", join(u32(0x7fff_ffff), u32(0))), DATA, END), "any"],
    ["a chunk of 2^31 bytes", join(png(64, 64), u32(0x7fff_ffff), "IDAT", Buffer.alloc(500))],
  ]),
  ...family("gif", "image/gif", [
    ["65535 × 65535 with 5,000 frames", gif(65_535, 65_535, repeat(gifFrame(1, 1), 5_000))],
    ["0 × 0", gif(0, 0, gifFrame(0, 0))],
    ["frames outside of the screen", gif(1, 1, repeat(gifFrame(65_535, 65_535), 1_000)), "any"],
    ["200,000 small frames", gif(8, 8, repeat(gifFrame(8, 8), 200_000)), "any"],
    ["no frame", gif(64, 64), "any"],
    ["codes that are none", gif(64, 64, join(u8(0x2c), Buffer.alloc(9, 1), u8(12), Buffer.alloc(3_000, 255))), "any"],
  ]),
  ...family("jpeg", "image/jpeg", [
    ["65535 × 65535", jpeg(65_535, 65_535, jpegScan)],
    ["0 × 0", jpeg(0, 0, jpegScan)],
    ["20,000 scans of 8000 × 8000", jpeg(8_000, 8_000, repeat(jpegScan, 20_000)), "any"],
    ["100,000 comments", join(u8(0xff, 0xd8), repeat(jpegSegment(0xfe, Buffer.alloc(2)), 100_000))],
    ["only a beginning", u8(0xff, 0xd8, 0xff, 0xe0)],
    ["a second picture in its note", join(u8(0xff, 0xd8), jpegSegment(0xe1, jpeg(65_535, 65_535, jpegScan)))],
  ]),
  ...family("webp and avif", "image/webp", [
    ["16384 × 16384", webpExtended(16_384, 16_384, 0, losslessHeader())],
    ["2^24 × 2^24", webpExtended(2 ** 24, 2 ** 24, 0, losslessHeader())],
    ["an animation without end", webpExtended(64, 64, 2, repeat(chunk("ANMF", Buffer.alloc(24)), 10_000))],
    ["a size that lies", riff("WEBP", losslessHeader(), 0xffff_fffe)],
    ["no chunk", riff("WEBP", u8())],
  ]),
  ...family("webp and avif", "image/avif", [
    ["2^32 × 2^32", avif(0xffff_ffff, 0xffff_ffff)],
    ["65535 items", avif(64, 64)],
  ]),
];

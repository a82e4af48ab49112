import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sniffMedia } from "./media-sniff.ts";

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const ftyp = (major: string, ...others: string[]): Buffer =>
  bytes([0, 0, 0, 16 + others.length * 4], "ftyp", major, [0, 0, 0, 0], ...others);
const ebml = (docType: string, length: number[]): Buffer =>
  bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82], length, docType);

describe("telling a file by its first bytes", () => {
  it.each([
    ["mp4", ftyp("isom", "avc1"), "video/mp4"],
    ["QuickTime", ftyp("qt  "), "video/quicktime"],
    ["QuickTime of old", bytes([0, 0, 0, 8], "wide", "mdat"), "video/quicktime"],
    ["sound in mp4", ftyp("M4A "), "audio/mp4"],
    ["AVIF", ftyp("avif", "mif1"), "image/avif"],
    ["AVIF under another name", ftyp("mif1", "avif"), "image/avif"],
    ["WebM", ebml("webm", [0x84]), "video/webm"],
    ["WebM with a long length", ebml("webm", [0x10, 0, 0, 4]), "video/webm"],
    ["Matroska", ebml("matroska", [0x88]), "video/x-matroska"],
    ["MP3 without a tag", bytes([0xff, 0xfb, 0x90, 0], new Array(413).fill(0), [0xff, 0xfb, 0x90, 0]), "audio/mpeg"],
    [
      "a transport stream with time stamps",
      Buffer.alloc(4_096).map((_, at) => (at % 192 === 4 ? 0x47 : 0)),
      "video/mp2t",
    ],
    ["a large WAV", bytes("RF64", [255, 255, 255, 255], "WAVE"), "audio/wav"],
  ])("knows the bytes of %s", (_name, head, mime) => {
    expect(sniffMedia(Buffer.from(head))?.mime).toBe(mime);
  });

  it.each([
    ["HEIC", ftyp("heic", "mif1")],
    ["an unknown document of Matroska's kind", ebml("other", [0x85])],
    ["an animated WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 2])],
    ["one frame header of MP3", bytes([0xff, 0xfb, 0x90, 0], new Array(600).fill(0))],
    ["text", bytes("#EXTM3U\nhttp://example.test/")],
    ["nothing", Buffer.alloc(0)],
  ])("does not take %s for anything", (_name, head) => {
    expect(sniffMedia(head)).toBeUndefined();
  });

  it("answers for any bytes at all, also behind every sign", () => {
    const signs = [
      "",
      "\x00\x00\x00\x10ftyp",
      "\x1a\x45\xdf\xa3\x42\x82",
      "RIFF",
      "OggS\0",
      "ID3",
      "\xff\xfb",
      "GIF89a",
      "G",
    ];
    const head = fc.tuple(fc.constantFrom(...signs), fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(head, ([sign, rest]) => {
        const found = sniffMedia(Buffer.concat([Buffer.from(sign, "latin1"), rest]));
        expect(found === undefined || /^(video|image|audio)\//.test(found.mime)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { FormatFault } from "../format-fault.ts";
import { joinBytes } from "../join-bytes.ts";
import { readMediaHeader } from "../media/read-media-header.ts";
import { countedSource } from "../testing/counted-source.ts";

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const words = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) view.setUint32(at * 4, value);
  return new Uint8Array(view.buffer);
};
const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const inner = joinBytes(content);
  return joinBytes([words(inner.length + 8), ascii(type), inner]);
};
const FTYP = box("ftyp", ascii("isom"), words(0));
const MVHD = box("mvhd", words(0, 0, 0, 1_000, 2_000), new Uint8Array(80));

interface Tables {
  readonly stts?: Uint8Array;
  readonly stsz?: Uint8Array;
  readonly elst?: Uint8Array;
  readonly timescale?: number;
}

const track = ({ stts, stsz, elst, timescale = 1_000 }: Tables): Uint8Array => {
  const entry = joinBytes([new Uint8Array(24), words(0xff_ff_ff_ff), new Uint8Array(50)]);
  const table = box(
    "stbl",
    box("stsd", words(0, 1), box("avc1", entry)),
    stts ?? box("stts", words(0, 1, 4, 100)),
    stsz ?? box("stsz", words(0, 0, 4, 1, 1, 1, 1)),
  );
  return box(
    "trak",
    box("tkhd", words(0), new Uint8Array(80)),
    ...(elst ? [box("edts", elst)] : []),
    box(
      "mdia",
      box("mdhd", words(0, 0, 0, timescale, 400), new Uint8Array(4)),
      box("hdlr", words(0, 0), ascii("vide")),
      box("minf", table),
    ),
  );
};
const movie = (...content: readonly Uint8Array[]): Uint8Array =>
  joinBytes([FTYP, box("moov", ...content), box("mdat", words(1))]);
const read = async (clip: Uint8Array) =>
  await readMediaHeader(countedSource({ clip }), "clip", { begin: 0, end: clip.length });

describe("an mp4 that means harm", () => {
  it("is read when it is sound, whatever size it tells", async () => {
    expect(await read(movie(MVHD, track({})))).toMatchObject({
      width: 65_535,
      height: 65_535,
      frames: 4,
      codec: "avc1",
    });
  });

  it.each([
    ["a box of no size at the end of boxes", joinBytes([FTYP, words(0), ascii("free")])],
    ["a box smaller than its head", joinBytes([FTYP, words(3), ascii("moov")])],
    ["a box of 2^64 bytes", joinBytes([FTYP, words(1), ascii("moov"), words(0xff_ff_ff_ff, 0xff_ff_ff_ff)])],
    ["a header that holds itself", joinBytes([FTYP, box("moov", words(0xff_ff), ascii("moov"))])],
    ["no clock", joinBytes([FTYP, box("moov", track({}))])],
    ["a clock that does not tick", movie(MVHD, track({ timescale: 0 }))],
    ["a million tracks", movie(MVHD, ...Array.from({ length: 20_000 }, () => box("trak")))],
    ["more frames than bytes", movie(MVHD, track({ stsz: box("stsz", words(0, 1, 1_900_000)) }))],
    ["more frames than anybody has", movie(MVHD, track({ stsz: box("stsz", words(0, 1, 0xff_ff_ff_ff)) }))],
    ["tables that end before their entries", movie(MVHD, track({ stts: box("stts", words(0, 0x7f_ff_ff_ff, 1, 1)) }))],
    ["edits without end", movie(MVHD, track({ elst: box("elst", words(0, 2_000), new Uint8Array(24_000)) }))],
    ["frames without times", movie(MVHD, track({ stts: box("free") }))],
  ])("is refused: %s", async (_, clip) => {
    const before = process.threadCpuUsage();
    await expect(read(clip)).rejects.toBeInstanceOf(FormatFault);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });

  it("tells times that no clock can hold as they are", async () => {
    const runs = box("stts", words(0, 2, 0xff_ff_ff_ff, 0x7f_ff_ff_ff, 1, 0));
    expect((await read(movie(MVHD, track({ stts: runs })))).frames).toBe(4);
  });
});

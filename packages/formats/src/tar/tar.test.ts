import { describe, expect, it } from "vitest";
import { FormatFault } from "../format-fault.ts";
import { countedSource } from "../testing/counted-source.ts";
import { readTarSamples, splitSampleName, type TarSample } from "./group-samples.ts";
import { expandBraces } from "./shard-names.ts";
import { parseTarIndex, writeTarIndex } from "./tar-index.ts";
import { tarRow } from "./tar-values.ts";
import { walkTar } from "./walk-tar.ts";
import { concatTar, type NewTarFile } from "./write-tar.ts";

const encoder = new TextEncoder();
const file = (name: string, content: string | number): NewTarFile => ({
  name,
  bytes: typeof content === "number" ? new Uint8Array(content).fill(65) : encoder.encode(content),
});
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const samplesOf = async (tar: Uint8Array, inlineBytes?: number): Promise<TarSample[]> =>
  await collect(readTarSamples(countedSource({ "a.tar": tar }), "a.tar", { inlineBytes }));

describe("names of samples", () => {
  it("are split as WebDataset splits them, for any name", () => {
    const original = /^((?:.*\/|)[^.]+)[.]([^/]*)$/;
    const letters = ["a", "b", ".", "/", "_", "é"];
    let state = 1;
    const next = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    };
    for (let round = 0; round < 20_000; round += 1) {
      const name = Array.from({ length: (next() % 9) + 1 }, () => letters[next() % letters.length]).join("");
      const match = original.exec(name);
      const isMeta = /^__[^/]*__($|\/)/.test(name);
      const expected = match && !isMeta ? { key: match[1], suffix: match[2]?.toLowerCase() } : undefined;
      expect(splitSampleName(name), name).toEqual(expected);
    }
  });

  it("keep dots after the first in the suffix", () => {
    expect(splitSampleName("train/0001.Info.JSON")).toEqual({ key: "train/0001", suffix: "info.json" });
    expect(splitSampleName("__meta__")).toBeUndefined();
    expect(splitSampleName("readme")).toBeUndefined();
  });
});

describe("a shard", () => {
  const files = [
    file("a.mp4", 5_000),
    file("a.txt", "a boat"),
    file("b.mp4", 700),
    file("b.json", '{"score":{"mean":2}}'),
  ];

  it("is walked by its headers and gives members by their ranges", async () => {
    const tar = concatTar(files);
    const samples = await samplesOf(tar, 4_096);
    expect(samples.map(({ key, files: members }) => [key, members.map(({ suffix }) => suffix)])).toEqual([
      ["a", ["mp4", "txt"]],
      ["b", ["mp4", "json"]],
    ]);
    const [first, second] = samples;
    const [clip, caption] = first?.files ?? [];
    expect(tar.subarray(clip?.offset, (clip?.offset ?? 0) + (clip?.bytes ?? 0))).toEqual(files[0]?.bytes);
    expect(new TextDecoder().decode(caption?.data)).toBe("a boat");
    expect(second && tarRow(second)).toMatchObject({ media: { suffix: "mp4" }, values: new Map([["score.mean", 2]]) });
    expect(first && tarRow(first).caption).toBe("a boat");
    expect([first?.begin, first?.end, second?.begin]).toEqual([0, second?.begin, first?.end]);
  });

  it("costs few requests for small members, and few bytes for large ones", async () => {
    const small = concatTar(Array.from({ length: 2_000 }, (_, at) => file(`${String(at).padStart(5, "0")}.txt`, 100)));
    const smallSource = countedSource({ small });
    expect(await collect(walkTar(smallSource, "small"))).toHaveLength(2_000);
    expect(smallSource.reads.length).toBeLessThan(8);
    const large = concatTar(Array.from({ length: 24 }, (_, at) => file(`${at}.mp4`, 1_000_000)));
    const largeSource = countedSource({ large });
    expect(await collect(walkTar(largeSource, "large"))).toHaveLength(24);
    const bytes = largeSource.reads.reduce((sum, { begin, end }) => sum + end - begin, 0);
    expect(largeSource.reads.length).toBeLessThan(30);
    expect(bytes / large.length).toBeLessThan(0.015);
  });

  it("may have long names by prefix, by pax and in GNU's way", async () => {
    const deep = `${"folder/".repeat(20)}${"n".repeat(60)}.txt`;
    const endless = `${"x".repeat(240)}.txt`;
    const names = (
      await collect(walkTar(countedSource({ t: concatTar([file(deep, "1"), file(endless, "2")]) }), "t"))
    ).map(({ name }) => name);
    expect(names).toEqual([deep, endless]);
    const gnu = concatTar([file("././@LongLink", `${endless}\0`), file("short.txt", "3")]);
    gnu[156] = "L".charCodeAt(0);
    expect(await collect(walkTar(countedSource({ t: withSums(gnu, [0]) }), "t"))).toMatchObject([
      { name: endless, bytes: 1 },
    ]);
  });

  it("tells where it breaks off and gives all whole samples before", async () => {
    const tar = concatTar(files);
    const good: string[] = [];
    const read = async (bytes: number) => {
      good.length = 0;
      for await (const { key } of readTarSamples(countedSource({ t: tar.subarray(0, bytes) }), "t")) good.push(key);
    };
    const secondBegins = 512 + 5_120 + 1_024;
    await expect(read(secondBegins + 512 + 100)).rejects.toMatchObject({ kind: "truncated", at: secondBegins });
    expect(good).toEqual(["a"]);
    await expect(read(300)).rejects.toMatchObject({ kind: "truncated" });
    expect(good).toEqual([]);
  });

  it("is refused with two members of one suffix, a wrong checksum, a sparse member, or when it is compressed", async () => {
    const twice = concatTar([file("a.txt", "1"), file("a.TXT", "2")]);
    await expect(samplesOf(twice)).rejects.toThrow("sample a has two members .txt");
    const flipped = concatTar(files);
    flipped[3] = 99;
    await expect(samplesOf(flipped)).rejects.toThrow("checksum");
    const sparse = concatTar([file("a.txt", "1")]);
    sparse[156] = "S".charCodeAt(0);
    await expect(samplesOf(withSums(sparse, [0]))).rejects.toThrow("sparse");
    const zipped = new Uint8Array(2_048);
    zipped.set([0x1f, 0x8b, 8]);
    await expect(samplesOf(zipped)).rejects.toThrow("Decompress it to .tar");
  });

  it("reads sizes in base 256, skips links and folders, and refuses an impossible size", async () => {
    const tar = concatTar([file("link.txt", ""), file("a.txt", "hello")]);
    tar[156] = "2".charCodeAt(0);
    const withSize = (bytes: readonly number[]): Uint8Array => {
      const copy = tar.slice();
      copy.set([0x80, 0, 0, 0, ...bytes], 512 + 124);
      return withSums(copy, [0, 512]);
    };
    expect(await samplesOf(withSize([0, 0, 0, 0, 0, 0, 0, 5]))).toMatchObject([{ key: "a", files: [{ bytes: 5 }] }]);
    await expect(samplesOf(withSize([1, 0, 0, 0, 0, 0, 0, 5]))).rejects.toBeInstanceOf(FormatFault);
    await expect(samplesOf(withSize([0, 1, 0, 0, 0, 0, 0, 5]))).rejects.toMatchObject({ kind: "truncated" });
  });

  it("has an index that says the same as the walk", async () => {
    const tar = concatTar(files);
    const samples = await samplesOf(tar);
    const text = writeTarIndex(samples);
    expect(text.split("\n")[0]).toBe("v1.2 2");
    expect(parseTarIndex(text, tar.length)).toEqual(samples);
    expect(() => parseTarIndex("v1.2 1\nmp4 512 99999999 a.mp4\n", tar.length)).toThrow("past its end");
    expect(() => parseTarIndex("v1.2 3\nmp4 512 1 a.mp4\n", tar.length)).toThrow("claims 3");
    expect(() => parseTarIndex("v9 1\n", tar.length)).toThrow("version v9");
  });
});

describe("a list of shards", () => {
  it("is spread from its braces", () => {
    expect(expandBraces("s-{008..011}.tar")).toEqual(["s-008.tar", "s-009.tar", "s-010.tar", "s-011.tar"]);
    expect(expandBraces("{a,b}/{0..1}.tar")).toEqual(["a/0.tar", "a/1.tar", "b/0.tar", "b/1.tar"]);
    expect(expandBraces("plain.tar")).toEqual(["plain.tar"]);
    expect(() => expandBraces("{0..999999999}.tar")).toThrow(FormatFault);
    expect(() => expandBraces("{0..9999}{0..9999}")).toThrow(FormatFault);
    expect(() => expandBraces("{0..3.tar")).toThrow("not closed");
  });
});

/** Recomputes the checksums of the headers at these offsets. */
const withSums = (tar: Uint8Array, places: readonly number[]): Uint8Array => {
  for (const at of places) {
    tar.fill(32, at + 148, at + 156);
    const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    tar.set(encoder.encode(`${sum.toString(8).padStart(6, "0")}\0 `), at + 148);
  }
  return tar;
};

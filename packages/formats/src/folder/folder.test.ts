import { describe, expect, it } from "vitest";
import { detectFormat } from "../detect.ts";
import { countedSource } from "../testing/counted-source.ts";
import { readRecordSample, readTableSamples } from "./folder-samples.ts";
import { planFolder } from "./plan-folder.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readCell } from "./scalars.ts";

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const cells = async (csv: string | Uint8Array, name = "t.csv") =>
  (await collect(readCsv(countedSource({ [name]: csv }), name))).map(({ values, fault }) =>
    values === null ? fault : [...values.values()],
  );

describe("CSV", () => {
  it("reads quotes, newlines inside them, CRLF, a mark of byte order and stray quotes", async () => {
    expect(await cells('\uFEFFa,b\r\n"x, ""y""",2\r\n"two\nlines",5" tv\r\n\r\nlast,')).toEqual([
      ['x, "y"', "2"],
      ["two\nlines", '5" tv'],
      ["last", ""],
    ]);
    expect(await cells("a\tb\n1,5\t2\n", "t.tsv")).toEqual([["1,5", "2"]]);
  });

  it("tells the bytes of each row", async () => {
    const text = 'a,b\n1,"x\ny"\r\nü,3';
    const bytes = new TextEncoder().encode(text);
    const rows = await collect(readCsv(countedSource({ t: text }), "t"));
    expect(rows.map(({ begin, end }) => new TextDecoder().decode(bytes.subarray(begin, end)))).toEqual([
      '1,"x\ny"',
      "ü,3",
    ]);
  });

  it("goes on after a broken row", async () => {
    expect(await cells("a,b\n1\n2,3\n")).toEqual(["the row has 1 cells where the header has 2", ["2", "3"]]);
    expect(await cells(Uint8Array.from([97, 10, 0xff, 10, 98, 10]))).toEqual(["the row is not UTF-8", ["b"]]);
    await expect(cells("a,a\n1,2\n")).rejects.toThrow("unique column names");
  });

  it("infers the type of its values from their text", () => {
    const words = ["", "1.5", "-3", "007", "1e3", "true", "12345678901234567890", "abc"];
    expect(words.map(readCell)).toEqual([null, 1.5, -3, "007", 1000, true, "12345678901234567890", "abc"]);
  });
});

describe("JSONL", () => {
  const lines = Array.from({ length: 200 }, (_, at) => JSON.stringify({ id: at, text: "w".repeat(at % 37) }));
  const text = `${lines.join("\n")}\n`;

  it("gives each row once, however the file is cut into ranges", async () => {
    const size = text.length;
    for (const parts of [1, 2, 7, 60, 500]) {
      const source = countedSource({ "t.jsonl": text });
      const ids: unknown[] = [];
      for (let part = 0; part < parts; part += 1) {
        const range = { begin: Math.floor((size * part) / parts), end: Math.floor((size * (part + 1)) / parts) };
        for await (const { values } of readJsonLines(source, "t.jsonl", range)) ids.push(values?.get("id"));
      }
      expect(ids).toEqual(lines.map((_, at) => at));
    }
  });

  it("goes on after what is no JSON, no object or too long", async () => {
    const long = `"${"x".repeat(5_000_000)}"`;
    const rows = await collect(
      readJsonLines(countedSource({ t: `{"a":1}\nnope\n[1]\n${long}\n\n{"__proto__":2}` }), "t"),
    );
    expect(rows.map(({ fault }) => fault)).toEqual([
      null,
      "the row is not a JSON object",
      "the row is not a JSON object",
      "the row is larger than 4 MiB",
      null,
    ]);
    expect(rows.at(-1)?.values?.get("__proto__")).toBe(2);
  });
});

describe("layouts", () => {
  it("plain: a table that names its clips, beside it or by the tail of a path", async () => {
    const rows = [
      { file_name: "clips/a.mp4", caption: "a boat", score: { mean: 2.5 }, emb: [1, 2, 3, 4] },
      { file_name: "/mnt/x/set/clips/b.mp4", caption: "b" },
      { file_name: "../../etc/passwd.mp4" },
      { file_name: "clips/none.mp4" },
      { caption: "no clip" },
    ];
    const objects = new Set(["set/clips/a.mp4", "set/clips/b.mp4", "etc/passwd.mp4"]);
    const source = countedSource({ "set/meta.jsonl": rows.map((row) => JSON.stringify(row)).join("\n") });
    const table = { object: "set/meta.jsonl", root: "set/", has: (name: string) => objects.has(name) };
    const samples = await collect(readTableSamples(source, table));
    expect(samples.map(({ media, fault }) => [media, fault])).toEqual([
      ["set/clips/a.mp4", null],
      ["set/clips/b.mp4", null],
      [null, "../../etc/passwd.mp4 is outside the folder"],
      ["set/clips/none.mp4", "there is no set/clips/none.mp4"],
      [null, "the row has no media file"],
    ]);
    expect(samples[0]).toMatchObject({ key: "clips/a.mp4", caption: "a boat" });
    expect(samples[0]?.values.get("score.mean")).toBe(2.5);
    expect(samples[0]?.values.get("emb")).toEqual(Float32Array.of(1, 2, 3, 4));
  });

  it("Open-Sora: its columns decide, and numbers are numbers", async () => {
    const csv =
      "path,text,num_frames,height,width,aspect_ratio,resolution,fps\n/data/a.mp4,a boat,48,180,320,0.5625,57600,24\n";
    expect(detectFormat({ names: ["meta.csv", "a.mp4"], csvHead: csv.split("\n")[0] })).toMatchObject({
      kind: "folder",
      layout: "open_sora",
    });
    const source = countedSource({ "s/meta.csv": csv });
    const has = (name: string) => name === "s/a.mp4";
    const [sample] = await collect(readTableSamples(source, { object: "s/meta.csv", root: "s/", has }));
    expect(sample).toMatchObject({ media: "s/a.mp4", caption: "a boat", fault: null });
    expect(sample?.values.get("num_frames")).toBe(48);
  });

  it("NeMo Curator: one record for each clip", async () => {
    const record = {
      span_uuid: "u-1",
      source_video: "in.mp4",
      duration_span: [1.5, 4],
      clip_location: "/out/clips/u-1.mp4",
      motion_score: { global_mean: 0.2, per_patch_min_256: 0.01 },
      aesthetic_score: 4.5,
      windows: [{ start_frame: 0, end_frame: 60, qwen_caption: "a boat", qwen_enhanced_caption: "a red boat" }],
      valid: true,
    };
    const names = ["c/clips/u-1.mp4", "c/metas/v0/u-1.json", "c/previews/u-1.webp", "c/iv2_embd_parquet/1.parquet"];
    expect(detectFormat({ names })).toMatchObject({ kind: "folder", layout: "nemo_curator" });
    expect(planFolder(names, "nemo_curator").records).toEqual(["c/metas/v0/u-1.json"]);
    const source = countedSource({ "c/metas/v0/u-1.json": JSON.stringify(record) });
    const listing = { object: "c/metas/v0/u-1.json", root: "c/", has: (name: string) => names.includes(name) };
    const sample = await readRecordSample(source, listing);
    expect(sample).toMatchObject({ key: "u-1", media: "c/clips/u-1.mp4", caption: "a boat", fault: null });
    expect(sample.values.get("motion_score.global_mean")).toBe(0.2);
    expect(sample.values.get("span_end_s")).toBe(4);
    const broken = countedSource({ "c/metas/v0/x.json": "{" });
    expect(await readRecordSample(broken, { ...listing, object: "c/metas/v0/x.json" })).toMatchObject({
      fault: "the record is not a JSON object",
    });
  });
});

describe("detection", () => {
  it("says which format it is and why", () => {
    expect(detectFormat({ names: ["index.json", "shard.00000.mds"] })).toMatchObject({ kind: "MDS" });
    expect(detectFormat({ names: ["index.json"], indexHead: '{"shards": [' })).toMatchObject({ kind: "MDS" });
    expect(detectFormat({ names: ["b-01.tar", "b-00.tar", "b-00.parquet"] })).toMatchObject({
      kind: "WebDataset",
      shards: ["b-00.tar", "b-01.tar"],
      reason: "2 .tar shards",
    });
    expect(detectFormat({ names: ["x/_versions/1.manifest", "x/data/a.lance"] })).toMatchObject({ kind: "Lance" });
    expect(detectFormat({ names: ["part-0.parquet", "clips/a.mp4"] })).toMatchObject({ kind: "Parquet" });
    expect(detectFormat({ names: ["a.mp4", "b.mp4"] })).toMatchObject({ kind: "folder", layout: "plain" });
  });

  it("refuses an unknown layout with the reason", () => {
    expect(() => detectFormat({ names: [] })).toThrow("no files at this URI");
    expect(() => detectFormat({ names: ["a.txt", "b.bin"] })).toThrow(
      "no known dataset format in these files: a.txt, b.bin",
    );
    expect(() => detectFormat({ names: ["a.tar.gz"] })).toThrow("Decompress it to .tar");
    expect(() => detectFormat({ names: ["shard.00000.mds"] })).toThrow("no index.json");
    const two = ["a.lance/_versions/1.manifest", "b.lance/_versions/1.manifest"];
    expect(() => detectFormat({ names: two })).toThrow("choose one of them");
  });
});

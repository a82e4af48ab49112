import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { concatTar } from "@dailies/formats/tar/write-tar";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aStorageProfile, clipBytes } from "../../testing/builders/a-test-bucket.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../testing/rigs/use-test-bucket.ts";

const SDV = "/api_v1/sdv";
const running = runApp();
const shelves = useTestBucket();
let ada: Caller;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

beforeAll(async () => {
  const shelf = shelves.current;
  ada = await aCaller(running.current);
  await aStorageProfile(running.current.db, { bucket: shelf.bucket, prefix: shelf.prefix });
});

const open = async (name: string): Promise<ViewerHeader> => {
  const answer = await ada.get(`${SDV}/open?uri=${encodeURIComponent(shelves.current.uriOf(name))}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerHeader;
};
const read = async (handle: string, index: number): Promise<ViewerSample> => {
  const answer = await ada.get(`${SDV}/${handle}/sample/${index}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerSample;
};
const blob = (handle: string, index: number, column: string) =>
  running.current.app.http.inject({ url: `${SDV}/${handle}/blob/${index}/${column}`, cookies: ada.cookies });

const tarOf = (shard: number, samples: number): Uint8Array =>
  concatTar(
    Array.from({ length: samples }, (_, at) => shard * 100 + at).flatMap((index) => [
      { name: `clip${index}.mp4`, bytes: clipBytes(index, 2_000) },
      { name: `clip${index}.txt`, bytes: text(`caption ${index}`) },
      { name: `clip${index}.info.json`, bytes: text(JSON.stringify({ index })) },
      { name: `clip${index}.pkl`, bytes: text("never opened") },
    ]),
  );

describe("WebDataset", () => {
  beforeAll(async () => {
    for (const shard of [0, 1, 2]) await shelves.current.put(`wds/x-00000${shard}.tar`, tarOf(shard, 5));
    const cut = tarOf(3, 5);
    await shelves.current.put("cut/x-000000.tar", cut.subarray(0, 12_720));
  });

  it.each([
    ["wds/", 15, 3],
    ["wds/x-{000000..000001}.tar", 10, 2],
    ["wds/*.tar", 15, 3],
    ["wds/x-000002.tar", 5, 1],
  ])("opens by %s", async (name, samples, shards) => {
    const header = await open(name);
    expect(header).toMatchObject({ format: "WebDataset", samples, shards });
    expect(header.columns.map((column) => column.name).sort()).toEqual(["info.json", "mp4", "pkl", "txt"]);
  });

  it("reads a sample once its shard was passed over, by one request", async () => {
    const { handle } = await open("wds/");
    const sample = await read(handle, 7);
    expect([sample.key, sample.shard, sample.index_in_shard]).toEqual(["clip102", 1, 2]);
    expect(sample.io).toMatchObject({ requests: 1, cache_hits: 1 });
    const values = Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      mp4: { kind: "media", content_type: "video/mp4" },
      txt: { kind: "text", text: "caption 102" },
      "info.json": { kind: "json", text: '{"index":102}' },
      pkl: { kind: "bytes", reason: expect.stringContaining("never decoded") },
    });
    expect(Buffer.compare((await blob(handle, 7, "mp4")).rawPayload, Buffer.from(clipBytes(102, 2_000)))).toBe(0);
    const found = await ada.get(`${SDV}/${handle}/find?what=clip201`);
    expect(found.body).toMatchObject({ index: 11, is_complete: true });
    expect((await ada.get(`${SDV}/${handle}/find?what=nobody`)).body).toMatchObject({ index: null, is_complete: true });
  });

  it("finds a key of digits before the sample of that number", async () => {
    const names = ["000000004", "000000003", "7", "12", "13"];
    await shelves.current.put(
      "digits/x-000000.tar",
      concatTar(names.map((name) => ({ name: `${name}.txt`, bytes: text(name) }))),
    );
    const { handle, shards, counted_shards } = await open("digits/");
    expect(counted_shards).toBe(shards);
    const find = async (what: string) => (await ada.get(`${SDV}/${handle}/find?what=${what}`)).body;
    expect(await find("000000003")).toMatchObject({ index: 1, is_complete: true });
    expect(await find("12")).toMatchObject({ index: 3, is_complete: true });
    expect(await find("0004")).toMatchObject({ index: 4, is_complete: true });
    expect(await find("99")).toMatchObject({ index: null, is_complete: true });
  });

  it("tells which shards a pattern names that are not there, and where one breaks", async () => {
    const missing = await open("wds/x-{000001..000003}.tar");
    expect(missing.warnings).toContainEqual(expect.objectContaining({ code: "missing_file", shard: 2 }));
    const cut = await open("cut/");
    expect(cut.samples).toBeGreaterThan(0);
    expect(cut.samples).toBeLessThan(5);
    expect(cut.warnings).toContainEqual(expect.objectContaining({ code: "truncated", shard: 0 }));
  });

  it("is compared by its keys", async () => {
    const [left, right] = [await open("wds/"), await open("wds/x-{000000..000001}.tar")];
    const { body } = await ada.post(`${SDV}/compare`, { left: left.handle, right: right.handle });
    expect(body.keys).toEqual({ both: 10, only_left: 5, only_right: 0, is_sampled: false, looked_at: 25 });
  });
});

describe("Parquet", () => {
  it("shows a row with its types, and plays what lies in it uncompressed", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => index);
    const file = parquetWriteBuffer({
      columnData: [
        { name: "id", data: rows, type: "INT32" },
        { name: "caption", data: rows.map((index) => `row ${index}`), type: "STRING" },
        { name: "clip", data: rows.map((index) => clipBytes(index, 500)), type: "BYTE_ARRAY" },
      ],
      codec: "UNCOMPRESSED",
    });
    await shelves.current.put("pq/a.parquet", new Uint8Array(file));
    await shelves.current.put("pq/b.parquet", new Uint8Array(file));
    const header = await open("pq/");
    expect(header).toMatchObject({ format: "Parquet", samples: 40, shards: 2 });
    const sample = await read(header.handle, 23);
    const values = Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      id: { kind: "number", text: "3" },
      caption: { kind: "text", text: "row 3" },
      clip: { kind: "media", content_type: "video/mp4" },
    });
    expect(Buffer.compare((await blob(header.handle, 23, "clip")).rawPayload, Buffer.from(clipBytes(3, 500)))).toBe(0);
    expect((await blob(header.handle, 23, "caption")).body).toBe("row 3");
    const find = (what: string) => ada.get(`${SDV}/${header.handle}/find?what=${what}`);
    const refused = await find("row-3");
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining("cannot be searched by key")]);
    expect((await find("23")).body).toMatchObject({ index: 23, is_complete: true });
    expect((await find("40")).body).toMatchObject({ index: null, is_complete: true });
  });
});

describe("a folder", () => {
  it("shows rows of a table with the clips they name", async () => {
    const rows = [0, 1, 2].map((index) =>
      JSON.stringify({ path: `clips/${index}.mp4`, text: `row ${index}`, score: index / 2 }),
    );
    await shelves.current.put("dir/rows.jsonl", `${rows.join("\n")}\n`);
    for (const index of [0, 1]) await shelves.current.put(`dir/clips/${index}.mp4`, clipBytes(index, 300));
    const header = await open("dir/");
    expect(header).toMatchObject({ format: "folder", samples: 3, shards: 1 });
    const sample = await read(header.handle, 1);
    const values = Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ text: { kind: "text", text: "row 1" }, score: { kind: "number", text: "0.5" } });
    expect(Buffer.compare((await blob(header.handle, 1, "media")).rawPayload, Buffer.from(clipBytes(1, 300)))).toBe(0);
    const broken = await read(header.handle, 2);
    expect(broken.columns.find(({ name }) => name === "media")?.value).toMatchObject({ kind: "fault" });
  });

  it("without a known format is refused with a list of what it holds", async () => {
    await shelves.current.put("odd/notes.xyz", "x");
    const answer = await ada.get(`${SDV}/open?uri=${shelves.current.uriOf("odd/")}`);
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining("notes.xyz")]);
  });
});

describe("Lance", () => {
  it("shows rows of the newest version", async () => {
    const { s3 } = running.current.config;
    const { connect } = await import("@lancedb/lancedb");
    const { bucket, prefix } = shelves.current;
    const storageOptions = {
      region: s3.region,
      endpoint: s3.endpoint,
      allow_http: "true",
      virtual_hosted_style_request: "false",
      aws_access_key_id: s3.accessKeyId,
      aws_secret_access_key: s3.secretAccessKey,
    };
    const database = await connect(`s3://${bucket}/${prefix}lance`, { storageOptions });
    const table = await database.createTable("clips", [{ id: 1, caption: "one" }]);
    await table.add([{ id: 2, caption: "two" }]);
    const header = await open("lance/clips.lance");
    expect(header).toMatchObject({ format: "Lance", samples: 2 });
    const sample = await read(header.handle, 1);
    const values = Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ id: { kind: "number", text: "2" }, caption: { kind: "text", text: "two" } });
    expect(await open("lance/clips.lance/")).toMatchObject({ samples: 2 });
  });
});

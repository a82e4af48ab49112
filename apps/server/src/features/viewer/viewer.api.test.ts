import type { ViewerHeader, ViewerSample, ViewerShard } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aStorageProfile, clipBytes, putMds } from "../../testing/builders/a-test-bucket.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../testing/rigs/use-test-bucket.ts";

const SDV = "/api_v1/sdv";
const running = runApp((config) => ({ ...config, viewer: { ...config.viewer, diskBytes: 10_000_000 } }));
const shelves = useTestBucket();
let ada: Caller;
let eve: Caller;
let profileId: string;
const CLIP = 1_000;
const SAMPLES = 100;

beforeAll(async () => {
  const { db } = running.current;
  const shelf = shelves.current;
  [ada, eve] = [
    await aCaller(running.current, { role: "developer" }),
    await aCaller(running.current, { role: "developer" }),
  ];
  profileId = await aStorageProfile(db, { name: "The shelf", bucket: shelf.bucket, prefix: shelf.prefix });
  await putMds(shelf, "plain/", { samples: SAMPLES, clipBytes: CLIP });
  await putMds(shelf, "packed/", { samples: SAMPLES, clipBytes: CLIP, isCompressed: true });
});

const wordsOf = ({ status, body }: Answer): unknown[] => [status, body.code, body.detail];
const openBy = (caller: Caller, query: string) => caller.get(`${SDV}/open?${query}`);
const open = async (caller: Caller, name: string): Promise<ViewerHeader> => {
  const answer = await openBy(caller, `uri=${encodeURIComponent(shelves.current.uriOf(name))}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerHeader;
};
const read = async (handle: string, index: number, query = ""): Promise<ViewerSample> => {
  const answer = await ada.get(`${SDV}/${handle}/sample/${index}${query}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerSample;
};
const raw = (path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  running.current.app.http.inject({ method, url: path, cookies: ada.cookies, headers });

describe("opening a set", () => {
  it("tells what its index says, the same by its index and by its folder", async () => {
    const header = await open(ada, "plain/index.json");
    expect(header).toMatchObject({
      format: "MDS",
      samples: SAMPLES,
      hashes: ["sha1", "xxh64"],
      compression: null,
      size_limit: 20_000,
      dataset_id: null,
      warnings: [],
    });
    expect(header.columns).toEqual([
      { name: "caption", encoding: "str", size: null },
      { name: "fps", encoding: "float32", size: 4 },
      { name: "frames", encoding: "int", size: 8 },
      { name: "video", encoding: "bytes", size: null },
    ]);
    expect(header.shards).toBeGreaterThan(3);
    expect(header.stored_bytes).toBe(header.raw_bytes);
    for (const name of ["plain/", "plain"]) expect(await open(ada, name)).toMatchObject({ samples: SAMPLES });
    const lone = await open(ada, "plain/shard.00001.mds");
    expect(lone).toMatchObject({ shards: 1, columns: header.columns, warnings: [{ code: "no_index" }] });
    const [mine] = ((await ada.get(`${SDV}/recent`)).body as unknown as { items: ViewerHeader[] }).items;
    expect(mine).toMatchObject({ handle: lone.handle, uri: lone.uri });
    expect((await open(ada, "plain/index.json")).handle).toBe(header.handle);
  });

  it("lists the folder where there is no index", async () => {
    await shelves.current.put("other/a.mp4", "x");
    await shelves.current.put("other/notes.txt", "x");
    const answer = await openBy(ada, `uri=${shelves.current.uriOf("other/index.json")}`);
    expect(wordsOf(answer)).toEqual([404, "not_found", expect.stringMatching(/no index\.json.*a\.mp4, notes\.txt/)]);
  });

  it("says which version it cannot read, and which storage it cannot reach", async () => {
    const shelf = shelves.current;
    await shelf.put("old/index.json", '{"version": 1, "shards": []}');
    expect(wordsOf(await openBy(ada, `uri=${shelf.uriOf("old/index.json")}`))).toEqual([
      422,
      "invalid",
      expect.stringContaining("version 1"),
    ]);
    const { db } = running.current;
    await aStorageProfile(db, { name: "Far away", endpoint: "http://10.1.2.3:9", bucket: "far", prefix: "" });
    const away = await openBy(ada, "uri=s3://far/index.json");
    expect(wordsOf(away)).toEqual([503, "unavailable", expect.stringContaining("“Far away”")]);
    expect(JSON.stringify(away.body)).not.toContain(running.current.config.s3.accessKeyId);
  });

  it("needs an address or a dataset, and not both", async () => {
    expect((await openBy(ada, "")).status).toBe(422);
    expect((await openBy(ada, "dataset_id=019a0000-0000-7000-8000-00000000000f")).status).toBe(404);
  });

  it("by a dataset keeps its name", async () => {
    const { db } = running.current;
    const uri = shelves.current.uriOf("plain/");
    const { rows } = await sql<{ id: string }>`
      insert into dataset (id, name, description, kind, layout, uri, profile_id, status, owner_id, request_key, created_at, updated_at)
      values (gen_random_uuid(), 'clips', '', 'MDS', 'plain', ${uri}, ${profileId}, 'Ready', ${ada.id}, gen_random_uuid(), now(), now())
      returning id`.execute(db);
    const answer = await openBy(ada, `dataset_id=${rows[0]?.id}`);
    expect(answer.body).toMatchObject({ dataset_id: rows[0]?.id, samples: SAMPLES });
  });
});

describe("a handle", () => {
  it("is its owner's alone", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const paths = ["", "/shards", "/shard/0", "/address/0", "/sample/0", "/find?what=1", "/blob/0/video", "/order"];
    for (const path of [...paths, "/bytes/0?begin=0&end=4", "/verifications"])
      expect((await eve.get(`${SDV}/${handle}${path}`)).status).toBe(404);
    const body = { request_key: handle };
    expect((await eve.post(`${SDV}/${handle}/verify`, body)).status).toBe(404);
    expect((await eve.post(`${SDV}/compare`, { left: handle, right: handle })).status).toBe(404);
  });

  it("ends with the storage profile it was opened through", async () => {
    const { db } = running.current;
    const shelf = shelves.current;
    await putMds(shelf, "gone/", { samples: 3 });
    const inner = await aStorageProfile(db, { bucket: shelf.bucket, prefix: `${shelf.prefix}gone/` });
    const { handle } = await open(ada, "gone/index.json");
    expect((await ada.get(`${SDV}/${handle}/sample/0`)).status).toBe(200);
    expect((await ada.get(`${SDV}/${handle}/sample/1`)).status).toBe(200);
    await sql`update storage_profile set revision = revision + 1 where id = ${inner}`.execute(db);
    running.current.clock.advance(2_000);
    expect((await ada.get(`${SDV}/${handle}/sample/2`)).status).toBe(200);
    await sql`update storage_profile set deleted_at = now() where id = ${inner}`.execute(db);
    expect((await ada.get(`${SDV}/${handle}`)).status).toBe(404);
    running.current.clock.advance(2_000);
    expect((await ada.get(`${SDV}/${handle}/sample/0`)).status).toBe(404);
  });
});

describe("a sample", () => {
  it("costs two reads, then one, and no more bytes than it has", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const first = await read(handle, 40);
    expect(first.columns.map(({ name, value }) => [name, value])).toEqual([
      ["caption", { kind: "text", text: "clip 40", is_cut: false }],
      ["fps", { kind: "number", text: "24" }],
      ["frames", { kind: "number", text: "40" }],
      ["video", { kind: "media", content_type: "video/mp4" }],
    ]);
    expect(first.io).toMatchObject({ requests: 2, cache_hits: 0 });
    expect(first.io.bytes).toBeLessThanOrEqual((first.end - first.begin) * 1.05);
    const again = await read(handle, 40);
    expect(again.io).toMatchObject({ requests: 1, cache_hits: 1 });
    expect(again.io.bytes).toBeLessThanOrEqual(again.end - again.begin);
    const video = first.spans.find(({ label }) => label === "video");
    expect((video?.end ?? 0) - (video?.begin ?? 0)).toBe(CLIP);
  });

  it("is what was written, each of them", async () => {
    const { handle } = await open(ada, "plain/index.json");
    for (const index of [0, 1, 17, 50, SAMPLES - 1]) {
      const sample = await read(handle, index);
      expect(sample.columns[0]?.value).toMatchObject({ text: `clip ${index}` });
      expect(sample.key).toBe(`${sample.shard}:${sample.index_in_shard}`);
      const blob = await raw(`${SDV}/${handle}/blob/${index}/video`);
      expect(Buffer.compare(blob.rawPayload, Buffer.from(clipBytes(index, CLIP)))).toBe(0);
    }
    const answer = await ada.get(`${SDV}/${handle}/sample/${SAMPLES}`);
    expect(wordsOf(answer)).toEqual([404, "not_found", `there is no sample ${SAMPLES}: the set has ${SAMPLES}`]);
  });

  it("of many megabytes is read by its head alone", async () => {
    await putMds(shelves.current, "large/", { samples: 2, clipBytes: 3_000_000, sizeLimitBytes: 8_000_000 });
    const { handle } = await open(ada, "large/index.json");
    const sample = await read(handle, 1);
    expect(sample.columns.at(-1)).toMatchObject({ name: "video", value: { kind: "media", content_type: "video/mp4" } });
    expect(sample.io.requests).toBe(2);
    expect(sample.io.bytes).toBeLessThan(60_000);
    const { begin, end } = sample;
    // Even with the clip, which the page reads by itself, it is hardly more than the sample.
    expect((sample.io.bytes + 3_000_000) / (end - begin)).toBeLessThanOrEqual(1.05);
  });

  it("is found by its place and its number", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const find = async (what: string) => (await ada.get(`${SDV}/${handle}/find?what=${what}`)).body;
    const { shard, index_in_shard: at } = await read(handle, 77);
    expect(await find(`${shard}:${at}`)).toMatchObject({ index: 77, is_complete: true });
    expect(await find("77")).toMatchObject({ index: 77 });
    expect(await find("99:99")).toMatchObject({ index: null, is_complete: true });
  });
});

describe("bytes of a column", () => {
  it("come whole or by range, with a tag that says when they are the same", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const path = `${SDV}/${handle}/blob/5/video`;
    const clip = Buffer.from(clipBytes(5, CLIP));
    const whole = await raw(path);
    expect(whole.headers).toMatchObject({
      "accept-ranges": "bytes",
      "content-type": "video/mp4",
      "content-length": `${CLIP}`,
      etag: expect.stringMatching(/^"[\w-]{20,}"$/),
    });
    const etag = String(whole.headers.etag);
    const part = await raw(path, { range: "bytes=10-19", "if-range": etag });
    expect([part.statusCode, part.headers["content-range"], part.headers.etag]).toEqual([
      206,
      `bytes 10-19/${CLIP}`,
      etag,
    ]);
    expect(Buffer.compare(part.rawPayload, clip.subarray(10, 20))).toBe(0);
    expect((await raw(path, { range: "bytes=10-19", "if-range": '"other"' })).statusCode).toBe(200);
    expect((await raw(path, { range: `bytes=${CLIP}-` })).statusCode).toBe(416);
    expect((await raw(path, { "if-none-match": etag })).statusCode).toBe(304);
    expect((await raw(`${SDV}/${handle}/blob/6/video`)).headers.etag).not.toBe(etag);
    expect((await raw(path, {}, "HEAD")).statusCode).toBe(405);
    const caption = await raw(`${SDV}/${handle}/blob/5/caption`);
    expect([caption.body, caption.headers["content-type"]]).toEqual(["clip 5", "application/octet-stream"]);
    expect(caption.headers["content-disposition"]).toContain("attachment");
    expect((await raw(`${SDV}/${handle}/blob/5/nothing`)).statusCode).toBe(404);
  });

  it("of a shard are shown for the hex pane, as few as asked", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const bytes = await raw(`${SDV}/${handle}/bytes/0?begin=0&end=4`);
    const shard = (await ada.get(`${SDV}/${handle}/shard/0`)).body as unknown as ViewerShard;
    expect(bytes.rawPayload.readUInt32LE(0)).toBe(shard.samples);
    expect((await raw(`${SDV}/${handle}/bytes/0?begin=0&end=70000`)).statusCode).toBe(422);
    expect((await raw(`${SDV}/${handle}/bytes/99?begin=0&end=4`)).statusCode).toBe(404);
  });

  it("are read straight from storage by an address that ends", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const { body } = await ada.get(`${SDV}/${handle}/address/1`);
    expect(body).toMatchObject({ has_ranges: true });
    const answer = await fetch(String(body.url), { headers: { range: "bytes=0-3" } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 4]);
  });
});

describe("a compressed set", () => {
  it("is fetched only as far as its reader agrees, and once", async () => {
    const header = await open(ada, "packed/index.json");
    expect(header).toMatchObject({ compression: "zstd:7", warnings: [{ code: "compressed" }] });
    const refused = await ada.get(`${SDV}/${header.handle}/sample/3?agree_bytes=10`);
    expect(wordsOf(refused)).toEqual([
      413,
      "too_large",
      expect.stringMatching(/shard 0 is compressed: \d.* must be fetched/),
    ]);
    const sample = await read(header.handle, 3);
    expect(sample.columns[0]?.value).toMatchObject({ text: "clip 3" });
    expect(sample.io.requests).toBe(1);
    const again = await read(header.handle, 4, "?agree_bytes=0");
    expect(again.io).toMatchObject({ requests: 0, bytes: 0, cache_hits: 1 });
    const blob = await raw(`${SDV}/${header.handle}/blob/4/video?agree_bytes=0`);
    expect(Buffer.compare(blob.rawPayload, Buffer.from(clipBytes(4, CLIP)))).toBe(0);
    expect((await ada.get(`${SDV}/${header.handle}/address/0`)).body).toMatchObject({ has_ranges: false });
  });
});

describe("the whole set", () => {
  it("is a map of its shards", async () => {
    const header = await open(ada, "plain/index.json");
    const { body } = await ada.get(`${SDV}/${header.handle}/shards`);
    const map = body as unknown as { total: number; samples: number[]; first_sample: number[]; states: number[] };
    expect([map.total, map.samples.length]).toEqual([header.shards, header.shards]);
    expect(map.samples.reduce((sum, count) => sum + count, 0)).toBe(SAMPLES);
    expect(new Set(map.states)).toEqual(new Set([0]));
    const page = (await ada.get(`${SDV}/${header.handle}/shards?offset=1&limit=2`)).body as unknown as typeof map;
    expect(page.first_sample).toEqual(map.first_sample.slice(1, 3));
  });

  it("has an order of training that is each sample once, the same for the same seed", async () => {
    const { handle } = await open(ada, "plain/index.json");
    const order = async (query: string) =>
      (await ada.get(`${SDV}/${handle}/order?${query}`)).body as unknown as {
        indices: number[];
        total: number;
        method: string;
      };
    const [left, right] = [await order("ranks=2&rank=0"), await order("ranks=2&rank=1")];
    expect(new Set([...left.indices, ...right.indices]).size).toBe(SAMPLES);
    expect(await order("ranks=2&rank=0")).toEqual(left);
    expect((await order("ranks=2&rank=0&seed=2")).indices).not.toEqual(left.indices);
    expect(left.method).toContain("simulated");
    expect((await ada.get(`${SDV}/${handle}/order?ranks=2&rank=2`)).status).toBe(422);
  });

  it("is compared with another", async () => {
    const [left, right] = [await open(ada, "plain/index.json"), await open(ada, "packed/index.json")];
    const { body } = await ada.post(`${SDV}/compare`, { left: left.handle, right: right.handle });
    expect(body).toMatchObject({ left: { samples: SAMPLES }, right: { samples: SAMPLES }, keys: null });
    expect((body as unknown as { columns: { is_equal: boolean }[] }).columns.every(({ is_equal }) => is_equal)).toBe(
      true,
    );
  });

  it("is read anew when its index is another, and told when a shard is cut or gone", async () => {
    const shelf = shelves.current;
    await putMds(shelf, "changing/", { samples: 50 });
    const before = await open(ada, "changing/index.json");
    await putMds(shelf, "changing/", { samples: 60 });
    const after = await open(ada, "changing/index.json");
    expect([before.samples, after.samples, after.handle]).toEqual([50, 60, before.handle]);
    const shard = await shelf.storage.getObject(`${shelf.prefix}changing/shard.00001.mds`);
    const bytes = Buffer.concat(await shard.toArray());
    await shelf.put("changing/shard.00001.mds", bytes.subarray(0, bytes.length - 1_500));
    await shelf.storage.deleteObjects([`${shelf.prefix}changing/shard.00002.mds`]);
    await shelf.put("changing/index.json", Buffer.concat([await readAll("changing/index.json"), Buffer.from("\n")]));
    const broken = await open(ada, "changing/index.json");
    expect(broken.warnings.map(({ code, shard: at }) => [code, at])).toEqual([
      ["truncated", 1],
      ["missing_file", 2],
    ]);
    const { first_sample: first, samples } = (await ada.get(`${SDV}/${broken.handle}/shard/1`))
      .body as unknown as ViewerShard;
    const length = bytes.length - 1_500;
    const hex = await raw(`${SDV}/${broken.handle}/bytes/1?begin=${length - 10}&end=${length + 90}`);
    expect([hex.statusCode, hex.rawPayload.length]).toEqual([200, 10]);
    const cut = await ada.get(`${SDV}/${broken.handle}/sample/${first + samples - 1}`);
    expect(wordsOf(cut)).toEqual([
      422,
      "invalid",
      expect.stringContaining(`the last good sample is ${first + samples - 3}`),
    ]);
  });
});

const readAll = async (name: string): Promise<Buffer> => {
  const { storage, prefix } = shelves.current;
  return Buffer.concat(await (await storage.getObject(prefix + name)).toArray());
};
